import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/**
 * A hash list of the v5 API. Their names never change (hashLists.list: none is ever removed), so that nobody has to ask which
 * there are.
 */
export interface ListKind {
  readonly name: string
  /** Bytes of each of its prefixes, which the end of its name tells. */
  readonly size: 4 | 32
}

/** What a prefix in one of these means, once it is confirmed: malware, social engineering, unwanted software. */
export const threatLists: ReadonlyArray<ListKind> = [
  { name: "mw-4b", size: 4 },
  { name: "se-4b", size: 4 },
  { name: "uws-4b", size: 4 }
]

/** What is harmful to telephones with Android only: unwanted and potentially harmful applications. */
export const androidLists: ReadonlyArray<ListKind> = [
  { name: "uwsa-4b", size: 4 },
  { name: "pha-4b", size: 4 }
]

/** The Global Cache: whole digests of what is likely safe, and need not be asked about in real time. */
export const globalCache: ListKind = { name: "gc-32b", size: 32 }

/** What is blocked, the worst first; `harmful-application` where the operator asks for the lists of Android. */
export const threatTypesBlocked: ReadonlyArray<ThreatType> = ["malware", "phishing", "unwanted-software"]
