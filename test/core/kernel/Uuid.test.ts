import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { firstRequestIdAt } from "../../../core/history/RequestQuery.ts"
import { makeUuids } from "../../../core/kernel/Uuid.ts"

const random = fc.uint8Array({ minLength: 10, maxLength: 10 })
const millis = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe("uuidV7", () => {
  it("has version 7 and variant 10, and starts with its millisecond", () => {
    fc.assert(fc.property(millis, random, (millis, random) => {
      const id = makeUuids()(millis, random)
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(Number.parseInt(id.slice(0, 13).replace("-", ""), 16)).toBe(millis)
      expect(id >= firstRequestIdAt(millis)).toBe(true)
    }))
  })

  it("sorts by creation, including two thousand IDs within a millisecond", () => {
    fc.assert(fc.property(millis, random, random, (millis, first, others) => {
      const next = makeUuids()
      const ids = Array.from({ length: 2_000 }, (_, at) => next(millis, at === 0 ? first : others))
      expect(ids.toSorted()).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
    }))
  })

  it("restarts its counter at each millisecond and on overflow", () => {
    const next = makeUuids()
    const largest = new Uint8Array(10).fill(0xff)
    const countOf = (millis: number) => Number.parseInt(next(millis, largest).slice(15, 18), 16)
    expect(Array.from({ length: 2_050 }, () => countOf(7)).slice(-3)).toEqual([0xffe, 0xfff, 0x7ff])
    expect(countOf(8)).toBe(0x7ff)
  })
})
