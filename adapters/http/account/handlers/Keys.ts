import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { createKeyAs, revokeKeyAs } from "../../../../core/keys/ManageKeys.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { Conflict, NotFound } from "../api/AccountFailures.ts"
import { liveKeysMax } from "../api/Keys.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"

export const keys = HttpApiBuilder.group(AccountApi, "keys", (handlers) =>
  handlers
    .handle("list", () => Effect.map(listKeys, (all) => all.map(toKeyView)))
    .handle("create", ({ payload }) => create(payload.name, payload.requestsPerMinute))
    .handle("revoke", ({ params }) => revoke(params.id)))

const listKeys = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return yield* (yield* ApiKeys).list(accountId)
})

const create = Effect.fnUntraced(function*(name: string, requestsPerMinute: number) {
  const { accountId } = yield* CurrentMember
  const { key, text } = yield* createKeyAs(yield* currentActor, { accountId, name, requestsPerMinute }, liveKeysMax)
    .pipe(
      Effect.catchTags({
        InvalidName: invalidField("name"),
        InvalidRateLimit: invalidField("requestsPerMinute"),
        TooManyApiKeys: ({ message }) => new Conflict({ message })
      })
    )
  return { key: toKeyView(key), text }
})

const revoke = Effect.fnUntraced(function*(id: string) {
  const { accountId } = yield* CurrentMember
  const key = yield* revokeKeyAs(yield* currentActor, accountId, id).pipe(
    Effect.catchTag(
      "ApiKeyNotFound",
      () => new NotFound({ message: "This API key does not exist or is already revoked." })
    )
  )
  return toKeyView(key)
})

const toKeyView = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  lastFour: key.lastFour,
  requestsPerMinute: key.requestsPerMinute,
  createdAt: key.createdAt.getTime(),
  lastUsedAt: key.lastUsedAt?.getTime() ?? null,
  revokedAt: key.revokedAt?.getTime() ?? null
})
