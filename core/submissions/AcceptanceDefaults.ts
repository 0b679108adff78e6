import type { BlocklistTarget } from "../threats/blocklist/BlocklistEntry.ts"

/** Default block duration of an accepted link. Most phishing pages are gone sooner. */
export const acceptedDaysDefault = 90

/** Default scope of an accepted link's block (decision 38). */
export const acceptedScopeDefault: BlocklistTarget["kind"] = "page"
