import { Clock, Effect, Schema } from "effect"
import { type Actor, audit } from "../audit/Audit.ts"
import { checkName } from "../kernel/CheckName.ts"
import { type AccountId, newId } from "../kernel/Ids.ts"
import { sanitizeLine } from "../kernel/SanitizeLine.ts"
import { Secrets } from "../kernel/Secrets.ts"
import { keyRandomBytes, makeKeyText } from "../keys/KeyText.ts"
import { isManagementKeyActive, type ManagementKey, managementKeyDaysMax, managementKeysMax } from "./ManagementKey.ts"
import { ManagementKeys } from "./ManagementKeys.ts"
import { isManagementScope, managementScopes } from "./ManagementScope.ts"

export class TooManyManagementKeys extends Schema.TaggedError<TooManyManagementKeys>()("TooManyManagementKeys", {}) {
  override get message(): string {
    return `The account has reached its limit of ${managementKeysMax} active management keys. ` +
      "Revoke a key that is no longer used."
  }
}

export class InvalidScopes extends Schema.TaggedError<InvalidScopes>()("InvalidScopes", { message: Schema.String }) {}

export class InvalidLifetime
  extends Schema.TaggedError<InvalidLifetime>()("InvalidLifetime", { message: Schema.String })
{}

/** Fields of a management key as a person enters them. */
export interface NewManagementKey {
  readonly accountId: AccountId
  readonly name: string
  readonly scopes: ReadonlyArray<string>
  /** Whole days until the key expires; null for a key without an expiry. */
  readonly daysMax: number | null
}

/**
 * Creates a management key and records it in the audit log. Only the result contains the key's text; the store keeps a
 * digest. Concurrent calls may exceed `managementKeysMax` slightly.
 */
export const createManagementKeyAs = Effect.fn("createManagementKeyAs")(
  function*(actor: Actor, { accountId, daysMax, name, scopes }: NewManagementKey) {
    const keys = yield* ManagementKeys
    const secrets = yield* Secrets
    const now = yield* Clock.currentTimeMillis
    const text = makeKeyText("gh_manage_", secrets.randomBytes(keyRandomBytes))
    const key: ManagementKey = {
      id: yield* newId("mgk"),
      accountId,
      name: yield* checkName(name),
      digest: secrets.sha256Hex(text),
      lastFour: text.slice(-4),
      scopes: yield* checkScopes(scopes),
      createdAt: new Date(now),
      expiresAt: daysMax === null ? null : new Date(now + (yield* checkDays(daysMax)) * dayMillis),
      lastUsedAt: null,
      revokedAt: null
    }
    const active = (yield* keys.list(accountId)).filter((one) => isManagementKeyActive(one, now))
    if (active.length >= managementKeysMax) return yield* new TooManyManagementKeys()
    yield* keys.create(key)
    const detail = `${key.name}, ${key.scopes.join(" ")}`
    yield* audit({ accountId, actor, action: "management-key.create", target: key.id, detail })
    return { key, text }
  }
)

const dayMillis = 86_400_000

const checkDays = (days: number) =>
  Number.isInteger(days) && days >= 1 && days <= managementKeyDaysMax
    ? Effect.succeed(days)
    : new InvalidLifetime({
      message: `A key expires after a whole number of days, from 1 to ${managementKeyDaysMax}.`
    })

const checkScopes = Effect.fnUntraced(function*(texts: ReadonlyArray<string>) {
  if (texts.length === 0) {
    return yield* new InvalidScopes({ message: `Choose at least one scope: ${managementScopes.join(", ")}.` })
  }
  const unknown = texts.find((text) => !isManagementScope(text))
  if (unknown !== undefined) {
    const message = `There is no scope ${sanitizeLine(unknown, 100)}. Choose from ${managementScopes.join(", ")}.`
    return yield* new InvalidScopes({ message })
  }
  return managementScopes.filter((scope) => texts.includes(scope))
})

/** Revokes a management key permanently, records it in the audit log, and returns the revoked key. */
export const revokeManagementKeyAs = Effect.fn("revokeManagementKeyAs")(
  function*(actor: Actor, accountId: AccountId, id: string) {
    const at = new Date(yield* Clock.currentTimeMillis)
    const key = yield* (yield* ManagementKeys).revoke(accountId, id, at)
    yield* audit({ accountId, actor, action: "management-key.revoke", target: id, detail: key.name })
    return key
  }
)
