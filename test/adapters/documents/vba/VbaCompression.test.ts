import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { decompressVba, moduleBytesMax } from "../../../../adapters/documents/vba/VbaCompression.ts"
import { runs } from "../../../support/TestRun.ts"
import { compressVba } from "./MakeVba.ts"

const text = (bytes: Uint8Array | null): string | null => bytes === null ? null : Buffer.from(bytes).toString("latin1")
const hex = (digits: string): Uint8Array => Buffer.from(digits.replaceAll(" ", ""), "hex")
const decompressed = (bytes: Uint8Array): string | null => text(decompressVba(bytes, new Budget()))

describe("a compressed container", () => {
  // Examples of MS-OVBA 3.2.1 to 3.2.3.
  it.each([
    [
      "01 19 B0 00 61 62 63 64 65 66 67 68 00 69 6A 6B 6C 6D 6E 6F 70 00 71 72 73 74 75 76 2E",
      "abcdefghijklmnopqrstuv."
    ],
    [
      "01 2F B0 00 23 61 61 61 62 63 64 65 82 66 00 70 61 67 68 69 6A 01 38 08 61 6B 6C 00 30 6D 6E 6F 70 06 71 02 70 04 " +
      "10 72 73 74 75 76 10 77 78 79 7A 00 3C",
      "#aaabcdefaaaaghijaaaaaklaaamnopqaaaaaaaaaaaarstuvwxyzaaa"
    ],
    ["01 03 B0 02 61 45 00", "a".repeat(73)]
  ])("from the specification is read", (bytes, content) => {
    expect(decompressed(hex(bytes))).toBe(content)
  })

  it("of several chunks, with tokens or raw, is read completely", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("a", "b", "\r\n", "Sub ", "\0"), maxLength: 3_000 }),
        fc.constantFrom("tokens" as const, "raw" as const),
        (content, as) => {
          const long = content.repeat(2)
          expect(decompressed(compressVba(long, as))?.slice(0, long.length)).toBe(long)
        }
      ),
      runs(30)
    )
  })

  it("is rejected without the signature byte", () => {
    expect(decompressed(hex("02 03 B0 02 61 45 00"))).toBeNull()
    expect(decompressed(new Uint8Array(0))).toBeNull()
  })

  it("returns the data before any damage", () => {
    const whole = compressVba("x".repeat(4_096) + "The rest of it")
    const second = whole.length - 16
    expect(decompressed(whole.subarray(0, second))).toMatch(/^x{4096}$/)
    const reachesTooFar = hex("01 04 B0 04 61 62 FF FF 63")
    expect(decompressed(reachesTooFar)).toBe("ab")
    const reachesIntoAnother = hex("01 02 B0 00 61 62 04 B0 02 63 00 10 64")
    expect(decompressed(reachesIntoAnother)).toBe("abc")
  })

  it("is cut off at the module limit and reports it", () => {
    const chunk = compressVba("a".repeat(4_096)).subarray(1)
    const budget = new Budget()
    const bomb = Buffer.concat([new Uint8Array([1]), ...Array.from({ length: 4_000 }, () => chunk)])
    expect(decompressVba(bomb, budget)?.length).toBe(moduleBytesMax)
    expect(budget.exhausted).toEqual(["inflated bytes"])
  })

  it("always ends on arbitrary bytes, with at most one chunk per header", () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
      const budget = new Budget()
      expect(decompressVba(Buffer.concat([new Uint8Array([1]), bytes]), budget)!.length).toBeLessThan(
        bytes.length * 4_096 + 1
      )
    }))
  })
})
