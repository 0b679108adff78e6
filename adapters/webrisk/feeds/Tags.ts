import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/** What is kept of an entry beside its digest, in one byte. Of two for the same expression the lower counts: it covers more. */
export interface FeedTag {
  readonly type: ThreatType
  readonly isNarrow: boolean
}

const types: ReadonlyArray<ThreatType> = ["phishing", "malware", "unwanted-software", "harmful-application", "unknown"]
const narrow = 0x10

export const toTag = ({ isNarrow, type }: FeedTag): number => types.indexOf(type) | (isNarrow ? narrow : 0)

export const fromTag = (tag: number): FeedTag => ({
  type: types[tag & 0x0f] ?? "unknown",
  isNarrow: (tag & narrow) !== 0
})
