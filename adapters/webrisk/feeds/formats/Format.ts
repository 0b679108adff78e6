import type { ThreatType } from "../../../../core/threats/WebRisk.ts"

/** Entry of a list, as the list contains it. */
export interface FeedEntry {
  /** Meaning of `text`: a URL with or without its scheme, exactly one host, or a host with all its subdomains. */
  readonly covers: "url" | "host" | "domain"
  readonly text: string
  /** Threat type; null if the list states none, so that the default of the list applies. */
  readonly type: ThreatType | null
}

/**
 * Result of reading a line or item: its entries, or null if it is malformed. Comments and exceptions have no entries.
 */
export type ParsedEntries = ReadonlyArray<FeedEntry> | null

export const noEntries: ParsedEntries = []

/** Format of a list that is read line by line. */
export interface LineFormat {
  readonly reads: "lines"
  readonly id: string
  readonly title: string
  /** Reports whether the first lines certainly have this format; false if they are ambiguous. */
  readonly recognizes: (lines: ReadonlyArray<string>) => boolean
  /** Creates a reader for one list, which receives the trimmed lines in order. */
  readonly startReading: () => (line: string) => ParsedEntries
}

/** Item of an array in a JSON list. */
export interface JsonItem {
  /** Key of the array in the top-level object; null if the array is the top-level value. */
  readonly key: string | null
  readonly value: unknown
}

/** Format of a list that is one JSON value: an array, or an object that contains arrays. */
export interface JsonFormat {
  readonly reads: "json"
  readonly id: string
  readonly title: string
  /** Reports whether a list that starts with this item has this format. */
  readonly recognizes: (first: JsonItem) => boolean
  readonly read: (item: JsonItem) => ParsedEntries
  /** Reports whether the item is an exception, which removes the entry for a host. */
  readonly isException?: (item: JsonItem) => boolean
}

export type FeedFormat = LineFormat | JsonFormat

/** Creates a format whose lines are independent of each other. */
export const statelessFormat = (id: string, title: string, read: (line: string) => ParsedEntries): LineFormat => ({
  reads: "lines",
  id,
  title,
  recognizes: () => false,
  startReading: () => (line) => isComment(line) ? noEntries : read(line)
})

/** Reports whether a line is empty or a comment in any list format. */
export const isComment = (line: string): boolean => line === "" || /^(?:[#!;]|\/\/)/.test(line)

export const urlEntry = (text: string, type: ThreatType | null = null): FeedEntry => ({ covers: "url", text, type })
export const hostEntry = (text: string, type: ThreatType | null = null): FeedEntry => ({ covers: "host", text, type })
export const domainEntry = (text: string, type: ThreatType | null = null): FeedEntry => ({
  covers: "domain",
  text,
  type
})

/**
 * Host as lists write it: two or more labels (also an IPv4 address), or an IPv6 address in brackets. A label has
 * letters and digits of any script, `-` and `_`.
 */
const hostNamePattern = /^(?:[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)+\.?|\[[\da-f:.]{2,45}\])$/iu

export const isHostName = (text: string): boolean => hostNamePattern.test(text)

/** Removes a comment at the end of a line. */
export const withoutComment = (line: string): string => {
  const at = line.search(/\s[#!;]/)
  return at < 0 ? line : line.slice(0, at).trimEnd()
}

export const hasWebScheme = (text: string): boolean => /^https?:\/\//i.test(text)

const typeByWord: ReadonlyArray<readonly [RegExp, ThreatType]> = [
  [/phish|social.?engineering|scam|fraud|spoof/i, "phishing"],
  [/malware|payload|botnet|c2|ransom|trojan|exploit|skimmer|skimming|infect/i, "malware"],
  [/unwanted|adware|\bpu[ap]\b/i, "unwanted-software"],
  [/harmful.?application/i, "harmful-application"]
]

/**
 * Maps a list's label to a threat type, such as `malware_download` (URLhaus) or `botnet_cc` (ThreatFox). Returns null
 * for unknown labels.
 */
export const threatTypeOf = (text: string): ThreatType | null =>
  typeByWord.find(([word]) => word.test(text))?.[1] ?? null
