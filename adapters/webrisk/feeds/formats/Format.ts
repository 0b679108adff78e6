import type { ThreatType } from "../../../../core/threats/WebRisk.ts"

/** One statement of a list, as it stands there. */
export interface FeedEntry {
  /** `url`: a URL, with its scheme or from its host on; `host`: just this host; `domain`: this host and all under it. */
  readonly covers: "url" | "host" | "domain"
  readonly text: string
  /** Why it is listed; null where the list does not say, and what holds for the whole list holds. */
  readonly type: ThreatType | null
}

/** What a line or an item says: nothing (a comment, an exception), entries, or null for what nobody understands. */
export type Said = ReadonlyArray<FeedEntry> | null

export const saysNothing: Said = []

/** A list of lines, each of which can be read when it comes. */
export interface LineFormat {
  readonly reads: "lines"
  readonly id: string
  readonly title: string
  /** Whether the first lines are of this format for certain; false where they could be of another too. */
  readonly recognizes: (lines: ReadonlyArray<string>) => boolean
  /** Makes a reader for one list, which is given its lines in their order, trimmed. */
  readonly begin: () => (line: string) => Said
}

/** One of an array of a list in JSON. */
export interface JsonItem {
  /** Under which the array stands in the object that the list is; null when the list is the array. */
  readonly key: string | null
  readonly value: unknown
}

/** A list that is one JSON value: an array, or an object with arrays. */
export interface JsonFormat {
  readonly reads: "json"
  readonly id: string
  readonly title: string
  /** Whether a list that begins with this item is of this format. */
  readonly recognizes: (first: JsonItem) => boolean
  readonly read: (item: JsonItem) => Said
  /** Whether it names a host that the list does not mean, whatever else it says. */
  readonly isException?: (item: JsonItem) => boolean
}

export type FeedFormat = LineFormat | JsonFormat

/** A format whose lines all speak for themselves. */
export const plainLines = (id: string, title: string, read: (line: string) => Said): LineFormat => ({
  reads: "lines",
  id,
  title,
  recognizes: () => false,
  begin: () => (line) => isComment(line) ? saysNothing : read(line)
})

/** Empty lines, and what list formats begin their comments with. */
export const isComment = (line: string): boolean => line === "" || /^(?:[#!;]|\/\/)/.test(line)

export const urlEntry = (text: string, type: ThreatType | null = null): FeedEntry => ({ covers: "url", text, type })
export const hostEntry = (text: string, type: ThreatType | null = null): FeedEntry => ({ covers: "host", text, type })
export const domainEntry = (text: string, type: ThreatType | null = null): FeedEntry => ({
  covers: "domain",
  text,
  type
})

/** A host as lists write it: two labels at least, of letters and digits of any script, `-` and `_`; or an address in brackets. */
const hostName = /^(?:[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+\.?|\[[\da-f:.]{2,45}\])$/iu

export const isHostName = (text: string): boolean => hostName.test(text)

/** What stands before a comment at the end of a line. */
export const withoutComment = (line: string): string => {
  const at = line.search(/\s[#!;]/)
  return at < 0 ? line : line.slice(0, at).trimEnd()
}

export const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text)

const words: ReadonlyArray<readonly [RegExp, ThreatType]> = [
  [/phish|social.?engineering|scam|fraud|spoof/i, "phishing"],
  [/malware|payload|botnet|c2|ransom|trojan|exploit|skimmer|skimming|infect/i, "malware"],
  [/unwanted|adware|\bpu[ap]\b/i, "unwanted-software"],
  [/harmful.?application/i, "harmful-application"]
]

/** What the words of a list mean (URLhaus: `malware_download`; ThreatFox: `botnet_cc`, `payload_delivery`); null when unknown. */
export const threatTypeOf = (text: string): ThreatType | null => words.find(([word]) => word.test(text))?.[1] ?? null
