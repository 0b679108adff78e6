import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/** Hash list of the v5 API. The API never removes a list (hashLists.list), so the names need not be queried. */
export interface ListKind {
  readonly name: string
  /** Bytes per prefix. The name ends with this number: `mw-4b` has prefixes of 4 bytes. */
  readonly size: 4 | 32
}

/** Lists of malware, social engineering and unwanted software. The vendor must confirm each matching prefix. */
export const threatLists: ReadonlyArray<ListKind> = [
  { name: "mw-4b", size: 4 },
  { name: "se-4b", size: 4 },
  { name: "uws-4b", size: 4 }
]

/** Lists of applications that are unwanted or potentially harmful on Android only. */
export const androidLists: ReadonlyArray<ListKind> = [
  { name: "uwsa-4b", size: 4 },
  { name: "pha-4b", size: 4 }
]

/** List of full digests of likely safe URLs (Global Cache), which need no real-time request. */
export const globalCache: ListKind = { name: "gc-32b", size: 32 }

/**
 * Blocked threat types, most severe first. If the operator enables the Android lists, `harmful-application` is added.
 */
export const threatTypesBlocked: ReadonlyArray<ThreatType> = ["malware", "phishing", "unwanted-software"]
