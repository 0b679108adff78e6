import { adblock } from "./Adblock.ts"
import { domainCsv, urlCsv } from "./AnyCsv.ts"
import { anyLines } from "./AnyLines.ts"
import { dnsmasq } from "./Dnsmasq.ts"
import { domains } from "./Domains.ts"
import type { FeedFormat, JsonFormat, JsonItem, LineFormat } from "./Format.ts"
import { hosts } from "./Hosts.ts"
import { ethPhishingJson, jsonNames, polkadotJson } from "./JsonNames.ts"
import { jsonRows } from "./JsonRows.ts"
import { phishTankCsv } from "./PhishTankCsv.ts"
import { phishTankJson } from "./PhishTankJson.ts"
import { plainUrls } from "./PlainUrls.ts"
import { rpz } from "./Rpz.ts"
import { threatFoxCsv } from "./ThreatFoxCsv.ts"
import { urlhausCsv } from "./UrlhausCsv.ts"
import { urlhausJson } from "./UrlhausJson.ts"
import { wildcards } from "./Wildcards.ts"

/** All formats, in the order in which a list is tried: what is told by its heading first, any lines last. */
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

/** Which format lines are; any lines when nothing tells. */
export const formatOfLines = (lines: ReadonlyArray<string>): LineFormat =>
  feedFormats.find((format): format is LineFormat => format.reads === "lines" && format.recognizes(lines)) ?? anyLines

/** Which format JSON is that begins with this item; null for none. */
export const formatOfJson = (first: JsonItem): JsonFormat | null =>
  feedFormats.find((format): format is JsonFormat => format.reads === "json" && format.recognizes(first)) ?? null

/** What JSON can be, in words. */
export const jsonTitles = (): string =>
  feedFormats.filter(({ reads }) => reads === "json").map(({ title }) => title).join(", ")
