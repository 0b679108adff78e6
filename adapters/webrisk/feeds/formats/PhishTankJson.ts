import { Predicate } from "effect"
import { type JsonFormat, type Said, saysNothing, urlEntry } from "./Format.ts"
import { isWebAddress } from "./Names.ts"
import { isYes } from "./PhishTankCsv.ts"

/** `[{"phish_id": …, "url": …, "verified": "yes", "online": "yes", "target": "Other"}]` (phishtank.org/developer_info.php). */
export const phishTankJson: JsonFormat = {
  reads: "json",
  id: "phishtank-json",
  title: "PhishTank JSON",
  recognizes: ({ key, value }) => key === null && Predicate.isObject(value) && "phish_id" in value,
  read: ({ value }) => said(value)
}

const said = (row: unknown): Said => {
  if (!Predicate.isObject(row)) return null
  const { online, url, verified } = row as Readonly<Record<string, unknown>>
  if (typeof url !== "string" || !isWebAddress(url)) return null
  return isYes(String(verified ?? "")) && isYes(String(online ?? "")) ? [urlEntry(url, "phishing")] : saysNothing
}
