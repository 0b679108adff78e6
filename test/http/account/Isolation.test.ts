import { Effect } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { grantCredits } from "../../../core/credits/ManageCredits.ts"
import { createApiKey } from "../../../core/keys/ManageKeys.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { declaredEndpoints, pathWith } from "./Declared.ts"
import { type Signed, signedIn } from "./Signed.ts"
import { unlimited } from "./Unlimited.ts"

const options = {
  spamDetection: true,
  emailRules: true,
  disposableEmails: "allow",
  ipRules: true,
  scoreMin: 40,
  degraded: "allow",
  degradedPerMinuteMax: 60
}

/**
 * Valid input for each endpoint, so that its use case is reached. Endpoints that are not listed get an empty object.
 */
const bodies: Readonly<Record<string, unknown>> = {
  "sites.change": { name: "taken", hostnames: ["taken.example"], options },
  "sites.rotate": { endOld: true },
  "webhooks.change": { description: "taken" },
  "webhooks.setEnabled": { isEnabled: false },
  "webhooks.rotate": { endOld: true },
  "threats.accept": { scope: "host", days: null, reason: "taken", force: true },
  "threats.reject": { reason: "taken" },
  "members.setRole": { role: "reviewer" },
  "leads.setMark": { mark: "spam" },
  "retention.findPerson": { email: "canary@canary.example" },
  "retention.exportPerson": { email: "canary@canary.example" },
  "rules.test": { value: "canary@canary.example" }
}
const queries: Readonly<Record<string, string>> = {
  "overview.overview": `?from=0&to=${Date.now() + 3_600_000}`,
  "sites.traffic": `?from=0&to=${Date.now() + 3_600_000}`,
  "credits.exported": "?format=csv",
  "requests.exported": `?format=csv&from=0&to=${Date.now() + 3_600_000}`
}

let server: InProcessServer
const owners: Record<"operator" | "other", Signed> = {} as never

beforeAll(async () => {
  server = await startServerInProcess({
    ports: unlimited,
    env: { GATEHOUSE_HISTORY_SUBJECTS: "full", GATEHOUSE_LEAD_MESSAGES: "keep" }
  })
  owners.operator = await signedIn(server, "owner", { name: "canary operator" })
  const otherId = await server.run(Effect.gen(function*() {
    const { id } = yield* createAccount("canary account")
    yield* grantCredits({ accountId: id, amount: 100, note: "canary" })
    yield* createApiKey({ accountId: id, name: "canary key" })
    return id
  }))
  owners.other = await signedIn(server, "owner", { accountId: otherId, name: "canary other" })
  for (const owner of Object.values(owners)) await fill(owner)
  const shared = { url: "https://shared.example/", scope: "host", action: "block", reason: "", days: null, force: true }
  expect((await owners.operator.request("POST", "threats/blocklist", { body: shared })).status).toBe(200)
  // Adds submissions whose IDs appear nowhere in the data of the other account.
  for (const n of [1, 2, 3]) {
    const body = { url: `https://canary-${n}.example/` }
    expect((await owners.operator.request("POST", "try/submit-phishing-link", { body })).status).toBe(201)
  }
  // The server stores requests and leads a moment after the responses.
  for (const [owner, requests] of [[owners.operator, 7], [owners.other, 4]] as const) {
    await eventually(() => owner.request("GET", "requests"), ({ json }) => json.items.length === requests)
    await eventually(() => owner.request("GET", "leads"), ({ json }) => json.items.length === 1)
  }
})
afterAll(() => server.stop())

/** Creates one record of every kind, with names to search for in another account's responses. */
const fill = async ({ request, member }: Signed) => {
  const mine = `canary-${member.id.slice(-6)}`
  const made = [
    await request("POST", "keys", { body: { name: mine, requestsPerMinute: 60 } }),
    await request("POST", "sites", { body: { name: mine, hostnames: [`${mine}.canary.example`], options } }),
    await request("POST", "rules", {
      body: { kind: "email", action: "block", value: `${mine}@canary.example`, note: "canary" }
    }),
    await request("POST", "webhooks", {
      body: { url: `https://${mine}.canary.example/hook`, description: "canary", events: ["document.blocked"] }
    }),
    await request("POST", "invitations", { body: { role: "member", email: `${mine}@canary.example` } }),
    await request("POST", "try/scan/url", { body: { url: `https://${mine}.canary.example/` } }),
    await request("POST", "try/scan/email", { body: { email: `${mine}@canary.example` } }),
    await request("POST", "try/submit-phishing-link", { body: { url: `https://${mine}.canary.example/login` } }),
    await request("POST", "try/lead/analyze", { body: { message: `The canary of ${mine} asks what it costs.` } })
  ]
  expect(made.map(({ status }) => status < 300 || [status])).toEqual(made.map(() => true))
}

const pathOf = (endpoint: typeof declaredEndpoints[number], value: string) =>
  `${pathWith(endpoint, value)}${queries[endpoint.name] ?? ""}`

/** Returns what an account sees of its own data: the responses of all GET endpoints without an ID in their path. */
const seen = async ({ request }: Signed): Promise<Readonly<Record<string, unknown>>> => {
  const plain = declaredEndpoints.filter(({ method, path, roles }) =>
    method === "GET" && roles !== null && !path.includes(":")
  )
  const all: Record<string, unknown> = {}
  for (const endpoint of plain) {
    const { json, text } = await request("GET", pathOf(endpoint, ""))
    all[endpoint.name] = json ?? text
  }
  return all
}

/** Returns every ID in a response. */
const idsIn = (value: unknown): ReadonlyArray<string> =>
  Array.isArray(value)
    ? value.flatMap(idsIn)
    : typeof value === "object" && value !== null
    ? Object.entries(value).flatMap(([key, part]) =>
      /^(?:id|requestId)$/.test(key) && (typeof part === "string" || typeof part === "number")
        ? [String(part)]
        : idsIn(part)
    )
    : []

/** Removes fields that change on each read or are shared by all accounts. */
const steady = (all: Readonly<Record<string, unknown>>): string => {
  const { "threats.sources": _, "session.sessions": __, "overview.overview": ___, "sites.recent": ____, ...rest } = all
  const audit = (rest["members.audit"] as any)?.items?.filter(({ action }: any) =>
    !/^(?:requests|credits)\.export$/.test(action)
  )
  return JSON.stringify(
    { ...rest, "members.audit": audit },
    (key, value) => key === "lastSeenAt" || key === "auditEntries" ? undefined : value
  )
}

describe.each(
  [
    ["the operator's account", "other", "operator"],
    ["another account", "operator", "other"]
  ] as const
)("data of %s", (_, intruderName, victimName) => {
  /** Reports whether both accounts see the data. The operator reviews the submissions of all accounts. */
  const isShared = (name: string) => name.startsWith("threats.") && victimName === "other"

  it("includes every kind", async () => {
    const own = await seen(owners[victimName])
    expect(JSON.stringify(own["keys.list"])).toContain("canary")
    for (
      const name of ["sites.list", "rules.list", "requests.list", "leads.list", "webhooks.list", "threats.submissions"]
    ) {
      expect([name, JSON.stringify(own[name]).includes("canary")]).toEqual([name, true])
    }
    expect(new Set(idsIn(own)).size).toBeGreaterThan(8)
  })

  it("appears in no response to another account", async () => {
    const [victim, intruder] = [owners[victimName], owners[intruderName]]
    const marks = [victim.member.id, victim.member.email, `canary-${victim.member.id.slice(-6)}`]
    for (const [name, answer] of Object.entries(await seen(intruder))) {
      if (isShared(name)) continue
      const text = JSON.stringify(answer)
      expect([name, marks.filter((mark) => text.includes(mark))]).toEqual([name, []])
    }
  })

  it("does not exist for another account that knows its id, and stays unchanged", async () => {
    const [victim, intruder] = [owners[victimName], owners[intruderName]]
    const before = await seen(victim)
    const own = new Set(idsIn(await seen(intruder)))
    const foreign = [...new Set(idsIn(before))].filter((id) => !own.has(id))
    expect(foreign.length).toBeGreaterThan(6)
    for (const endpoint of declaredEndpoints.filter(({ path, roles }) => path.includes(":") && roles !== null)) {
      if (isShared(endpoint.name)) continue
      const body = bodies[endpoint.name] ?? {}
      for (const id of foreign) {
        const { json, status, text } = await intruder.request(
          endpoint.method,
          pathOf(endpoint, id),
          endpoint.method === "GET" ? {} : { body }
        )
        const isRefused = endpoint.name in bodies ? [403, 404] : [403, 404, 422]
        // Some endpoints accept only numbers as IDs, and refuse other values as malformed.
        const isNumber = /^\d+$/.test(id)
        expect([endpoint.name, id, status, isRefused.includes(status) || !isNumber && status === 422])
          .toEqual([endpoint.name, id, status, true])
        expect([json._tag, text.includes("canary")]).toEqual([expect.stringMatching(/^(?:Not|InvalidInput)/), false])
      }
    }
    expect(steady(await seen(victim))).toBe(steady(before))
  })
})
