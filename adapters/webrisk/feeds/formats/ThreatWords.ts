import type { ThreatType } from "../../../../core/threats/WebRisk.ts"

const words: ReadonlyArray<readonly [RegExp, ThreatType]> = [
  [/phish|social.?engineering|scam|fraud|spoof/i, "phishing"],
  [/malware|payload|botnet|c2|ransom|trojan|exploit|skimmer|skimming|infect/i, "malware"],
  [/unwanted|adware|\bpu[ap]\b/i, "unwanted-software"],
  [/harmful.?application/i, "harmful-application"]
]

/** What the words of a list mean (URLhaus: `malware_download`; ThreatFox: `botnet_cc`, `payload_delivery`); null when unknown. */
export const threatTypeOf = (text: string): ThreatType | null => words.find(([word]) => word.test(text))?.[1] ?? null
