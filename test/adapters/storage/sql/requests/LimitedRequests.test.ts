import { Effect } from "effect"
import { expect, it } from "vitest"
import type { GroupCommit } from "../../../../../adapters/storage/sql/commits/GroupCommit.ts"
import type { LaneOptions } from "../../../../../adapters/storage/sql/commits/Lanes.ts"
import { makeLimitedCounter } from "../../../../../adapters/storage/sql/requests/RequestCountsSql.ts"
import type { LimitedRequest } from "../../../../../core/history/RequestHistory.ts"

const over: LimitedRequest = {
  accountId: "acc_1",
  keyId: "key_1",
  operation: "scan/url",
  at: new Date("2026-11-20T10:00:00.000Z")
}

/** Returns the posted items, the counted requests, and a function that writes items as a group does. */
const bench = () => {
  const posted: Array<unknown> = []
  const counted: Array<readonly [string, string, number]> = []
  let write: (items: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown> = () => Effect.void
  const lane = (options: LaneOptions<any, any, any, any>) => {
    write = options.write
    return { post: (item: unknown) => void posted.push(item) }
  }
  const count = makeLimitedCounter({ lane } as unknown as GroupCommit["Service"], {
    write: () => Effect.void,
    countLimited: ({ keyId, operation }, times) => void counted.push([operation, keyId, times])
  })
  return { posted, counted, count, write: (items: ReadonlyArray<unknown>) => Effect.runPromise(write(items)) }
}

it("a flood is one item per key, operation and hour", async () => {
  const { count, counted, posted, write } = bench()
  for (let at = 0; at < 10_000; at++) count(over)
  count({ ...over, keyId: "key_2" })
  count({ ...over, operation: "scan" })
  count({ ...over, accountId: "acc_2" })
  count({ ...over, at: new Date("2026-11-20T11:00:00.000Z") })
  expect(posted).toHaveLength(5)
  await write(posted)
  expect(counted.map(([, , times]) => times)).toEqual([10_000, 1, 1, 1, 1])
})

it("a retried group counts the same, and requests in between belong to the next group", async () => {
  const { count, counted, posted, write } = bench()
  for (let at = 0; at < 3; at++) count(over)
  await write(posted)
  count(over)
  await write(posted.slice(0, 1))
  expect(counted.map(([, , times]) => times)).toEqual([3, 3])
  expect(posted).toHaveLength(2)
  count(over)
  await write(posted.slice(1))
  expect(counted.at(-1)).toEqual(["scan/url", "key_1", 2])
})
