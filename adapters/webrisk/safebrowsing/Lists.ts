import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/** A hash list of the v5 API. List names never change (hashLists.list: none is ever removed), so they need not be queried. */
export interface ListKind {
  readonly name: string
  /** Bytes per prefix, as at the end of the name: 4 for `mw-4b`. */
  readonly size: 4 | 32
}

/** Lists of malware, social engineering and unwanted software, whose prefixes have this meaning once confirmed. */
export const threatLists: ReadonlyArray<ListKind> = [
  { name: "mw-4b", size: 4 },
  { name: "se-4b", size: 4 },
  { name: "uws-4b", size: 4 }
]

/** Lists of unwanted and potentially harmful applications for Android only. */
export const androidLists: ReadonlyArray<ListKind> = [
  { name: "uwsa-4b", size: 4 },
  { name: "pha-4b", size: 4 }
]

/** The Global Cache: full digests of likely safe URLs, which need no real-time request. */
export const globalCache: ListKind = { name: "gc-32b", size: 32 }

/** Blocked threat types, most severe first; also `harmful-application` if the operator enables the Android lists. */
export const threatTypesBlocked: ReadonlyArray<ThreatType> = ["malware", "phishing", "unwanted-software"]
