import type { KeyId, MemberId } from "../kernel/Ids.ts"

/** Prefix of the key ID for requests that a member made in the dashboard. */
const prefix = "dashboard:"

export const memberKeyId = (memberId: MemberId): string => prefix + memberId

/** Key ID for requests of members whose data was erased. */
export const formerMemberKeyId = memberKeyId("former")

/** Returns the ID of a request's API key. Null for a member's request. */
export const apiKeyIdOf = (keyId: KeyId | null): string | null => keyId?.startsWith(prefix) === true ? null : keyId
