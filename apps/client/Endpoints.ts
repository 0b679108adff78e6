import type {
  AnalyzeLeadRequest,
  BulkEmailResult,
  DocumentResult,
  EmailResult,
  LeadResult,
  PhishingSubmission,
  ScanDocumentRequest,
  ScanEmailBulkRequest,
  ScanEmailRequest,
  ScanUrlRequest,
  ShieldResult,
  SubmitPhishingLinkRequest,
  UrlVerdict,
  VerifyShieldTokenRequest
} from "./Types.ts"

/** Request and result of each operation, by the operation ids of the OpenAPI document. */
export interface Operations {
  readonly scanDocument: readonly [request: ScanDocumentRequest, result: DocumentResult]
  readonly scanUrl: readonly [request: ScanUrlRequest, result: UrlVerdict]
  readonly scanEmail: readonly [request: ScanEmailRequest, result: EmailResult]
  readonly scanEmailBulk: readonly [request: ScanEmailBulkRequest, result: BulkEmailResult]
  readonly analyzeLead: readonly [request: AnalyzeLeadRequest, result: LeadResult]
  readonly submitPhishingLink: readonly [request: SubmitPhishingLinkRequest, result: PhishingSubmission]
  readonly verifyShieldToken: readonly [request: VerifyShieldTokenRequest, result: ShieldResult]
}

export type Operation = keyof Operations

/**
 * Requests that can be repeated without a second effect:
 * - `with-key`: all, because the idempotency key makes Gatehouse charge once and repeat its response.
 * - `always`: all, because the operation is free and has the same result each time.
 * - `unprocessed`: only those that Gatehouse has not processed, because the operation uses up its token.
 */
export type Repeatable = "with-key" | "always" | "unprocessed"

/** JSON type of a field. */
export type FieldType = "array" | "boolean" | "number" | "object" | "string"

export interface Endpoint {
  readonly path: string
  readonly repeatable: Repeatable
  /** Whether the endpoint authenticates the caller by the API key. */
  readonly hasApiKey: boolean
  /** Required result fields that cannot be null. A response that lacks one of them is not from Gatehouse. */
  readonly resultFields: Readonly<Record<string, FieldType>>
}

const keyed = { hasApiKey: true, repeatable: "with-key" } as const
const free = { hasApiKey: true, repeatable: "always" } as const

const emailFields = {
  ok: "boolean",
  email: "string",
  domain: "string",
  disposable: "boolean",
  email_blocked: "boolean",
  role_account: "boolean",
  public_domain: "boolean"
} as const

export const endpoints: Readonly<Record<Operation, Endpoint>> = {
  scanDocument: {
    ...keyed,
    path: "/scan",
    resultFields: {
      ok: "boolean",
      score: "number",
      rating: "string",
      reasons: "array",
      summary: "object",
      file_hash: "string",
      filename: "string",
      timestamp: "string"
    }
  },
  scanUrl: { ...keyed, path: "/scan/url", resultFields: { ok: "boolean" } },
  scanEmail: { ...keyed, path: "/scan/email", resultFields: emailFields },
  scanEmailBulk: {
    ...keyed,
    path: "/scan/email/bulk",
    resultFields: { ok: "boolean", results: "array", errors: "array" }
  },
  analyzeLead: {
    ...free,
    path: "/lead/analyze",
    resultFields: {
      request_id: "string",
      verdict: "string",
      risk_score: "number",
      categories: "array",
      reasons: "array"
    }
  },
  submitPhishingLink: { ...free, path: "/submit-phishing-link", resultFields: { id: "number", url: "string" } },
  verifyShieldToken: {
    hasApiKey: false,
    repeatable: "unprocessed",
    path: "/shield/siteverify",
    resultFields: { success: "boolean" }
  }
}
