/**
 * Permissions of a member:
 * - `owner`: everything
 * - `member`: everything except members, audit log and retention
 * - `reviewer`: reported links, leads and the related threat data; no access to keys and credits
 */
export type Role = "owner" | "member" | "reviewer"

export const roles = ["owner", "member", "reviewer"] as const satisfies ReadonlyArray<Role>
