/** Maximum time to answer a challenge. The slowest phones need a few seconds. */
export const challengeSecondsMax = 120
/** Time during which a ticket can be exchanged for tokens. */
export const ticketSecondsMax = 600
export const tokenSecondsMax = 300
export const degradedTokenSecondsMax = 300
/** Maximum allowed clock difference between two instances. */
export const clockSkewSecondsMax = 30

/** Maximum characters of a challenge. Issued challenges are shorter, even with the longest valid host name. */
export const challengeCharsMax = 512
export const ticketCharsMax = 512
export const tokenCharsMax = 512

/** Validity period. Both times are in milliseconds since 1970-01-01 UTC. */
export interface Validity {
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * Compares a validity period with the current time. The period ends exactly at `expiresAt`. Because of clock skew, an
 * issue time can appear to be in the future. It is accepted up to the maximum skew, so no item is valid for longer than
 * its period plus the skew.
 */
export const validityAt = ({ issuedAt, expiresAt }: Validity, nowMillis: number): "valid" | "expired" | "future" =>
  nowMillis >= expiresAt ? "expired" : issuedAt > nowMillis + clockSkewSecondsMax * 1_000 ? "future" : "valid"

/**
 * Returns when a used ID can be deleted. It is the time when the ID has expired on the slowest clock of all instances.
 */
export const deletableAt = (expiresAt: number): Date => new Date(expiresAt + 2 * clockSkewSecondsMax * 1_000)
