import type { AccountId, ManagementKeyId } from "../kernel/Ids.ts"
import type { ManagementScope } from "./ManagementScope.ts"

/**
 * Stored management key, with which a script uses the management API. It contains a digest of the key's text, never the
 * text.
 */
export interface ManagementKey {
  readonly id: ManagementKeyId
  readonly accountId: AccountId
  readonly name: string
  /** SHA-256 of the key's text in lower-case hex. A slow hash is unnecessary for 256 random bits. */
  readonly digest: string
  /** Last four characters of the key's text, to distinguish keys in a list. */
  readonly lastFour: string
  /** At least one scope, in the order of `managementScopes`. */
  readonly scopes: ReadonlyArray<ManagementScope>
  readonly createdAt: Date
  /** Time at which the key stops working; null if it works until it is revoked. */
  readonly expiresAt: Date | null
  /** Time of the last use, updated at most once a minute. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Maximum number of active management keys per account. */
export const managementKeysMax = 20
/** Maximum lifetime of a management key in days, if it expires. */
export const managementKeyDaysMax = 3_650

/** Reports whether a key works at a time in milliseconds. */
export const isManagementKeyActive = (
  { expiresAt, revokedAt }: Pick<ManagementKey, "expiresAt" | "revokedAt">,
  now: number
): boolean => revokedAt === null && (expiresAt === null || now < expiresAt.getTime())

const actorPrefix = "management key ("

/**
 * Returns the name of a management key for the audit log, and for the author field of its changes. No member has such a
 * name in the log, because names of members are followed by their email address.
 */
export const managementKeyActorName = ({ name }: Pick<ManagementKey, "name">): string => `${actorPrefix}${name})`

/** Returns the name of the key in the result of `managementKeyActorName`, or null for any other name. */
export const managementKeyName = (actor: string): string | null =>
  actor.startsWith(actorPrefix) && actor.endsWith(")") ? actor.slice(actorPrefix.length, -1) : null
