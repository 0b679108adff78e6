/** Maximum time in milliseconds that a form waits for a token in all. It is then sent with the current value. */
export const shieldWaitMillisMax = 3_000
/** Timeout of one request to the Shield server, in milliseconds. */
export const requestMillisMax = 3_000
/** Minimum delay before the only retry, and the maximum random addition. The addition spreads the retries of many visitors. */
export const retryMillisMin = 150
export const retryJitterMillisMax = 350
/** If the server asks for a longer delay than this, the widget retries later and not within the same attempt. */
export const retryAfterMillisMax = 1_000
/** After a failure the widget sends no request for this long. A form submitted meanwhile is sent immediately. */
export const failurePauseMillis = 4_000
/** Delays before automatic retries, in milliseconds. */
export const retryDelaysMillis: ReadonlyArray<number> = [8_000, 30_000, 120_000]
/** A token with signals up to this age is sent without a refresh. */
export const freshSignalsMillisMax = 1_000
/** Minimum interval between refreshes with better signals while the user fills in the form. */
export const refreshMillisMin = 5_000
/** Reserve for network latency. A token or ticket that expires sooner counts as expired. */
export const latencyMillis = 5_000
/** Fraction of a token's lifetime after which it is renewed. */
export const renewFraction = 0.8
/** Maximum renewals without user activity. After these the token expires. */
export const idleRenewalsMax = 12
/** Timeout for solving the puzzles, in milliseconds. */
export const solveMillisMax = 60_000
/**
 * Timeout for collecting the signals. Equal to the maximum wait of a form, so that a slow device does not look like a bot without
 * signals.
 */
export const signalsMillisMax = 3_000
/** A second submit within this time and without changes counts as a double click. */
export const doubleSubmitMillis = 1_000
/** If the page reads the form within this time after a click on a button, it probably sends the form itself. */
export const clickToReadMillisMax = 3_000
/** Maximum time without text while the translation loads. */
export const translationMillisMax = 1_500
/** Duration of an announcement for screen readers. It is then removed, so that it does not repeat the visible text. */
export const announceMillis = 2_000
