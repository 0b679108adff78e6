import { Predicate } from "effect"
import { readDomainCell, readUrlCell } from "./AnyCsv.ts"
import { domainEntry, isHostName, type JsonFormat, noEntries, type ParsedEntries } from "./Format.ts"
import { readUrlLine } from "./LineFormats.ts"

/** Format for an array of domains and URLs, the most common kind of JSON list. */
export const jsonNames: JsonFormat = {
  reads: "json",
  id: "json",
  title: "a JSON array of domains and URLs",
  recognizes: ({ key, value }) => key === null && typeof value === "string",
  read: ({ value }) => parseName(value)
}

/** Creates a format for an object with arrays of blocked names and arrays of exceptions. Other arrays are ignored. */
const denyListFormat = (
  id: string,
  title: string,
  deny: ReadonlyArray<string>,
  allow: ReadonlyArray<string>,
  other: ReadonlyArray<string>
): JsonFormat => ({
  reads: "json",
  id,
  title,
  recognizes: ({ key, value }) =>
    key !== null && typeof value === "string" && [...deny, ...allow, ...other].includes(key),
  read: ({ key, value }) => key !== null && deny.includes(key) ? parseName(value) : noEntries,
  isException: ({ key, value }) => key !== null && allow.includes(key) && typeof value === "string"
})

/** Format `{allow, deny, denySub}`. `denySub` contains pages (github.com/polkadot-js/phishing). */
export const polkadotJson = denyListFormat(
  "polkadot-json",
  "polkadot-js phishing JSON",
  ["deny", "denySub"],
  ["allow"],
  []
)

/**
 * Format `{blacklist, whitelist, fuzzylist, tolerance}` (github.com/MetaMask/eth-phishing-detect).
 *
 * The names can also be `blocklist` and `allowlist`.
 */
export const ethPhishingJson = denyListFormat(
  "eth-phishing-json",
  "eth-phishing-detect JSON",
  ["blacklist", "blocklist"],
  ["whitelist", "allowlist"],
  ["fuzzylist"]
)

const parseName = (entry: unknown): ParsedEntries => {
  if (typeof entry !== "string") return null
  const name = entry.trim().replace(/^\*\./, "")
  return isHostName(name) ? [domainEntry(name)] : readUrlLine(name)
}

/** Format for any array of objects with a `url` or, without a URL, a `domain`. */
export const jsonRows: JsonFormat = {
  reads: "json",
  id: "json-rows",
  title: "a JSON array of objects with url or domain",
  recognizes: ({ key, value }) =>
    key === null && Predicate.isObject(value) && (hasText(value, "url") || hasText(value, "domain")),
  read: ({ value }) => parseRow(value)
}

const parseRow = (row: unknown): ParsedEntries => {
  if (!Predicate.isObject(row)) return null
  const cell = (column: string) => textOf(row, column).trim()
  return hasText(row, "url") ? readUrlCell(cell) : readDomainCell(cell)
}

const hasText = (row: Readonly<Record<string, unknown>>, column: string): boolean => textOf(row, column) !== ""

const textOf = (row: Readonly<Record<string, unknown>>, column: string): string => {
  const value = Object.hasOwn(row, column) ? row[column] : null
  return typeof value === "string" ? value : ""
}
