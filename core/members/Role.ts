/**
 * What a member may do: an `owner` everything, a `member` all but members, audit log and retention, a `reviewer` what needs a
 * person's judgement: reported links, leads, and the threat data behind them; neither keys nor credits.
 */
export type Role = "owner" | "member" | "reviewer"

export const roles = ["owner", "member", "reviewer"] as const satisfies ReadonlyArray<Role>
