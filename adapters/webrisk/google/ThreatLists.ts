import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/** Lists of the Web Risk API v1 (`ThreatType`), most severe first. */
export const webRiskLists = [
  "MALWARE",
  "SOCIAL_ENGINEERING",
  "UNWANTED_SOFTWARE",
  "SOCIAL_ENGINEERING_EXTENDED_COVERAGE"
] as const

export type WebRiskList = typeof webRiskLists[number]

/** Default lists. The extended coverage finds more phishing, but has more false positives. */
export const webRiskListsDefault: ReadonlyArray<WebRiskList> = webRiskLists.slice(0, 3)

const types: Readonly<Record<WebRiskList, ThreatType>> = {
  MALWARE: "malware",
  SOCIAL_ENGINEERING: "phishing",
  UNWANTED_SOFTWARE: "unwanted-software",
  SOCIAL_ENGINEERING_EXTENDED_COVERAGE: "phishing"
}

/** Returns the type of the most severe requested list among the names; null if none of the names is requested. */
export const worstType = (names: ReadonlyArray<unknown>, requested: ReadonlyArray<WebRiskList>): ThreatType | null => {
  const worst = webRiskLists.find((list) => requested.includes(list) && names.includes(list))
  return worst === undefined ? null : types[worst]
}
