import { Effect, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { describe, expect, it } from "vitest"
import { GroupCommit } from "../../../../../adapters/storage/sql/commits/GroupCommit.ts"
import * as LedgerSql from "../../../../../adapters/storage/sql/ledger/LedgerSql.ts"
import { migrate } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import * as IdempotencySql from "../../../../../adapters/storage/sql/requests/IdempotencySql.ts"
import { RequestWriter } from "../../../../../adapters/storage/sql/requests/RequestRows.ts"
import { Instances } from "../../../../../adapters/storage/sql/servers/Instances.ts"
import { Ledger } from "../../../../../core/credits/Ledger.ts"
import type { LedgerCommand } from "../../../../../core/credits/LedgerCommand.ts"
import { Idempotency } from "../../../../../core/history/Idempotency.ts"
import { layerSqlite, testInstance } from "../../../../support/Storages.ts"
import { failing, outcomesOf, submitAll } from "./GroupBench.ts"

/** Provides a group commit that fails every submitted item and records posted items. */
const layerFailing = (mayBeWritten: boolean, posted: Array<unknown>) =>
  Layer.succeed(GroupCommit, {
    lane: (options) => ({
      submit: (item) => {
        options.onLost?.(item as never, mayBeWritten)
        return Effect.die("away")
      },
      submitWithCallback: () => {},
      post: (item) => void posted.push(item),
      markDirty: () => {}
    }),
    addFinalStep: () => {},
    counts: () => ({ commits: 0, items: 0, dropped: 0 }),
    isFailing: () => false
  })

/** Returns the items posted after `work` has failed. */
const postedAfter = async (mayBeWritten: boolean, work: Effect.Effect<unknown, unknown, Idempotency | Ledger>) => {
  const posted: Array<unknown> = []
  const layer = Layer.mergeAll(IdempotencySql.layer, LedgerSql.layer).pipe(
    Layer.provide(RequestWriter.layer),
    Layer.provide(layerFailing(mayBeWritten, posted)),
    Layer.provide(Instances.layer(testInstance())),
    Layer.provide(Layer.effectDiscard(migrate)),
    Layer.provide(layerSqlite(":memory:"))
  )
  await Effect.runPromise(Effect.exit(work).pipe(Effect.provide(layer), Effect.orDie))
  return posted
}

const claim = Idempotency.use((idempotency) =>
  idempotency.claim({ accountId: "acc_1", key: "k", fingerprint: "f", requestId: "r" })
)

const execute = (command: LedgerCommand) => Ledger.use((ledger) => ledger.execute(command))
const charge: LedgerCommand = { kind: "charge", accountId: "acc_1", requestId: "r", amount: 1, note: "", keyId: "k" }
const refund: LedgerCommand = { kind: "refund", accountId: "acc_1", requestId: "r", note: "" }

describe("a failed write that may still be in the database", () => {
  it("is released if it claimed a key", async () => {
    expect(await postedAfter(true, claim)).toMatchObject([{ key: "k", requestId: "r" }])
  })

  it.each([charge, refund])("is refunded: $kind", async (command) => {
    expect(await postedAfter(true, execute(command))).toMatchObject([{ command: { kind: "refund", requestId: "r" } }])
  })
})

describe("a failed write that is not in the database", () => {
  const works: ReadonlyArray<readonly [string, Effect.Effect<unknown, unknown, Idempotency | Ledger>]> = [
    ["a claim", claim],
    ["a charge", execute(charge)]
  ]
  it.each(works)("needs no compensation: %s", async (_, work) => {
    expect(await postedAfter(false, work)).toEqual([])
  })

  it("is retried if it was a refund", async () => {
    expect(await postedAfter(false, execute(refund))).toMatchObject([{ command: { kind: "refund", requestId: "r" } }])
  })
})

describe("a server whose connection breaks", () => {
  const broken = failing(
    new SqlError.ConnectionError({ cause: new Error("closed"), message: "closed", operation: "query" })
  )
  /** Returns a fake client with the functions that group commit uses. */
  const clientThatBreaks = (isAtCommit: boolean) => {
    let groups = 0
    return {
      onDialectOrElse: ({ pg }: { readonly pg: () => unknown }) => pg(),
      // The first group is written. The second group finds no connection, or its connection breaks at the commit.
      withTransaction: <A>(body: Effect.Effect<A>) =>
        groups++ === 0 ? body : isAtCommit ? Effect.andThen(body, broken) : broken
    } as unknown as SqlClient.SqlClient
  }

  it.each([["at the commit", true], ["before it", false]])(
    "%s: reports whether an item may be written",
    (_, isAtCommit) =>
      Effect.runPromise(
        Effect.gen(function*() {
          const lost: Array<string> = []
          const lane = (yield* GroupCommit).lane<string, string>({
            write: (items) => Effect.succeed(items),
            onLost: (item, mayBeWritten) => lost.push(`${item} ${mayBeWritten}`)
          })
          expect(outcomesOf(yield* submitAll(lane, ["0"]))).toEqual(["0"])
          expect(outcomesOf(yield* submitAll(lane, ["1", "2"]))).toEqual(["died", "died"])
          expect(lost).toEqual([`1 ${isAtCommit}`, `2 ${isAtCommit}`])
        }).pipe(
          Effect.provide(GroupCommit.layer),
          Effect.provideService(SqlClient.SqlClient, clientThatBreaks(isAtCommit))
        )
      )
  )
})
