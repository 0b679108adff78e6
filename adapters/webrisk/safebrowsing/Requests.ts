import { encodeBase64Url } from "../google/Json.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"

export const safeBrowsingUrl = "https://safebrowsing.googleapis.com"

/** Number of digest bytes sent to the vendor: hashes.search accepts only prefixes of exactly this length. */
export const searchPrefixBytes = 4
/**
 * Maximum prefixes per request. hashes.search accepts 1,000, but recommends at most 30, the number of expressions of one URL
 * interpretation.
 */
export const searchPrefixesMax = 30

/** Maximum entries of a list per response; the rest follows in the next response. */
export const updateEntriesMax = 1_048_576
/** Maximum entries of a stored list. The largest known lists have about four million. */
export const listEntriesMax = 16_777_216

/** Stored version of a list. */
export interface ListVersion {
  readonly name: string
  /** The vendor's version; empty to request the complete list. */
  readonly version: Uint8Array
}

/** Response format (Google Cloud, "System parameters"), consistent with the Accept header. */
const asProtobuf = ["alt", "proto"] as const

/** hashLists.batchGet: returns the changes of several lists since the stored versions. */
export const updateUrl = (vendor: Pick<Vendor, "url">, lists: ReadonlyArray<ListVersion>): URL =>
  methodUrl(vendor, "v5/hashLists:batchGet", [
    ...lists.map(({ name }) => ["names", name] as const),
    ...lists.filter(({ version }) => version.length > 0).map(({ version }) =>
      ["version", encodeBase64Url(version)] as const
    ),
    ["sizeConstraints.maxUpdateEntries", String(updateEntriesMax)],
    ["sizeConstraints.maxDatabaseEntries", String(listEntriesMax)],
    asProtobuf
  ])

/** hashes.search: returns the listed full digests that start with these prefixes. */
export const searchUrl = (vendor: Pick<Vendor, "url">, prefixes: ReadonlyArray<Uint8Array>): URL =>
  methodUrl(vendor, "v5/hashes:search", [
    ...prefixes.map((prefix) => ["hashPrefixes", encodeBase64Url(prefix)] as const),
    asProtobuf
  ])
