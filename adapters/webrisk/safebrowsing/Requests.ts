import { encodeBase64Url } from "../google/Json.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"

export const safeBrowsingUrl = "https://safebrowsing.googleapis.com"

/** Number of digest bytes that are sent to the vendor. hashes.search accepts only prefixes of exactly this length. */
export const searchPrefixBytes = 4
/**
 * Maximum prefixes per request. The API accepts 1,000 but recommends at most 30 (hashes.search). One interpretation of
 * a URL has at most 30 expressions.
 */
export const searchPrefixesMax = 30

/** Maximum entries of a list per response. Further entries follow in the next response. */
export const updateEntriesMax = 1_048_576
/** Maximum entries of a stored list. The largest known lists have about four million. */
export const listEntriesMax = 16_777_216

/** Stored version of a list. */
export interface ListVersion {
  readonly name: string
  /** Version token of the vendor; empty to request the complete list. */
  readonly version: Uint8Array
}

/**
 * Query parameter that requests protobuf responses, as the `Accept` header does (Google Cloud, "System parameters").
 */
const asProtobuf = ["alt", "proto"] as const

/** Returns the URL of a hashLists.batchGet request for the changes of several lists since the stored versions. */
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

/** Returns the URL of a hashes.search request for the listed full digests that start with the given prefixes. */
export const searchUrl = (vendor: Pick<Vendor, "url">, prefixes: ReadonlyArray<Uint8Array>): URL =>
  methodUrl(vendor, "v5/hashes:search", [
    ...prefixes.map((prefix) => ["hashPrefixes", encodeBase64Url(prefix)] as const),
    asProtobuf
  ])
