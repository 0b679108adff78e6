import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { createManagementKeyAs, revokeManagementKeyAs } from "../../../../core/management-keys/ManageManagementKeys.ts"
import type { ManagementKey } from "../../../../core/management-keys/ManagementKey.ts"
import { ManagementKeys } from "../../../../core/management-keys/ManagementKeys.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { Conflict, NotFound } from "../api/AccountFailures.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"

export const managementKeys = HttpApiBuilder.group(AccountApi, "managementKeys", (handlers) =>
  handlers
    .handle("list", () => Effect.map(listKeys, (all) => all.map(toKeyView)))
    .handle("create", ({ payload: { days, name, scopes } }) => create(name, scopes, days))
    .handle("revoke", ({ params }) => revoke(params.id)))

const listKeys = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return yield* (yield* ManagementKeys).list(accountId)
})

const create = Effect.fnUntraced(function*(name: string, scopes: ReadonlyArray<string>, daysMax: number | null) {
  const { accountId } = yield* CurrentMember
  const { key, text } = yield* createManagementKeyAs(yield* currentActor, { accountId, name, scopes, daysMax }).pipe(
    Effect.catchTags({
      InvalidName: invalidField("name"),
      InvalidScopes: invalidField("scopes"),
      InvalidLifetime: invalidField("days"),
      TooManyManagementKeys: ({ message }) => new Conflict({ message })
    })
  )
  return { key: toKeyView(key), text }
})

const revoke = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  const key = yield* revokeManagementKeyAs(yield* currentActor, accountId, id).pipe(
    Effect.catchTag(
      "ManagementKeyNotFound",
      () => new NotFound({ message: "This management key does not exist or is already revoked." })
    )
  )
  return toKeyView(key)
})

const toKeyView = (key: ManagementKey) => ({
  id: key.id,
  name: key.name,
  lastFour: key.lastFour,
  scopes: key.scopes,
  createdAt: key.createdAt.getTime(),
  expiresAt: key.expiresAt?.getTime() ?? null,
  lastUsedAt: key.lastUsedAt?.getTime() ?? null,
  revokedAt: key.revokedAt?.getTime() ?? null
})
