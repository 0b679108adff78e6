/** Scheme and prefix of a management key (RFC 6750 §2.1). */
const bearerPattern = /^Bearer +(gh_manage_[!-~]{1,100})$/i

/**
 * Returns the text of the management key in an `Authorization` header, or null. Other credentials are ignored, because a
 * proxy in front of the dashboard may need them.
 */
export const readManagementKey = (authorization: string | undefined): string | null =>
  authorization === undefined ? null : bearerPattern.exec(authorization)?.[1] ?? null
