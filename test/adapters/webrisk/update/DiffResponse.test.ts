import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { parseDiff } from "../../../../adapters/webrisk/update/DiffResponse.ts"
import { encodeWebRisk, encodeWebRiskHashes } from "../../../fakes/RiceEncode.ts"

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes as string).toString("base64")
const sha256 = base64(new Uint8Array(32))

const whole = {
  responseType: "RESET",
  additions: { rawHashes: [{ prefixSize: 4, rawHashes: "YWFhYWJiYmI=" }] },
  newVersionToken: "dDE=",
  checksum: { sha256 },
  recommendedNextDiff: "2026-01-01T00:30:00Z"
}

const read = (given: object) => parseDiff(JSON.stringify({ ...whole, ...given }))
const readWell = (given: object) => Result.getOrThrow(read(given))
const text = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

const riceOf = (numbers: ReadonlyArray<number>, given: object = {}) => {
  const { encodedData, ...rice } = encodeWebRisk(numbers)
  return { ...rice, firstValue: String(rice.firstValue), encodedData: base64(encodedData), ...given }
}

describe("computeDiff response", () => {
  it("can be a full list", () => {
    const { diff, ...rest } = readWell({})
    expect(rest).toEqual({
      isReset: true,
      token: "dDE=",
      checksum: new Uint8Array(32),
      nextRequestAt: Date.UTC(2026, 0, 1, 0, 30)
    })
    expect(diff.additions.map(({ bytes, size }) => [size, text(bytes)])).toEqual([[4, "aaaabbbb"]])
    expect([...diff.removals as Uint32Array]).toEqual([])
  })

  it("can be a change: removals, and additions of several sizes, compressed or not", () => {
    const { encodedData, ...rice } = encodeWebRiskHashes(new TextEncoder().encode("zzzzaaaa"))
    const { diff, isReset } = readWell({
      responseType: "DIFF",
      additions: {
        rawHashes: [{ prefixSize: 5, rawHashes: base64("0421e") }],
        riceHashes: { ...rice, encodedData: base64(encodedData) }
      },
      removals: { riceIndices: riceOf([3, 8, 9]) }
    })
    expect(isReset).toBe(false)
    expect(diff.additions.map(({ bytes, size }) => [size, text(bytes)])).toEqual([[5, "0421e"], [4, "aaaazzzz"]])
    expect([...diff.removals as Uint32Array]).toEqual([3, 8, 9])
  })

  it("can have removal indices in any order and repeated", () => {
    const { diff } = readWell({ responseType: "DIFF", removals: { rawIndices: { indices: [5, 0, 5, 2] } } })
    expect([...diff.removals as Uint32Array]).toEqual([0, 2, 5])
  })

  it("can omit zeros and empty values", () => {
    const { diff, nextRequestAt, token } = Result.getOrThrow(parseDiff(JSON.stringify({
      responseType: "DIFF",
      checksum: { sha256 },
      additions: { riceHashes: {}, rawHashes: [] },
      removals: { riceIndices: {} }
    })))
    expect([token, nextRequestAt]).toEqual(["", null])
    expect(diff.additions).toEqual([{ size: 4, bytes: new Uint8Array(4) }])
    expect([...diff.removals as Uint32Array]).toEqual([0])
    expect(readWell({ responseType: "DIFF", additions: {}, removals: {} }).diff.additions).toEqual([])
  })

  it.each([
    [
      "a time with nine digits",
      { recommendedNextDiff: "2026-01-01T00:30:00.123456789Z" },
      Date.UTC(2026, 0, 1, 0, 30, 0, 123)
    ],
    ["a time elsewhere", { recommendedNextDiff: "2026-01-01T02:30:00+02:00" }, Date.UTC(2026, 0, 1, 0, 30)],
    ["no time", { recommendedNextDiff: "soon" }, null]
  ])("contains the time of the next request: %s", (_, given, nextRequestAt) => {
    expect(readWell(given).nextRequestAt).toBe(nextRequestAt)
  })

  it.each([
    ["an unknown type", { responseType: "PATCH" }],
    ["no type", { responseType: undefined }],
    ["no checksum", { checksum: undefined }],
    ["an empty checksum", { checksum: { sha256: "" } }],
    ["a checksum of another length", { checksum: { sha256: "AAAA" } }],
    ["removals from what begins anew", { removals: { rawIndices: { indices: [0] } } }],
    ["bad base64", { additions: { rawHashes: [{ prefixSize: 4, rawHashes: "!!!!" }] } }],
    ["bad base64 in rice", { additions: { riceHashes: riceOf([1, 2], { encodedData: "!" }) } }],
    ["a rice parameter out of range", { additions: { riceHashes: riceOf([1, 2], { riceParameter: 29 }) } }],
    ["more entries than bytes", { additions: { riceHashes: riceOf([1, 2], { entryCount: 2_000_000_000 }) } }],
    ["a negative first value", { additions: { riceHashes: riceOf([1, 2], { firstValue: "-1" }) } }],
    ["a first value beyond 32 bits", { additions: { riceHashes: riceOf([1, 2], { firstValue: "4294967296" }) } }],
    ["places below zero", { responseType: "DIFF", removals: { rawIndices: { indices: [-1] } } }],
    ["places that are no whole numbers", { responseType: "DIFF", removals: { rawIndices: { indices: [0.5] } } }],
    ["places beyond 32 bits", { responseType: "DIFF", removals: { rawIndices: { indices: [2 ** 32] } } }],
    ["places that are texts", { responseType: "DIFF", removals: { rawIndices: { indices: ["1"] } } }],
    ["more sizes than there are", { additions: { rawHashes: Array.from({ length: 40 }, () => ({})) } }],
    ["an enormous token", { newVersionToken: "A".repeat(10_000) }],
    ["something else", { additions: 7 }]
  ])("with %s is rejected", (_, given) => {
    const refused = read(given)
    expect(Result.isFailure(refused) && refused.failure).toMatch(
      /^(?:is not a computeDiff response|has no checksum|has invalid hash prefixes|has invalid indices|has removals)/
    )
  })

  it.each(["", "{", "null", "[]", "<!doctype html>"])("rejects %j", (given) => {
    expect(Result.isFailure(parseDiff(given))).toBe(true)
  })

  it("never throws on arbitrary input", () => {
    const anything = fc.anything({ maxDepth: 3 })
    fc.assert(fc.property(anything, anything, anything, (additions, removals, checksum) => {
      const given = {
        responseType: "DIFF",
        additions: { rawHashes: [additions], riceHashes: additions },
        removals,
        checksum
      }
      for (const each of [given, { ...whole, ...given }, { ...whole, additions }, { ...whole, removals }]) {
        let json: string | undefined
        try {
          json = JSON.stringify(each, (_, value: unknown) => typeof value === "bigint" ? String(value) : value)
        } catch {
          continue
        }
        parseDiff(json)
      }
    }))
  })
})
