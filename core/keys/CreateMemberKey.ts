import { Effect, Schema } from "effect"
import { ApiKeys } from "./ApiKeys.ts"
import { createApiKey, type NewApiKey } from "./CreateApiKey.ts"

export class TooManyApiKeys extends Schema.TaggedError<TooManyApiKeys>()("TooManyApiKeys", { max: Schema.Int }) {
  override get message(): string {
    return `The account has ${this.max} live keys, which is the most that can be made here: revoke one that is not used any more.`
  }
}

/**
 * Makes a key for who is signed in, up to a limit of live ones: who gets hold of a session must not fill the database. Two at the
 * same moment may pass it by one.
 */
export const createMemberKey = Effect.fn("createMemberKey")(function*(wanted: NewApiKey, liveMax: number) {
  const keys = yield* (yield* ApiKeys).list(wanted.accountId)
  const live = keys.filter(({ revokedAt }) => revokedAt === null).length
  if (live >= liveMax) return yield* new TooManyApiKeys({ max: liveMax })
  return yield* createApiKey(wanted)
})
