import { beforeAll, describe, expect, it } from "vitest"
import { rulesPerImportMax } from "../../../adapters/http/account/api/Rules.ts"
import { accountBodyBytesMax } from "../../../adapters/http/account/server/AccountErrors.ts"
import { changesPerMinuteMax } from "../../../adapters/http/account/session/ChangeLimit.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { type Signed, signedIn } from "./Signed.ts"

let server: ServerAccount
let member: Signed
beforeAll(async () => {
  server = await createSharedAccount()
})

const rename = (name: string, by = member) => by.request("PUT", "me", { body: { name } })
const auditedOf = async (action: string): Promise<ReadonlyArray<any>> => {
  const owner = await signedIn(server, "owner")
  return (await owner.request("GET", `audit?action=${action}&limit=200`)).json.items
}

describe("changes of a member", () => {
  it("are limited per minute, with Retry-After above the limit, while reads continue", async () => {
    expect(changesPerMinuteMax).toBe(120)
    member = await signedIn(server, "member")
    const responses = await Promise.all(Array.from({ length: changesPerMinuteMax + 30 }, (_, n) => rename(`Mel ${n}`)))
    expect(responses.filter(({ status }) => status === 200).length).toBe(changesPerMinuteMax)
    const refused = responses.filter(({ status }) => status !== 200)
    for (const { headers, json, status } of refused) {
      expect([status, Object.keys(json).toSorted(), json._tag]).toEqual([
        429,
        ["_tag", "message", "retryAfterSeconds"],
        "TooManyTries"
      ])
      expect(json.retryAfterSeconds).toBeGreaterThan(0)
      expect(json.retryAfterSeconds).toBeLessThanOrEqual(60)
      expect(headers["retry-after"]).toBe(String(json.retryAfterSeconds))
      expect(json.message).toContain(`${json.retryAfterSeconds} second`)
    }
    expect((await auditedOf("member.rename")).length).toBe(changesPerMinuteMax)
    expect((await member.request("GET", "me")).status).toBe(200)
    expect((await member.request("POST", "rules/test", { body: { value: "a@example.com" } })).status).toBe(200)
    expect((await member.request("POST", "rules", { body: {} })).status).toBe(429)
    // Signing out is possible even above the limit.
    expect((await member.request("POST", "sign-out")).status).toBe(204)
  })

  it("include exports, each of which the audit log records", async () => {
    const owner = await signedIn(server, "owner")
    const exports = [
      () => owner.request("GET", "requests-export?format=csv"),
      () => owner.request("HEAD", "requests-export?format=csv"),
      () => owner.request("GET", "credits-export?format=csv"),
      () => owner.request("HEAD", "credits-export?format=csv"),
      () => owner.request("POST", "people/export", { body: { email: "ann@example.com" } })
    ]
    for (const once of exports) expect((await once()).status).toBe(200)
    for (let n = exports.length; n < changesPerMinuteMax; n++) {
      expect((await rename(`Nora ${n}`, owner)).status).toBe(200)
    }
    const notes = async () => [await auditedOf("requests.export"), await auditedOf("credits.export")]
    const noted = await notes()
    expect(noted.map(({ length }) => length)).toEqual([1, 1])
    for (const once of exports) expect((await once()).status).toBe(429)
    expect(await notes()).toEqual(noted)
    // Finding a person is not a change, so it is possible above the limit.
    expect((await owner.request("POST", "people/find", { body: { email: "ann@example.com" } })).status).toBe(200)
  })

  it("do not count toward another member's limit, and forbidden ones count for no one", async () => {
    const [one, other] = [await signedIn(server, "reviewer"), await signedIn(server, "member")]
    for (let n = 0; n <= changesPerMinuteMax; n++) {
      expect((await one.request("POST", "rules", { body: {} })).status).toBe(403)
    }
    expect((await rename("Rob", one)).status).toBe(200)
    expect((await rename("Mel", other)).status).toBe(200)
  })
})

describe("an import of rules", () => {
  const rule = (value: string, note = "") => ({ kind: "domain", action: "block", value, note })
  const importing = (rules: ReadonlyArray<unknown>) => member.request("POST", "rules/import", { body: { rules } })

  it("is one change and one audit log entry for any number of rules", async () => {
    member = await signedIn(server, "member")
    const many = Array.from({ length: rulesPerImportMax }, (_, n) => rule(`many-${n}.example`))
    const { json, status } = await importing(many)
    expect(status).toBe(200)
    expect(json.map(({ problem, rule }: any) => [rule.value, problem])).toEqual(many.map(({ value }) => [value, null]))
    const entries = () => auditedOf("rule").then((all) => all.map(({ action, detail }) => [action, detail]))
    const all = ["rule.import", `${rulesPerImportMax} new, 0 changed, of ${rulesPerImportMax}`]
    expect(await entries()).toEqual([all])
    // A repeated import adds no entry. An import with changes adds one entry.
    await importing(many)
    expect(await entries()).toEqual([all])
    await importing([...many.slice(2), rule("many-0.example", "newer"), rule("new.example")])
    expect(await entries()).toEqual([["rule.import", `1 new, 1 changed, of ${rulesPerImportMax}`], all])
    for (let n = 3; n < changesPerMinuteMax; n++) expect((await rename(`Mel ${n}`)).status).toBe(200)
    expect((await rename("once more")).status).toBe(429)
    expect((await importing([rule("late.example")])).status).toBe(429)
  })

  it("accepts valid rules and reports the errors of the others in order", async () => {
    member = await signedIn(server, "member")
    const { json } = await importing([rule("good.example", "why"), rule("no domain"), rule("*.Good.example"), rule("")])
    expect(json).toMatchObject([
      { rule: { value: "good.example", note: "why" }, problem: null },
      { rule: null, problem: expect.stringContaining("domain") },
      { rule: { value: "good.example", note: "why" }, problem: null },
      { rule: null, problem: expect.any(String) }
    ])
    expect((await importing([])).json).toEqual([])
    for (const wrong of [{ kind: "planet" }, { value: 7 }, { note: "x".repeat(201) }]) {
      expect((await importing([{ ...rule("a.example"), ...wrong }])).status).toBe(422)
    }
    const tooMany = Array.from({ length: rulesPerImportMax + 1 }, (_, n) => rule(`more-${n}.example`))
    expect((await importing(tooMany)).status).toBe(422)
  })

  it("fits into a body at its maximum length", async () => {
    const longest = { ...rule("\u20ac".repeat(200), "\u20ac".repeat(200)), kind: "country" }
    const body = JSON.stringify({ rules: Array.from({ length: rulesPerImportMax }, () => longest) })
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(accountBodyBytesMax)
  })
})
