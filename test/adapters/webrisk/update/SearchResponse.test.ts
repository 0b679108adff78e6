import { Redacted } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { webRiskLists, webRiskListsDefault } from "../../../../adapters/webrisk/google/ThreatLists.ts"
import type { Vendor } from "../../../../adapters/webrisk/google/Vendor.ts"
import { parseLookup } from "../../../../adapters/webrisk/lookup/LookupResult.ts"
import { searchUrl } from "../../../../adapters/webrisk/update/HashSearch.ts"
import { diffUrl } from "../../../../adapters/webrisk/update/LocalThreatList.ts"
import { parseSearch } from "../../../../adapters/webrisk/update/SearchResponse.ts"

const vendor = { name: "web-risk", url: "https://proxy.example/google/", key: Redacted.make("secret") } as Vendor

// Sample responses from the Web Risk API v1 documentation.
const hash = "YWFhYTExMTExMTExMTExMTExMTExMTExMTExMTExMTE="
const prefix = new TextEncoder().encode("aaaa")
const hit = {
  threats: [{ threatTypes: ["MALWARE", "SOCIAL_ENGINEERING"], hash, expireTime: "2026-01-01T00:05:00Z" }],
  negativeExpireTime: "2026-01-01T00:10:00Z"
}
const read = (json: unknown, lists = webRiskListsDefault) => parseSearch(json, prefix, lists)

describe("requests", () => {
  it("for a list contain its version in URL-safe base64", () => {
    const url = diffUrl(vendor, "MALWARE", Buffer.from([0xfb, 0xff, 0xfe, 1]).toString("base64"))
    expect(url.href).toBe(
      "https://proxy.example/google/v1/threatLists:computeDiff?threatType=MALWARE&versionToken=-__-AQ%3D%3D" +
        "&constraints.supportedCompressions=RAW&constraints.supportedCompressions=RICE"
    )
    expect(diffUrl(vendor, "MALWARE", "").search).not.toContain("versionToken")
  })

  it("for a prefix name the lists and contain no key", () => {
    const url = searchUrl(vendor, Uint8Array.of(0xff, 0xff, 0xff, 0xfe), ["MALWARE", "UNWANTED_SOFTWARE"])
    expect(url.href).toBe(
      "https://proxy.example/google/v1/hashes:search?hashPrefix=_____g%3D%3D" +
        "&threatTypes=MALWARE&threatTypes=UNWANTED_SOFTWARE"
    )
  })
})

describe("hashes:search response", () => {
  it("contains the listed digests, the worst type of each, and the expiration time", () => {
    expect(read(hit)).toEqual({
      listed: [{
        hash: new TextEncoder().encode("aaaa1111111111111111111111111111"),
        data: "malware",
        expiresAt: Date.UTC(2026, 0, 1, 0, 5)
      }],
      negativeExpiresAt: Date.UTC(2026, 0, 1, 0, 10)
    })
    expect(read({ negativeExpireTime: "2026-01-01T00:10:00Z" })).toMatchObject({ listed: [] })
    expect(read({})).toEqual({ listed: [], negativeExpiresAt: null })
  })

  it("can describe one digest list by list", () => {
    const [one] = hit.threats
    const threats = [{ ...one, threatTypes: ["SOCIAL_ENGINEERING"] }, { ...one, threatTypes: ["MALWARE"] }, one]
    for (const order of [threats, threats.toReversed()]) {
      expect(read({ threats: order })?.listed.map(({ data }) => data)).toEqual(["malware"])
    }
  })

  it.each([
    ["types that nobody knows", { ...hit.threats[0], threatTypes: ["NEW_THREAT", 7, null] }],
    ["no types", { hash }],
    ["lists that were not asked about", { hash, threatTypes: ["SOCIAL_ENGINEERING_EXTENDED_COVERAGE"] }],
    ["digests that nobody asked about", { ...hit.threats[0], hash: hash.replace("YWFh", "YWFi") }]
  ])("ignores %s", (_, threat) => {
    expect(read({ threats: [threat] })?.listed).toEqual([])
  })

  it("includes the extended coverage if it was requested", () => {
    const threats = [{ hash, threatTypes: ["SOCIAL_ENGINEERING_EXTENDED_COVERAGE"] }]
    expect(read({ threats }, webRiskLists)?.listed).toMatchObject([{ data: "phishing", expiresAt: 0 }])
  })

  it.each([
    ["no object", []],
    ["an error", { error: { code: 503, status: "UNAVAILABLE" } }],
    ["no digest", { threats: [{ threatTypes: ["MALWARE"] }] }],
    ["a short digest", { threats: [{ threatTypes: ["MALWARE"], hash: "YWFhYQ==" }] }],
    ["a digest in no base64", { threats: [{ threatTypes: ["MALWARE"], hash: "?" }] }],
    ["more than there can be", { threats: Array.from({ length: 1_001 }, () => hit.threats[0]) }]
  ])("with %s is rejected", (_, json) => {
    expect(read(json)).toBeNull()
    if ("error" in json) expect(parseLookup(json, webRiskLists)).toBeNull()
  })

  it("never throws on arbitrary input, and lists only requested digests", () => {
    const almost = fc.record({
      threats: fc.array(
        fc.record({ hash: fc.oneof(fc.constant(hash), fc.base64String()), threatTypes: fc.jsonValue() })
      ),
      negativeExpireTime: fc.string()
    }, { requiredKeys: [] })
    fc.assert(fc.property(fc.oneof(fc.jsonValue(), almost), (json) => {
      for (const found of read(json)?.listed ?? []) expect(found.hash.subarray(0, 4)).toEqual(prefix)
      parseLookup(json, webRiskListsDefault)
      parseLookup({ threat: json }, webRiskListsDefault)
    }))
  })
})
