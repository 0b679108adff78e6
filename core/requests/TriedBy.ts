import type { KeyId, MemberId } from "../kernel/Ids.ts"

/** What stands in the place of a key where a member tried something in the dashboard. */
const prefix = "dashboard:"

export const triedBy = (memberId: MemberId): string => prefix + memberId

/** In the place of a member whose data was erased. */
export const triedByFormer = triedBy("former")

/** The API key of a request; null where a member tried it. */
export const apiKeyOf = (keyId: KeyId | null): string | null => keyId?.startsWith(prefix) === true ? null : keyId
