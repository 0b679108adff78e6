import type { BlocklistTarget } from "../threats/blocklist/BlocklistEntry.ts"

/** How long an accepted link is blocked unless the reviewer says otherwise: most phishing pages are gone sooner. */
export const acceptedDaysDefault = 90

/** How much of an accepted link is blocked unless the reviewer says otherwise (decision 38). */
export const acceptedScopeDefault: BlocklistTarget["kind"] = "page"
