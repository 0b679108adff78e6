/** Parts of an account that a management key can reach, in the order of the dashboard. */
export const managementAreas = [
  "overview",
  "requests",
  "leads",
  "sites",
  "rules",
  "threats",
  "credits",
  "keys",
  "webhooks",
  "members",
  "retention"
] as const

export type ManagementArea = typeof managementAreas[number]

/** `write` includes `read`. */
export type ManagementAccess = "read" | "write"

/** Permission of a management key, such as `rules:write`. */
export type ManagementScope = `${ManagementArea}:${ManagementAccess}`

/** All scopes: for each area, first `read`, then `write`. */
export const managementScopes: ReadonlyArray<ManagementScope> = managementAreas.flatMap((area) =>
  [`${area}:read`, `${area}:write`] as const
)

export const isManagementScope = (text: string): text is ManagementScope =>
  (managementScopes as ReadonlyArray<string>).includes(text)

/** Reports whether the scopes allow the access. An unknown area is never allowed. */
export const allowsAccess = (
  scopes: ReadonlyArray<ManagementScope>,
  area: string,
  access: ManagementAccess
): boolean => scopes.some((scope) => scope === `${area}:write` || (access === "read" && scope === `${area}:read`))
