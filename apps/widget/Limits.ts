/** How long a form waits for a token, in all: then it goes with what there is. */
export const shieldWaitMillisMax = 3_000
/** For one request to the Shield server. */
export const requestMillisMax = 3_000
/** Before the one retry: at least, and by chance this much more, so that visitors of a page do not come back as one. */
export const retryMillisMin = 150
export const retryMillisMore = 350
/** A server that asks for more patience than this is asked again later, not at once. */
export const retryAfterMillisMax = 1_000
/** After a failure nothing is asked for so long, whatever the person does; a form that is sent meanwhile goes at once. */
export const restMillis = 4_000
/** Pauses before the widget tries again by itself. */
export const laterMillis: ReadonlyArray<number> = [8_000, 30_000, 120_000]
/** A token whose signals are no older is good enough to be sent as it is. */
export const freshMillisMax = 1_000
/** Tokens are made better while a form is filled in, but not more often than this. */
export const betterMillisMin = 5_000
/** A token, or a ticket, that ends sooner than this counts as ended: it still has to travel. */
export const travelMillis = 5_000
/** The part of a token's life after which it is renewed. */
export const renewPart = 0.8
/** Nobody touches the form: so often the token is renewed before it is left to expire. */
export const idleRenewalsMax = 12
/** Puzzles that take longer than this are given up. */
export const solveMillisMax = 60_000
/**
 * Signals that take longer than this to gather are left out. As long as a form waits at most: a slow device must not look like a
 * program that measures nothing.
 */
export const signalsMillisMax = 3_000
/** A second submit within this time, with nothing changed in between, is the second half of a double click. */
export const doubleSubmitMillis = 1_000
/** A page that reads the form so soon after a click on a button sends it by itself. */
export const readMillisMax = 3_000
/** So long the widget stays without words while it waits for those of the page's language. */
export const wordsMillisMax = 1_500
/** So long an announcement stays for screen readers, so that it is not found again beside the visible text. */
export const announceMillis = 2_000
