/** Bytes that arrive over time, such as a `ReadableStream` or a Node stream. */
export type ByteSource = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>

/** Document to scan: either `file`, or the public `url` of a document for Gatehouse to download. */
export type ScanDocumentRequest =
  | {
    /**
     * Content of the document. A retry can resend a `Blob` or bytes, and can call a function to open the document anew.
     * A stream is sent at most once.
     */
    readonly file: Blob | Uint8Array | ArrayBuffer | ByteSource | (() => ByteSource)
    /** Defaults to the name of a `File`, otherwise to `document`. */
    readonly filename?: string | undefined
    readonly url?: undefined
  }
  | { readonly url: string; readonly file?: undefined; readonly filename?: undefined }

export interface DocumentResult {
  /** Always true: the scan completed. */
  readonly ok: true
  /** Safety score from 0 (dangerous) to 100 (no findings). */
  readonly score: number
  /** `ok`: safe to proceed. `warn`: review it manually. `block`: do not open it. */
  readonly rating: "ok" | "warn" | "block"
  /** Findings that lowered the score, most serious first. Later releases may add codes. */
  readonly reasons: ReadonlyArray<{ readonly code: string; readonly message: string }>
  readonly summary: {
    readonly links_found: number
    readonly unique_domains: ReadonlyArray<string>
    readonly has_embedded_files: boolean
    readonly has_macros: boolean
  }
  /** `sha256:` followed by 64 lowercase hexadecimal digits. */
  readonly file_hash: string
  readonly filename: string
  /** Time of the scan in UTC, as ISO 8601 with milliseconds and offset. */
  readonly timestamp: string
}

export interface ScanUrlRequest {
  /** URL to screen, http or https. */
  readonly url: string
}

export interface UrlVerdict {
  /** True if no enforced threat source lists the URL; false if one does. */
  readonly ok: boolean
}

export interface ScanEmailRequest {
  readonly email: string
  /** IPv4 or IPv6 address of the visitor. If given, your network and country rules are checked too. */
  readonly ip?: string | undefined
}

export interface EmailSignals {
  /** Address that was checked, with its domain in lowercase ASCII form. */
  readonly email: string
  readonly domain: string
  /** Whether the address belongs to a temporary or throwaway mail service. */
  readonly disposable: boolean
  /** Whether one of your block rules matches the address or its domain. */
  readonly email_blocked: boolean
  /** Whether the address names a role instead of a person, such as `admin` or `info`. */
  readonly role_account: boolean
  /** Whether the domain belongs to a consumer or shared mail provider, such as Gmail. */
  readonly public_domain: boolean
  /** Corrected address if the domain is probably a typo; otherwise null. */
  readonly did_you_mean: string | null
}

export interface EmailResult extends EmailSignals {
  /** Always true: the check completed. */
  readonly ok: true
  /** Whether one of your network rules blocks `ip`; null if no `ip` was sent. */
  readonly ip_blocked: boolean | null
  /** Whether one of your country rules blocks the country of `ip`; null if no `ip` was sent. */
  readonly country_blocked: boolean | null
}

export interface ScanEmailBulkRequest {
  /** Email addresses to check, 1 to 500. */
  readonly emails: ReadonlyArray<string>
}

export interface BulkEmailResult {
  /** Always true: the batch was checked. */
  readonly ok: true
  /** One item for each valid address. `index` is its zero-based position in the request. */
  readonly results: ReadonlyArray<EmailSignals & { readonly index: number }>
  /** One item for each invalid address. These cost nothing. */
  readonly errors: ReadonlyArray<{ readonly index: number; readonly email: string; readonly message: string }>
}

/** Lead to analyze. `email`, `message` or both are required. */
export interface AnalyzeLeadRequest {
  readonly email?: string | undefined
  /** At most 20,000 characters. */
  readonly message?: string | undefined
  readonly name?: string | undefined
  readonly company?: string | undefined
  /** Website of the lead, as an http or https URL. */
  readonly website?: string | undefined
  /** Your label for the origin of the lead. It does not affect the verdict. */
  readonly source?: string | undefined
}

export interface LeadResult {
  readonly request_id: string
  readonly verdict: "clean" | "review" | "spam"
  /** Risk score from 0 (no risk signals) to 100 (certain threat). */
  readonly risk_score: number
  /** Machine-readable risk signals, strongest first. Later releases may add categories. */
  readonly categories: ReadonlyArray<string>
  /** Explanations for people, strongest first. */
  readonly reasons: ReadonlyArray<string>
  /** Language of the message as an ISO 639 code; null without a message, or if the message is too short. */
  readonly language: string | null
}

export interface SubmitPhishingLinkRequest {
  /** Suspected phishing URL, http or https. */
  readonly url: string
}

export interface PhishingSubmission {
  readonly id: number
  /** URL as first submitted. */
  readonly url: string
}

export interface VerifyShieldTokenRequest {
  /** Secret key of the site. */
  readonly secret: string
  /** Value of the form field `shield-token`. Send it even if it is empty. */
  readonly token: string
  readonly email?: string | null | undefined
  readonly text?: string | null | undefined
  /** Value of your hidden form field. A form with a nonempty value is rejected. */
  readonly honeypot?: string | null | undefined
}

export interface ShieldResult {
  /** Whether to accept the form. If false, reject it, whatever the score. */
  readonly success: boolean
  /** Score from 0 (very likely a bot) to 100 (very likely human). */
  readonly score?: number
  readonly geo?: { readonly country: string; readonly asn: string }
  /** Probability that `text` is spam, from 0 to 1. */
  readonly spam_score?: number
  readonly language?: string
  /** True if the form passes with reduced protection. */
  readonly degraded?: boolean
  /** Reason for the rejection. */
  readonly error?: string
}
