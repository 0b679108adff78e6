/**
 * Role of a member: an `owner` may do everything; a `member` everything except members, audit log and retention; a `reviewer` only
 * review reported links, leads and the related threat data, without access to keys and credits.
 */
export type Role = "owner" | "member" | "reviewer"

export const roles = ["owner", "member", "reviewer"] as const satisfies ReadonlyArray<Role>
