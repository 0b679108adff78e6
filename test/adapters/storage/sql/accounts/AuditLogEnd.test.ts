import { Context, Effect, Exit, Layer, Scope } from "effect"
import { expect, it } from "vitest"
import * as AuditLogSql from "../../../../../adapters/storage/sql/accounts/AuditLogSql.ts"
import { migrate } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import { AuditLog } from "../../../../../core/audit/AuditLog.ts"
import { describeOnEveryDatabase } from "../../../../support/Storages.ts"

const hourMillis = 3_600_000

describeOnEveryDatabase("the audit log on close", (database) => {
  it("writes pending entries before it closes", () =>
    Effect.runPromise(
      Effect.gen(function*() {
        yield* migrate
        const scope = yield* Scope.make()
        const log = Context.get(yield* Layer.buildWithScope(AuditLogSql.layer, scope), AuditLog)
        for (const target of ["one", "two"]) {
          yield* log.appendAfterDelay({
            accountId: "acc_1",
            at: new Date(5),
            actor: "somebody",
            memberId: null,
            action: "sign-in.refused",
            target,
            detail: "wrong password",
            address: "192.0.2.1"
          }, hourMillis)
        }
        const written = Effect.map(log.list({ accountId: "acc_1", limit: 9 }), (all) =>
          all.map(({ target }) => target).toSorted())
        expect(yield* written).toEqual([])
        yield* Scope.close(scope, Exit.void)
        expect(yield* written).toEqual(["one", "two"])
      }).pipe(Effect.provide(database()), Effect.orDie)
    ))
})
