import { maskSubject } from "../history/MaskSubject.ts"
import type { RequestDetails } from "../history/RequestDetails.ts"
import type { EmailSignals } from "./CheckEmail.ts"

/** Of a check, what is kept beside its request: which domain was meant. Null where the verdict tells all. */
export const emailDetails = ({ did_you_mean }: Pick<EmailSignals, "did_you_mean">): RequestDetails | null =>
  did_you_mean === null ? null : { score: null, reasons: [], facts: { did_you_mean: maskSubject(did_you_mean) } }
