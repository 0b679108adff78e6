/** Reason for a rejected verification, as in responses and counters. */
export type RejectionReason =
  | "honeypot"
  | "invalid secret"
  | "invalid token"
  | "expired token"
  | "invalid hostname"
  | "duplicate token"
  | "low score"
  | "invalid email"
  | "email blocked"
  | "disposable email"
  | "ip blocked"
  | "country blocked"
  | "missing token"
  | "degraded token"

/** Form data from a site's server, with the site's secret (contract, section 4.7). */
export interface VerificationRequest extends SubmittedForm {
  readonly secret: string
}

export interface SubmittedForm {
  readonly token: string
  /** A blank email or text counts as absent. */
  readonly email?: string | undefined
  readonly text?: string | undefined
  readonly honeypot?: string | undefined
}

export type SiteVerification =
  | {
    readonly kind: "human"
    /** Score from 0 (very likely a bot) to 100 (very likely a person). */
    readonly score: number
    /** Location of the visitor. Null if the country or the network is unknown. */
    readonly geo: { readonly country: string; readonly asn: string } | null
    /**
     * Probability of spam with two decimals. Null if there is no text, or if the site has turned off spam detection.
     */
    readonly spamScore: number | null
    readonly language: string | null
  }
  | { readonly kind: "rejected"; readonly reason: RejectionReason }
  /** The form is accepted, but it is unknown whether the visitor is human. */
  | { readonly kind: "degraded" }
