/** From being asked for to being answered: the slowest phone needs some seconds. */
export const challengeSecondsMax = 120
/** How long a solved challenge gives tokens. */
export const ticketSecondsMax = 600
export const tokenSecondsMax = 300
export const degradedTokenSecondsMax = 300
/** How far the clocks of two instances may be apart. */
export const clockSkewSecondsMax = 30

/** Longest texts. What is made is shorter with every host name that may be. */
export const challengeCharsMax = 512
export const ticketCharsMax = 512
export const tokenCharsMax = 512

/** When something was made and when it ends, in milliseconds since 1970. */
export interface Validity {
  readonly issuedAt: number
  readonly expiresAt: number
}

/**
 * Ends at the very millisecond. Clocks that differ show as something made in the future: believed as far as the skew goes,
 * so that nothing lives longer than its time and the skew.
 */
export const validityAt = ({ issuedAt, expiresAt }: Validity, nowMillis: number): "valid" | "expired" | "future" =>
  nowMillis >= expiresAt ? "expired" : issuedAt > nowMillis + clockSkewSecondsMax * 1_000 ? "future" : "valid"

/** When it may be forgotten that something was used: after it has ended by the slowest clock of any instance. */
export const forgetAt = (expiresAt: number): Date => new Date(expiresAt + 2 * clockSkewSecondsMax * 1_000)
