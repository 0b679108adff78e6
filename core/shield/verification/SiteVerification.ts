/** Reasons to reject a verification, used in responses and counters. */
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

/** Form data sent by a site's server, with its secret (contract, section 4.7). */
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
    /** 0 to 100, higher is more human. */
    readonly score: number
    /** Location of the visitor. Null if the country or the network is unknown. */
    readonly geo: { readonly country: string; readonly asn: string } | null
    /** Probability, two decimals. Null without text, or if the site has turned off spam detection. */
    readonly spamScore: number | null
    readonly language: string | null
  }
  | { readonly kind: "rejected"; readonly reason: RejectionReason }
  /** Accepted without knowing whether the visitor is human. */
  | { readonly kind: "degraded" }
