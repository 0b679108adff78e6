/** Maximum milliseconds that a form waits for a token. After that, it is sent with the current value of the field. */
export const shieldWaitMillisMax = 3_000
/** Timeout of one request to the Shield server, in milliseconds. */
export const requestMillisMax = 3_000
/**
 * Minimum delay before the only retry, and the maximum random addition, in milliseconds. The addition spreads the
 * retries of many visitors.
 */
export const retryMillisMin = 150
export const retryJitterMillisMax = 350
/**
 * Maximum delay in milliseconds for a retry within the same attempt. If the server asks for a longer delay, the widget
 * retries later.
 */
export const retryAfterMillisMax = 1_000
/** Milliseconds without requests after a failure. A form that is submitted meanwhile is sent immediately. */
export const failurePauseMillis = 4_000
/** Delays before automatic retries, in milliseconds. */
export const retryDelaysMillis: ReadonlyArray<number> = [8_000, 30_000, 120_000]
/**
 * Maximum age of a token's signals in milliseconds. If the signals are older, the token is refreshed before it is sent.
 */
export const freshSignalsMillisMax = 1_000
/** Minimum milliseconds between refreshes with better signals while the user fills in the form. */
export const refreshMillisMin = 5_000
/** Reserve for network latency, in milliseconds. A token or ticket that expires within this time counts as expired. */
export const latencyMillis = 5_000
/** Fraction of a token's lifetime after which it is renewed. */
export const renewFraction = 0.8
/** Maximum renewals without user activity. After these, the token expires. */
export const idleRenewalsMax = 12
/** Timeout for solving the puzzles, in milliseconds. */
export const solveMillisMax = 60_000
/**
 * Timeout for collecting the signals, in milliseconds. It equals the maximum wait of a form, so that a slow device does
 * not look like a bot without signals.
 */
export const signalsMillisMax = 3_000
/** Maximum milliseconds between the two submits of a double click, if no input changes between them. */
export const doubleSubmitMillisMax = 1_000
/**
 * Maximum milliseconds between a click on a button and a read of the form. Within this time, the page probably sends
 * the form itself.
 */
export const clickToReadMillisMax = 3_000
/** Maximum milliseconds to wait for a translation. After that, the widget shows English texts. */
export const translationMillisMax = 1_500
/**
 * Milliseconds after which an announcement for screen readers is removed. Otherwise, it would repeat the visible text.
 */
export const announceMillis = 2_000
