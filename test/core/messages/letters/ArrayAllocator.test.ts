import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { featuresOf, type TokenFeatures } from "../../../../core/messages/features/MessageFeatures.ts"
import { newArrays, ReusedArrays, reusedElements } from "../../../../core/messages/letters/ArrayAllocator.ts"
import { normalizeText } from "../../../../core/messages/normalize/NormalizeMessage.ts"
import { runs } from "../../../support/TestRun.ts"
import { hostileText } from "../HostileTexts.ts"

const textOf = (features: TokenFeatures): string => Object.values(features).map(String).join("\n")

describe("a buffer pool that messages reuse", () => {
  it("reads each message as a new pool does, whatever was read before", () => {
    const arrays = new ReusedArrays()
    fc.assert(
      fc.property(hostileText(), hostileText(), (before, text) => {
        arrays.clear()
        featuresOf(normalizeText(before, arrays), null, arrays)
        arrays.clear()
        expect(textOf(featuresOf(normalizeText(text, arrays), null, arrays))).toBe(
          textOf(featuresOf(normalizeText(text)))
        )
      }),
      runs(30)
    )
  })

  it("returns zeroed, distinct buffers of the requested size", () => {
    const arrays = new ReusedArrays()
    const [one, other] = [arrays.uint16(100).fill(7), arrays.uint16(100)]
    expect([...other]).toEqual([...newArrays.uint16(100)])
    expect(arrays.uint16(reusedElements)).toHaveLength(reusedElements)
    arrays.clear()
    expect([...arrays.uint16(100)]).toEqual([...newArrays.uint16(100)])
    expect(one.buffer).toBe(other.buffer)
  })

  it("keeps 65,536 elements of each type, all free again after each message", () => {
    const arrays = new ReusedArrays()
    for (const take of ["uint8", "uint16", "uint32", "int32"] as const) {
      const kept = arrays[take](65_536)
      expect(arrays[take](1).buffer).not.toBe(kept.buffer)
      arrays.clear()
      expect(arrays[take](65_537).buffer).not.toBe(kept.buffer)
      expect(arrays[take](65_535).buffer).toBe(kept.buffer)
      expect(arrays[take](1).buffer).toBe(kept.buffer)
      expect(arrays[take](1).buffer).not.toBe(kept.buffer)
      arrays.clear()
      expect(arrays[take](65_536).buffer).toBe(kept.buffer)
    }
  })
})
