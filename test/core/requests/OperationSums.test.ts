import { describe, expect, it } from "vitest"
import { keySums, limitedSums, sumByOperation } from "../../../core/requests/OperationSums.ts"

/** Every permutation of three items. */
const orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]

describe.each(orders)("sums of counts in the order %d, %d, %d", (...order) => {
  const counted = (entries: ReadonlyArray<readonly [string, number]>) => new Map(order.map((at) => entries[at]!))

  it("of operations are sorted by count, then by name", () => {
    const counts = counted([["requests:scan/url:200", 9], ["requests:scan:200", 4], ["requests:scan/email:200", 4]])
    expect(sumByOperation(counts).map(({ operation }) => operation)).toEqual(["scan/url", "scan", "scan/email"])
  })

  it("of keys are sorted by count, then by ID", () => {
    const counts = counted([["key:key_3", 9], ["key:key_1", 4], ["key:key_2", 4]])
    expect(keySums(counts)).toEqual([
      { keyId: "key_3", requests: 9 },
      { keyId: "key_1", requests: 4 },
      { keyId: "key_2", requests: 4 }
    ])
  })

  it("of keys over their limit are sorted by refusals, then by ID", () => {
    const counts = counted([["limited:scan:key_3", 9], ["limited:scan:key_1", 4], ["limited:scan:key_2", 4]])
    expect(limitedSums(counts)).toEqual([
      { keyId: "key_3", requests: 9 },
      { keyId: "key_1", requests: 4 },
      { keyId: "key_2", requests: 4 }
    ])
  })
})

it("sums of an operation contain each kind of count in its field", () => {
  const counts = new Map([
    ["requests:scan:200", 5],
    ["requests:scan:399", 1],
    ["requests:scan:400", 2],
    ["requests:scan:500", 3],
    ["credits:scan", 70],
    ["limited:scan:key_1", 4],
    ["limited:scan:key_2", 6],
    ["verdict:scan:safe", 8],
    ["verdict:scan:none", 0],
    ["key:key_1", 11],
    ["credits:unused", 0]
  ])
  expect(sumByOperation(counts)).toEqual([{
    operation: "scan",
    requests: 11,
    refused: 5,
    limited: 10,
    credits: 70,
    millisMedian: null,
    millisP95: null,
    verdicts: { safe: 8 },
    statuses: { 200: 5, 399: 1, 400: 2, 500: 3 }
  }])
})

it("sums of keys omit keys without requests and add up the operations of a key", () => {
  const counts = new Map([
    ["key:key_1", 1],
    ["key:key_2", 0],
    ["requests:key:200", 7],
    ["limited:scan:key_1", 1],
    ["limited:scan/url:key_1", 2],
    ["limited:scan:key_2", 0]
  ])
  expect(keySums(counts)).toEqual([{ keyId: "key_1", requests: 1 }])
  expect(limitedSums(counts)).toEqual([{ keyId: "key_1", requests: 3 }])
})
