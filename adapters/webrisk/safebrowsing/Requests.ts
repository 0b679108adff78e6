import { base64Url } from "../google/Json.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"

/** Google's own address. */
export const safeBrowsingUrl = "https://safebrowsing.googleapis.com"

/** Only so much of a digest ever leaves the house: hashes.search takes prefixes of exactly this length. */
export const searchPrefixBytes = 4
/** hashes.search takes 1 000, but asks for no more than 30, as many as one reading of a URL has expressions. */
export const searchPrefixesMax = 30

/** Entries of a list that one answer may bring; what is missing then comes with the next. */
export const updateEntriesMax = 1_048_576
/** Entries that a list may have here. The largest known have about four million. */
export const listEntriesMax = 16_777_216

/** What of a list is here already. */
export interface ListVersion {
  readonly name: string
  /** As the vendor named it; empty to have all of it. */
  readonly version: Uint8Array
}

/** How answers come (Google Cloud, "System parameters"); the header says the same. */
const asProtobuf = ["alt", "proto"] as const

/** hashLists.batchGet: what has changed in several lists since the versions that are here. */
export const updateUrl = (vendor: Pick<Vendor, "url">, lists: ReadonlyArray<ListVersion>): URL =>
  methodUrl(vendor, "v5/hashLists:batchGet", [
    ...lists.map(({ name }) => ["names", name] as const),
    ...lists.filter(({ version }) => version.length > 0).map(({ version }) => ["version", base64Url(version)] as const),
    ["sizeConstraints.maxUpdateEntries", String(updateEntriesMax)],
    ["sizeConstraints.maxDatabaseEntries", String(listEntriesMax)],
    asProtobuf
  ])

/** hashes.search: which whole digests that begin with these prefixes are listed. */
export const searchUrl = (vendor: Pick<Vendor, "url">, prefixes: ReadonlyArray<Uint8Array>): URL =>
  methodUrl(vendor, "v5/hashes:search", [
    ...prefixes.map((prefix) => ["hashPrefixes", base64Url(prefix)] as const),
    asProtobuf
  ])
