import { Effect } from "effect"
import { expect, it } from "vitest"
import { createAccount } from "../../../../../core/accounts/ManageAccounts.ts"
import { Ledger } from "../../../../../core/credits/Ledger.ts"
import { type NewRequest, RequestHistory } from "../../../../../core/history/RequestHistory.ts"
import { firstRequestIdAt } from "../../../../../core/history/RequestQuery.ts"
import { layerSqlite, layerStorageSql } from "../../../../support/Storages.ts"

const at = new Date("2026-11-20T10:00:00.000Z")
const request = (n: number, changes: Partial<NewRequest> = {}): NewRequest => ({
  requestId: firstRequestIdAt(at.getTime() + n),
  accountId: "acc_1",
  keyId: "key_1",
  operation: "scan/email",
  status: 200,
  credits: 0,
  at,
  durationMicros: 1_000,
  verdict: null,
  subject: null,
  ...changes
})

it("counts of a rolled-back transaction are not added when it is retried", () =>
  Effect.runPromise(
    Effect.gen(function*() {
      const history = yield* RequestHistory
      const ledger = yield* Ledger
      const accountId = (yield* createAccount("one")).id
      yield* ledger.execute({ kind: "grant", accountId, requestId: "grant", amount: 5, note: "" })
      for (const n of [1, 2, 3]) history.record(request(n))
      // This record makes its group fail. The other items are then written separately, after the items of the ledger.
      history.record(request(4, { status: null as never }))
      for (const record of [request(5), request(6)]) {
        const { keyId, requestId } = record
        yield* ledger.execute({ kind: "charge", accountId, requestId, amount: 1, note: "", keyId }, { record })
      }
      while ((yield* history.storedRange("acc_1")).requests < 5) yield* Effect.sleep(20)
      const { counts } = yield* history.sums({ accountId: "acc_1", from: at, to: new Date(at.getTime() + 1) })
      expect((yield* history.search({ accountId: "acc_1", limit: 9 })).items).toHaveLength(5)
      expect(counts.get("requests:scan/email:200")).toBe(5)
      expect(counts.get("key:key_1")).toBe(5)
    }).pipe(Effect.provide(layerStorageSql(layerSqlite(":memory:")))) as Effect.Effect<void>
  ))
