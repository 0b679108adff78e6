import type { ThreatType } from "../../../../core/threats/WebRisk.ts"

/** One entry of a list as written. */
export interface FeedEntry {
  /** `url`: a URL, with or without its scheme; `host`: exactly this host; `domain`: this host and all its subdomains. */
  readonly covers: "url" | "host" | "domain"
  readonly text: string
  /** Threat type; null if the list does not state one, so that the default of the list applies. */
  readonly type: ThreatType | null
}

/** Result for a line or item: no entries (a comment, an exception), entries, or null if it is malformed. */
export type ParsedEntries = ReadonlyArray<FeedEntry> | null

export const noEntries: ParsedEntries = []

/** A line-based list, read line by line. */
export interface LineFormat {
  readonly reads: "lines"
  readonly id: string
  readonly title: string
  /** Reports whether the first lines certainly have this format; false if they are ambiguous. */
  readonly recognizes: (lines: ReadonlyArray<string>) => boolean
  /** Creates a reader for one list, which receives the trimmed lines in order. */
  readonly startReading: () => (line: string) => ParsedEntries
}

/** An item of an array in a JSON list. */
export interface JsonItem {
  /** Key of the array in the top-level object; null if the array is the top-level value. */
  readonly key: string | null
  readonly value: unknown
}

/** A list that is one JSON value: an array, or an object that contains arrays. */
export interface JsonFormat {
  readonly reads: "json"
  readonly id: string
  readonly title: string
  /** Reports whether a list that starts with this item has this format. */
  readonly recognizes: (first: JsonItem) => boolean
  readonly read: (item: JsonItem) => ParsedEntries
  /** Reports whether the item is an exception for a host, which overrides other entries. */
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

/** A host as lists write it: at least two labels of letters and digits of any script, `-` and `_`; or an IP address in brackets. */
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

/** Maps a list's label to a threat type (URLhaus: `malware_download`; ThreatFox: `botnet_cc`, `payload_delivery`); null if unknown. */
export const threatTypeOf = (text: string): ThreatType | null =>
  typeByWord.find(([word]) => word.test(text))?.[1] ?? null
