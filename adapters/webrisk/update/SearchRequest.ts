import { base64Url } from "../google/Json.ts"
import type { WebRiskList } from "../google/ThreatLists.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"

/** `hashes:search`: which whole digests that begin with this prefix are on these lists. One prefix a call. */
export const searchUrl = (vendor: Vendor, prefix: Uint8Array, lists: ReadonlyArray<WebRiskList>): URL =>
  methodUrl(vendor, "v1/hashes:search", [
    ["hashPrefix", base64Url(prefix)],
    ...lists.map((list) => ["threatTypes", list] as const)
  ])
