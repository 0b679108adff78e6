import type { ThreatType } from "../../../core/threats/WebRisk.ts"

/** The lists of the Web Risk API v1 (`ThreatType`), the worst first. */
export const webRiskLists = [
  "MALWARE",
  "SOCIAL_ENGINEERING",
  "UNWANTED_SOFTWARE",
  "SOCIAL_ENGINEERING_EXTENDED_COVERAGE"
] as const

export type WebRiskList = typeof webRiskLists[number]

/** What is asked about unless told otherwise: the extended coverage finds more phishing, and accuses more that is none. */
export const webRiskListsDefault: ReadonlyArray<WebRiskList> = webRiskLists.slice(0, 3)

const types: Readonly<Record<WebRiskList, ThreatType>> = {
  MALWARE: "malware",
  SOCIAL_ENGINEERING: "phishing",
  UNWANTED_SOFTWARE: "unwanted-software",
  SOCIAL_ENGINEERING_EXTENDED_COVERAGE: "phishing"
}

/** The worst of the lists that a vendor names, of those that were asked about; null for names that nobody knows. */
export const worstType = (names: ReadonlyArray<unknown>, asked: ReadonlyArray<WebRiskList>): ThreatType | null => {
  const worst = webRiskLists.find((list) => asked.includes(list) && names.includes(list))
  return worst === undefined ? null : types[worst]
}
