import type { KeyId, MemberId } from "../kernel/Ids.ts"

/** Prefix of the key id for requests that a member made in the dashboard. */
const prefix = "dashboard:"

export const memberKeyId = (memberId: MemberId): string => prefix + memberId

/** Key id after the member's data was erased. */
export const formerMemberKeyId = memberKeyId("former")

/** Returns the API key of a request. Null for a member's request. */
export const apiKeyIdOf = (keyId: KeyId | null): string | null => keyId?.startsWith(prefix) === true ? null : keyId
