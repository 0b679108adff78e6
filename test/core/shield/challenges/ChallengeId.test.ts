import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { toHex } from "../../../../core/kernel/Hex.ts"
import { challengeRandomBytes, newChallengeId } from "../../../../core/shield/challenges/IssueChallenge.ts"
import { seedBytes } from "../../../../core/shield/Puzzle.ts"

const millis = fc.integer({ min: 0, max: 2 ** 48 - 1 })
const random = fc.uint8Array({ minLength: challengeRandomBytes, maxLength: challengeRandomBytes })

describe("challenge IDs", () => {
  it("sort by creation time", () => {
    fc.assert(fc.property(millis, millis, random, random, (one, other, a, b) => {
      fc.pre(one < other)
      expect(toHex(newChallengeId(one, a)) < toHex(newChallengeId(other, b))).toBe(true)
    }))
  })

  it("contain the time and every random byte", () => {
    fc.assert(fc.property(millis, random, (now, random) => {
      const id = newChallengeId(now, random)
      expect(id).toHaveLength(seedBytes)
      expect(parseInt(toHex(id.subarray(0, 6)), 16)).toBe(now)
      expect(id.subarray(6)).toEqual(random)
    }))
  })
})
