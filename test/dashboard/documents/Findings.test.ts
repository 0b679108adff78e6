import { expect, it } from "vitest"
import {
  factsOf,
  factValuesMax,
  groupFindings,
  ratingOf,
  scoreOf
} from "../../../apps/dashboard/shared/documents/Findings.ts"
import { reasonCatalog } from "../../../core/documents/reasons/ReasonCatalog.ts"

it("groups findings by their reason and keeps their order", () => {
  const reasons = groupFindings([
    { code: "LAUNCH_ACTION", message: "cmd.exe is started automatically", where: "object 1" },
    { code: "JAVASCRIPT", message: "A script runs", where: "object 2" },
    { code: "LAUNCH_ACTION", message: "A click opens it", where: "object 9" }
  ])
  expect(reasons.map(({ code, findings }) => [code, findings.map(({ where }) => where)])).toEqual([
    ["LAUNCH_ACTION", ["object 1", "object 9"]],
    ["JAVASCRIPT", ["object 2"]]
  ])
  const twice = { code: "QR_LINK", message: "A QR code", where: "page 1" }
  expect(groupFindings([twice, twice])[0]!.findings).toEqual([{ message: "A QR code", where: "page 1", times: 2 }])
  expect(reasons[0]!.entry).toBe(reasonCatalog.LAUNCH_ACTION)
})

it("ignores unknown codes", () => {
  const codes = ["constructor", "__proto__", "FUTURE_CODE"]
  expect(groupFindings(codes.map((code) => ({ code, message: "m", where: "" }))).map(({ entry }) => entry)).toEqual(
    [null, null, null]
  )
})

it("reads rating and score from the verdict label if nothing else is stored", () => {
  expect([ratingOf(84, null), ratingOf(85, null), ratingOf(null, "block (30)"), ratingOf(null, null)]).toEqual(
    ["warn", "ok", "block", null]
  )
  expect([scoreOf("block (30)"), scoreOf("ok (100)"), scoreOf("ok"), scoreOf(null)]).toEqual([30, 100, null, null])
})

it("returns the data stored with the findings", () => {
  const facts = factsOf({
    rating: "block",
    summary: { links_found: 2, unique_domains: ["a.example", "b.example"], has_macros: false },
    file_hash: "sha256:d8",
    constructor: { a: 1 },
    spam_probability: 0.994,
    language: "de",
    nothing: null,
    none: []
  })
  expect(facts.map(({ label, values }) => [label, ...values])).toEqual([
    ["Links", "2"],
    ["Link domains", "a.example", "b.example"],
    ["Macros", "No"],
    ["Hash", "sha256:d8"],
    ["Constructor", "{\"a\":1}"],
    ["Spam probability", "99.4%"],
    ["Language", "German"],
    ["None", "None"]
  ])
  expect(factsOf({ language: "no-such-language!" })[0]!.values).toEqual(["no-such-language!"])
  expect(factsOf({ many: Array.from({ length: 1_000 }, (_, at) => at) })[0]!.values).toHaveLength(factValuesMax + 1)
})
