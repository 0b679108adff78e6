import type { BlocklistTarget } from "../threats/blocklist/BlocklistEntry.ts"

/** Default block duration of an accepted link in days. Most phishing pages disappear earlier. */
export const acceptedDaysDefault = 90

/** Default scope of the block of an accepted link. */
export const acceptedScopeDefault: BlocklistTarget["kind"] = "page"
