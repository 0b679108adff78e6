import { Deferred, Effect, Exit, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { describe, expect, it } from "vitest"
import { GroupCommit } from "../../../../../adapters/storage/sql/commits/GroupCommit.ts"
import * as LedgerSql from "../../../../../adapters/storage/sql/ledger/LedgerSql.ts"
import { migrate } from "../../../../../adapters/storage/sql/migrations/Migrations.ts"
import { RequestWriter } from "../../../../../adapters/storage/sql/requests/RequestRows.ts"
import { Instances } from "../../../../../adapters/storage/sql/servers/Instances.ts"
import { Ledger } from "../../../../../core/credits/Ledger.ts"
import { layerFreshPostgres, layerSqlite, testInstance } from "../../../../support/Storages.ts"
import { needs } from "../../../../support/TestRun.ts"

const addAccount = SqlClient.SqlClient.use((sql) =>
  sql`INSERT INTO accounts (id, name, created_at) VALUES ('acc', 'test', 0)`
)

const instances = SqlClient.SqlClient.use((sql) => sql`SELECT id, in_flight FROM instances`)

const grant = (requestId: string) => ({ kind: "grant", accountId: "acc", requestId, amount: 10, note: "" }) as const

/**
 * Runs the ledger in a scope that ends before the scope of its group commit. `before` adds lanes before the ledger
 * does.
 */
const inTwoScopes = Effect.fnUntraced(function*<A>(
  layer: Layer.Layer<Instances, never, SqlClient.SqlClient>,
  before: Effect.Effect<A, never, GroupCommit>
) {
  const [inner, outer] = [yield* Scope.make(), yield* Scope.make()]
  const below = yield* Layer.buildWithScope(
    Layer.merge(layer, RequestWriter.layer.pipe(Layer.provideMerge(GroupCommit.layer))),
    outer
  )
  const first = yield* before.pipe(Effect.provide(below))
  const ledger = yield* Layer.buildWithScope(LedgerSql.layer, inner).pipe(Effect.provide(below))
  return { first, ledger: yield* Ledger.pipe(Effect.provide(ledger)), inner, outer }
})

/** Puts a lane before the ledger's lane. Its first write waits for `resume`. */
const withSlowLane = Effect.gen(function*() {
  const [begun, resume] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const lane = GroupCommit.use((groups) =>
    Effect.succeed(groups.lane({
      write: (items: ReadonlyArray<string>) =>
        Deferred.succeed(begun, undefined).pipe(Effect.andThen(Deferred.await(resume)), Effect.as(items))
    }))
  )
  const { first, ...scopes } = yield* inTwoScopes(Instances.layer(testInstance()), lane)
  return { begun, resume, slow: first, ...scopes }
})

const suite = (name: string, database: () => Layer.Layer<SqlClient.SqlClient, unknown>, tags: Array<string> = []) =>
  describe(`the instance row on ${name}`, { tags }, () => {
    const run = (body: Effect.Effect<void, unknown, SqlClient.SqlClient>) =>
      Effect.runPromise(Effect.scoped(
        migrate.pipe(Effect.andThen(addAccount), Effect.andThen(body)).pipe(Effect.provide(database()), Effect.orDie)
      ))

    it("is removed if the ledger ends while a group with its heartbeat is written", () =>
      run(Effect.gen(function*() {
        const { begun, inner, ledger, outer, resume, slow } = yield* withSlowLane
        yield* ledger.execute(grant("first"))
        expect(yield* instances).toMatchObject([{ in_flight: "[]" }])
        // Both are submitted in one turn and are therefore in one group, in which the slow lane writes first.
        const group = yield* Effect.forkChild(
          Effect.all([slow.submit("slow"), ledger.execute(grant("second"))], { concurrency: "unbounded" })
        )
        yield* Deferred.await(begun)
        yield* Scope.close(inner, Exit.void)
        yield* Deferred.succeed(resume, undefined)
        yield* Fiber.join(group)
        yield* Scope.close(outer, Exit.void)
        expect(yield* instances).toEqual([])
      })))

    it("is removed if the ledger ends while its heartbeat is written", () =>
      run(Effect.gen(function*() {
        const [begun, resume] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        let isHeld = false
        const held = Layer.effect(
          Instances,
          Effect.map(Instances, (all) => ({
            ...all,
            report: (inFlight: ReadonlyArray<string>) =>
              (isHeld ? Effect.andThen(Deferred.succeed(begun, undefined), Deferred.await(resume)) : Effect.void)
                .pipe(Effect.andThen(all.report(inFlight)))
          }))
        ).pipe(Layer.provide(Instances.layer(testInstance())))
        const { inner, ledger, outer } = yield* inTwoScopes(held, Effect.void)
        yield* ledger.execute(grant("first"))
        expect(yield* instances).toMatchObject([{ in_flight: "[]" }])
        isHeld = true
        const group = yield* Effect.forkChild(ledger.execute(grant("second")))
        yield* Deferred.await(begun)
        yield* Scope.close(inner, Exit.void)
        yield* Deferred.succeed(resume, undefined)
        yield* Fiber.join(group)
        yield* Scope.close(outer, Exit.void)
        expect(yield* instances).toEqual([])
      })))

    it("stays if the ledger ends with a request in flight", () =>
      run(Effect.gen(function*() {
        const { inner, ledger, outer } = yield* withSlowLane
        yield* ledger.execute(grant("first"))
        const charge = { accountId: "acc", amount: 1, note: "", keyId: null } as const
        yield* ledger.execute({ kind: "charge", requestId: "open", ...charge })
        yield* Scope.close(inner, Exit.void)
        yield* Scope.close(outer, Exit.void)
        expect(yield* instances).toMatchObject([{ in_flight: "[\"open\"]" }])
      })))

    it("is not written by an instance that only reads", () =>
      run(Effect.gen(function*() {
        const { inner, ledger, outer } = yield* withSlowLane
        expect(yield* ledger.balance("acc")).toEqual({ available: 0, held: 0 })
        yield* Scope.close(inner, Exit.void)
        yield* Scope.close(outer, Exit.void)
        expect(yield* instances).toEqual([])
      })))
  })

suite("SQLite", () => layerSqlite(":memory:"))
suite("PostgreSQL", () => layerFreshPostgres(), [needs.postgres])
