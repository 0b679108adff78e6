import { domainCsv, urlCsv } from "./AnyCsv.ts"
import {
  type FeedFormat,
  type JsonFormat,
  type JsonItem,
  type LineFormat,
  type ParsedEntries,
  statelessFormat
} from "./Format.ts"
import { ethPhishingJson, jsonNames, jsonRows, polkadotJson } from "./JsonFormats.ts"
import {
  adblock,
  dnsmasq,
  domains,
  hosts,
  plainUrls,
  readAdblockLine,
  readDnsmasqLine,
  readDomainLine,
  readHostsLine,
  readRpzLine,
  readUrlLine,
  readWildcardLine,
  rpz,
  wildcards
} from "./LineFormats.ts"
import { phishTankCsv, phishTankJson } from "./PhishTank.ts"
import { threatFoxCsv } from "./ThreatFoxCsv.ts"
import { readUrlhausRow, urlhausCsv, urlhausJson } from "./Urlhaus.ts"

/** Detects the format of a line and reads the line. Each line of a list can have a different format. */
const readAnyLine = (line: string): ParsedEntries => {
  if (/^(?:\|\||@@|\[)/.test(line) || /#[@?$%]?#/.test(line)) return readAdblockLine(line)
  if (/^(?:address|server|local)=/.test(line)) return readDnsmasqLine(line)
  if (line.startsWith("\"")) return readUrlhausRow(line)
  if (/^(?:\*|\.)/.test(line)) return readWildcardLine(line) ?? (/\sCNAME\s/i.test(line) ? readRpzLine(line) : null)
  if (/^(?:[\d.]+|::1?)\s/.test(line)) return readHostsLine(line)
  return readDomainLine(line) ?? readUrlLine(line) ?? (/\sCNAME\s/i.test(line) ? readRpzLine(line) : null)
}

const anyLines = statelessFormat(
  "lines",
  "URLs, domains, hosts lines or adblock rules, detected per line",
  readAnyLine
)

/** All formats in order of detection. Specific formats come before general formats, and the mixed format comes last. */
export const feedFormats: ReadonlyArray<FeedFormat> = [
  urlhausCsv,
  threatFoxCsv,
  phishTankCsv,
  rpz,
  urlCsv,
  domainCsv,
  urlhausJson,
  phishTankJson,
  polkadotJson,
  ethPhishingJson,
  jsonNames,
  jsonRows,
  plainUrls,
  domains,
  hosts,
  adblock,
  wildcards,
  dnsmasq,
  anyLines
]

export const formatNamed = (id: string): FeedFormat | null => feedFormats.find((format) => format.id === id) ?? null

/** Detects the format of a list from its first lines. Returns the mixed format if no other format matches. */
export const formatOfLines = (lines: ReadonlyArray<string>): LineFormat =>
  feedFormats.find((format): format is LineFormat => format.reads === "lines" && format.recognizes(lines)) ?? anyLines

/** Detects the format of a JSON list from its first item. Returns null if no format matches. */
export const formatOfJson = (first: JsonItem): JsonFormat | null =>
  feedFormats.find((format): format is JsonFormat => format.reads === "json" && format.recognizes(first)) ?? null

/** Returns the titles of the JSON formats for messages. */
export const jsonTitles = (): string =>
  feedFormats.filter(({ reads }) => reads === "json").map(({ title }) => title).join(", ")
