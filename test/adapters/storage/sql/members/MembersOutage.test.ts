import { Cause, Effect, Exit, Layer } from "effect"
import { SqlClient, SqlError } from "effect/sql"
import { expect, it } from "vitest"
import * as MembersSql from "../../../../../adapters/storage/sql/members/MembersSql.ts"
import * as PasswordLinksSql from "../../../../../adapters/storage/sql/members/PasswordLinksSql.ts"
import { StorageUnavailable } from "../../../../../core/kernel/StorageHealth.ts"
import { Members } from "../../../../../core/members/Members.ts"
import { PasswordLinks } from "../../../../../core/members/password-changes/PasswordLinks.ts"
import { layerSqlite } from "../../../../support/Storages.ts"

/** Provides a database that fails each statement with an outage. */
const away = Layer.effect(
  SqlClient.SqlClient,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const failed = Effect.fail(new SqlError.SqlError({ reason: new SqlError.ConnectionError({ cause: "away" }) }))
    return new Proxy(sql, {
      apply: () => failed,
      get: (target, name) => name === "withTransaction" ? () => failed : Reflect.get(target, name)
    })
  })
).pipe(Layer.provide(layerSqlite(":memory:")))

it.each<readonly [string, Effect.Effect<unknown, unknown, Members | PasswordLinks>]>([
  ["get", Members.use((members) => members.get("a1", "m1"))],
  ["setRole", Members.use((members) => members.setRole("a1", "m1", "member"))],
  ["setPassword", Members.use((members) => members.setPassword("a1", "m1", "hash"))],
  ["remove", Members.use((members) => members.remove("a1", "m1"))],
  ["rename", Members.use((members) => members.rename("a1", "m1", "Anna"))],
  ["byId", Members.use((members) => members.findById("m1"))],
  ["use of a link", PasswordLinks.use((links) => links.use("digest", "hash"))]
])("%s reports that the storage is unavailable", async (_, work) => {
  const exit = await Effect.runPromiseExit(
    Effect.provide(work, Layer.merge(MembersSql.layer, PasswordLinksSql.layer).pipe(Layer.provide(away)))
  )
  expect(Exit.isFailure(exit) && Cause.squash(exit.cause)).toBeInstanceOf(StorageUnavailable)
})
