import type { WebRiskList } from "../google/ThreatLists.ts"
import { methodUrl, type Vendor } from "../google/Vendor.ts"

/** `uris:search`: on which of these lists a URL is. */
export const lookupUrl = (vendor: Vendor, uri: string, lists: ReadonlyArray<WebRiskList>): URL =>
  methodUrl(vendor, "v1/uris:search", [["uri", uri], ...lists.map((list) => ["threatTypes", list] as const)])
