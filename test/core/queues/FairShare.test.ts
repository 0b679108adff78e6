import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { fitsShare } from "../../../core/queues/FairQueue.ts"
import { runs } from "../../support/TestRun.ts"

/** Fills the share of each key of each account in turn. Returns the amount for each key. */
const taken = (max: number, accounts: ReadonlyArray<number>): ReadonlyArray<number> => {
  let all = 0
  return accounts.flatMap((keys) => {
    let account = 0
    return Array.from({ length: keys }, () => {
      let key = 0
      for (; fitsShare(max, { all, account, key }); key++, account++) all++
      return key
    })
  })
}

describe("the share of a key", () => {
  it.each([
    [1, [1, 0]],
    [2, [1, 1, 0]],
    [4, [2, 1, 0]],
    [6, [3, 1, 1, 0]],
    [14, [6, 3, 1, 1, 0]],
    [16, [6, 3, 2, 1, 0]],
    [64, [24, 12, 6, 3, 2, 1, 0]]
  ])("of %d is about half, and half of the rest for each further key of the account", (max, shares) => {
    expect(taken(max, [shares.length])).toEqual(shares)
  })

  it("leaves a quarter to other accounts", () => {
    expect(taken(16, [10, 10, 1, 1, 1])).toEqual([6, 3, 2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1])
  })

  it("never exceeds the total, and leaves something for a second key", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 300 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 20 }),
        (max, accounts) => {
          const shares = taken(max, accounts)
          expect(shares.reduce((sum, share) => sum + share)).toBeLessThanOrEqual(max)
          expect(taken(max, [1, 1])[1]).toBeGreaterThan(0)
          expect(taken(max, [2])[1]).toBeGreaterThan(0)
        }
      ),
      runs(100)
    )
  })

  it("counts sizes that fit into the free capacity and into the share", () => {
    const nothing = { all: 0, account: 0, key: 0 }
    expect([fitsShare(256, nothing, 256), fitsShare(256, nothing, 257)]).toEqual([true, false])
    const some = { all: 100, account: 100, key: 50 }
    expect([fitsShare(256, some, 42), fitsShare(256, some, 43)]).toEqual([true, false])
  })
})
