import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/** Public threat list. Gatehouse fetches only the feeds that the operator names. */
export interface KnownFeed {
  readonly id: string
  readonly title: string
  /** @param key the operator's key, escaped for a URL; null without a key */
  readonly url: (key: string | null) => string
  readonly key: "none" | "optional" | "required"
  readonly format: string
  /** Threat type of entries for which the list states no type. */
  readonly type: ThreatType
  /**
   * Update period in milliseconds. It is not shorter than the interval at which the list changes, or than the minimum
   * that the maintainers request.
   */
  readonly periodMillis: number
  /** Maximum age of the list in milliseconds. Older lists are not used. */
  readonly staleMillisMax: number
  /** License of the list. The operator is responsible for complying with it. */
  readonly license: string
  readonly terms: string
  /** How entries are added to the list. This determines whether the list is suitable for blocking. */
  readonly trust: "reviewed" | "community" | "automatic"
}

const minutes = 60_000
const hours = 60 * minutes
const days = 24 * hours

const raw = "https://raw.githubusercontent.com"

/** All known feeds. URLs and periods are from the pages in `terms`. */
export const knownFeeds: ReadonlyArray<KnownFeed> = [
  {
    id: "urlhaus",
    title: "URLhaus: malware download URLs of the last 30 days",
    url: (key) => `https://urlhaus-api.abuse.ch/v2/files/exports/${key}/recent.csv`,
    key: "required",
    format: "urlhaus-csv",
    type: "malware",
    periodMillis: 15 * minutes,
    staleMillisMax: 2 * days,
    license: "fair use; commercial use may need a subscription",
    terms: "https://urlhaus.abuse.ch/api/",
    trust: "reviewed"
  },
  {
    id: "threatfox",
    title: "ThreatFox: domains and URLs used by malware in recent days",
    url: (key) => `https://threatfox-api.abuse.ch/v2/files/exports/${key}/recent.csv`,
    key: "required",
    format: "threatfox-csv",
    type: "malware",
    periodMillis: hours,
    staleMillisMax: 2 * days,
    license: "fair use; commercial use may need a subscription",
    terms: "https://threatfox.abuse.ch/export/",
    trust: "community"
  },
  {
    id: "openphish",
    title: "OpenPhish community feed: phishing URLs",
    url: () => `${raw}/openphish/public_feed/refs/heads/main/feed.txt`,
    key: "none",
    format: "urls",
    type: "phishing",
    periodMillis: 6 * hours,
    staleMillisMax: 2 * days,
    license: "non-commercial use only",
    terms: "https://openphish.com/terms.html",
    trust: "automatic"
  },
  {
    id: "phishtank",
    title: "PhishTank: phishing URLs verified by its members",
    url: (key) => `https://data.phishtank.com/data/${key === null ? "" : `${key}/`}online-valid.csv.gz`,
    key: "optional",
    format: "phishtank-csv",
    type: "phishing",
    periodMillis: 6 * hours,
    staleMillisMax: 2 * days,
    license: "PhishTank terms of use; a few downloads a day without a key",
    terms: "https://phishtank.org/developer_info.php",
    trust: "community"
  },
  {
    id: "polkadot",
    title: "polkadot-js/phishing: crypto wallet phishing sites",
    url: () => "https://polkadot.js.org/phishing/all.json",
    key: "none",
    format: "polkadot-json",
    type: "phishing",
    periodMillis: 2 * hours,
    staleMillisMax: 7 * days,
    license: "Apache-2.0",
    terms: "https://github.com/polkadot-js/phishing",
    trust: "reviewed"
  },
  {
    id: "metamask",
    title: "eth-phishing-detect: crypto wallet phishing sites",
    url: () => `${raw}/MetaMask/eth-phishing-detect/main/src/config.json`,
    key: "none",
    format: "eth-phishing-json",
    type: "phishing",
    periodMillis: 2 * hours,
    staleMillisMax: 7 * days,
    license: "DBAD; read it before use",
    terms: "https://github.com/MetaMask/eth-phishing-detect",
    trust: "community"
  },
  {
    id: "phishing-database",
    title: "Phishing.Database: active phishing domains",
    url: () => `${raw}/Phishing-Database/Phishing.Database/master/phishing-domains-ACTIVE.txt`,
    key: "none",
    format: "domains",
    type: "phishing",
    periodMillis: 12 * hours,
    staleMillisMax: 7 * days,
    license: "MIT",
    terms: "https://github.com/Phishing-Database/Phishing.Database",
    trust: "automatic"
  },
  {
    id: "discord-antiscam",
    title: "Discord AntiScam: scam domains on Discord",
    url: () => `${raw}/Discord-AntiScam/scam-links/main/list.txt`,
    key: "none",
    format: "domains",
    type: "phishing",
    periodMillis: 12 * hours,
    staleMillisMax: 14 * days,
    license: "not stated; ask the maintainers",
    terms: "https://github.com/Discord-AntiScam/scam-links",
    trust: "community"
  },
  {
    id: "spam404",
    title: "Spam404: scam domains",
    url: () => `${raw}/Spam404/lists/master/main-blacklist.txt`,
    key: "none",
    format: "domains",
    type: "phishing",
    periodMillis: days,
    staleMillisMax: 14 * days,
    license: "CC BY-SA 4.0",
    terms: "https://github.com/Spam404/lists",
    trust: "community"
  }
]
