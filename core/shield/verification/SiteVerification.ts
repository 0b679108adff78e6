/** Every reason for which a verification is rejected: the words of the answer, and of what is counted. */
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

/** What a site's server sends of a form, and its secret (contract, section 4.7). */
export interface VerificationQuestion extends SentForm {
  readonly secret: string
}

export interface SentForm {
  readonly token: string
  /** Blank counts as not given; so does blank text. */
  readonly email?: string | undefined
  readonly text?: string | undefined
  readonly honeypot?: string | undefined
}

/** The three answers to it. */
export type SiteVerification =
  | {
    readonly kind: "human"
    /** 0 to 100, higher is more human. */
    readonly score: number
    /** Of the visitor; null where country or network is not known. */
    readonly geo: { readonly country: string; readonly asn: string } | null
    /** Probability, two decimals; null without text, or where the site does not want it. */
    readonly spamScore: number | null
    readonly language: string | null
  }
  | { readonly kind: "rejected"; readonly reason: RejectionReason }
  /** Passes, though nobody knows whether it is a person. */
  | { readonly kind: "degraded" }
