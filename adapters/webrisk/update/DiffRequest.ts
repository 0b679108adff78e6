import { base64Url, bytesOf } from "../google/Json.ts"
import type { WebRiskList } from "../google/ThreatLists.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"

/**
 * `threatLists:computeDiff`: what has changed in a list since a version. Limits of entries are left out: the published pages
 * contradict each other on which are allowed.
 *
 * @param token the version that is here, as the vendor named it; empty to have the whole list
 */
export const diffUrl = (vendor: Vendor, list: WebRiskList, token: string): URL => {
  const version = bytesOf(token)
  return methodUrl(vendor, "v1/threatLists:computeDiff", [
    ["threatType", list],
    ...(version === null || version.length === 0 ? [] : [["versionToken", base64Url(version)]] as const),
    ["constraints.supportedCompressions", "RAW"],
    ["constraints.supportedCompressions", "RICE"]
  ])
}
