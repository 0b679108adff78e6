/** Time allowed to answer a challenge. The slowest phones need a few seconds. */
export const challengeSecondsMax = 120
/** How long a ticket can be exchanged for tokens. */
export const ticketSecondsMax = 600
export const tokenSecondsMax = 300
export const degradedTokenSecondsMax = 300
/** Largest allowed clock difference between two instances. */
export const clockSkewSecondsMax = 30

/** Limits of challenges, tickets and tokens, in characters. Issued texts are shorter with any valid host name. */
export const challengeCharsMax = 512
export const ticketCharsMax = 512
export const tokenCharsMax = 512

/** Validity period, in milliseconds since 1970. */
export interface Validity {
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * Compares a validity period with the current time. It ends exactly at `expiresAt`. With clock skew, something can appear to be
 * issued in the future: this is accepted up to the maximum skew, so nothing lives longer than its period plus the skew.
 */
export const validityAt = ({ issuedAt, expiresAt }: Validity, nowMillis: number): "valid" | "expired" | "future" =>
  nowMillis >= expiresAt ? "expired" : issuedAt > nowMillis + clockSkewSecondsMax * 1_000 ? "future" : "valid"

/** Returns when a used id can be deleted: after it has expired on the slowest clock of any instance. */
export const deletableAt = (expiresAt: number): Date => new Date(expiresAt + 2 * clockSkewSecondsMax * 1_000)
