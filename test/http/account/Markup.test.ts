import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import { grantCredits } from "../../../core/credits/ManageCredits.ts"
import { eventually } from "../../support/Eventually.ts"
import { type InProcessServer, startServerInProcess } from "../../support/InProcessServer.ts"
import { postTo } from "../../support/Server.ts"
import { formOf } from "../Contract.ts"
import { browserOn } from "./Browser.ts"
import { declaredEndpoints } from "./Declared.ts"
import { makeMember, type Signed, signedIn } from "./Signed.ts"

const markup = "\"'><img src=x onerror=alert(1)><script>alert(2)</script>"
const password = "a long enough sentence of words"

let server: InProcessServer
let owner: Signed
/** Responses that the pages receive after every field was filled with markup. */
const answers = new Map<string, Awaited<ReturnType<Signed["request"]>>>()

beforeAll(async () => {
  server = await startServerInProcess({ env: { GATEHOUSE_HISTORY_SUBJECTS: "full", GATEHOUSE_LEAD_MESSAGES: "keep" } })
  owner = await signedIn(server, "owner")
  const member = await makeMember(server, "member", { password })
  await browserOn(server.port).request("POST", "sign-in", {
    body: { email: member.email, password },
    headers: { "user-agent": markup }
  })
  const { cookie } = owner
  const file = formOf({})
  file.append("file", new Blob(["%PDF-1.7\n"]), `${markup}.pdf`)
  await postTo(`http://127.0.0.1:${server.port}/dashboard/api/try/scan`, file, { cookie: cookie(), [csrfHeader]: "1" })
  const bodies = [
    ["PUT", "me", { name: markup }],
    ["POST", "keys", { name: markup, requestsPerMinute: 60 }],
    ["POST", "rules", { kind: "email", action: "block", value: "x@markup.example", note: markup }],
    ["POST", "try/scan/url", { url: `https://markup.example/${markup}` }],
    ["POST", "try/submit-phishing-link", { url: `https://markup.example/login?${markup}` }],
    ["POST", "try/lead/analyze", { message: `Hello ${markup}`, name: markup }],
    ["POST", "try/scan/email", { email: `=cmd|'/c calc'!A1@markup.example` }]
  ] as const
  await server.run(grantCredits({ accountId: server.accountId, amount: 1, note: `=cmd ${markup}` }))
  for (const [method, path, body] of bodies) await owner.request(method, path, { body })
  await server.waitForRecords(5)
  await eventually(() => owner.request("GET", "leads"), ({ json }) => json.items.length === 1)
  for (const { method, name, path, roles } of declaredEndpoints) {
    if (method !== "GET" || path.includes(":") || roles === null) continue
    const query = name === "overview.overview"
      ? `?from=0&to=${Date.now()}`
      : name.endsWith(".exported")
      ? "?format=csv"
      : ""
    answers.set(name, await owner.request("GET", `${path}${query}`))
  }
})
afterAll(() => server.stop())

describe("text from strangers and members", () => {
  it("appears in the responses, so that the tests below are meaningful", () => {
    const all = [...answers.values()].map(({ text }) => text).join("\n")
    expect(all.split("onerror=alert(1)").length).toBeGreaterThan(6)
  })

  it("is never sent with a type that a browser would render or run", () => {
    for (const [name, { headers }] of answers) {
      const type = String(headers["content-type"])
      expect([name, /^(?:application\/json|text\/csv; charset=utf-8)$/.test(type)]).toEqual([name, true])
      expect([name, headers["x-content-type-options"]]).toEqual([name, "nosniff"])
      expect([name, headers["content-security-policy"]]).toEqual([name, "default-src 'none'; frame-ancestors 'none'"])
      if (type.startsWith("text/csv")) expect(headers["content-disposition"]).toMatch(/^attachment;/)
    }
  })

  it("is never a formula in an export", () => {
    for (const name of ["requests.exported", "credits.exported"]) {
      const { headers, text } = answers.get(name)!
      expect([name, headers["content-type"]]).toEqual([name, "text/csv; charset=utf-8"])
      expect([name, text.split(/\r\n|,/).filter((cell) => /^"?[=+@]/.test(cell))]).toEqual([name, []])
    }
  })

  it("is not repeated in responses to unknown or refused requests", async () => {
    for (const path of [`/dashboard/api/${encodeURI(markup)}`, `/dashboard/assets/${encodeURI(markup)}`]) {
      expect((await owner.request("GET", path)).text).not.toMatch(/onerror|%3Cscript/i)
    }
    const refused = await owner.request("GET", `requests?limit=${encodeURIComponent(markup)}`)
    expect([refused.status, refused.text.includes("onerror")]).toEqual([422, false])
  })
})
