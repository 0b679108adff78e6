import { accountApiPath } from "../../../adapters/http/account/api/AccountApi.ts"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import type { DocumentResult } from "../../../adapters/http/api/Documents.ts"
import type { BulkEmailResult, EmailResult } from "../../../adapters/http/api/Emails.ts"
import type { LeadRequest, LeadResult } from "../../../adapters/http/api/Leads.ts"
import type { RequestId } from "../../../core/kernel/Ids.ts"
import type { Unreachable } from "./Failure.ts"

/** Request and response types of the public API, by endpoint path. */
export interface PublicEndpoints {
  readonly "/scan": { readonly asked: FormData; readonly answer: typeof DocumentResult.Type }
  readonly "/scan/url": { readonly asked: { readonly url: string }; readonly answer: { readonly ok: boolean } }
  readonly "/scan/email": {
    readonly asked: { readonly email: string; readonly ip?: string }
    readonly answer: typeof EmailResult.Type
  }
  readonly "/scan/email/bulk": {
    readonly asked: { readonly emails: ReadonlyArray<string> }
    readonly answer: typeof BulkEmailResult.Type
  }
  readonly "/lead/analyze": { readonly asked: typeof LeadRequest.Type; readonly answer: typeof LeadResult.Type }
  readonly "/submit-phishing-link": {
    readonly asked: { readonly url: string }
    readonly answer: { readonly id: number; readonly url: string }
  }
}

/** Response of the public API: the unmodified body and the relevant headers. */
export type PublicApiResponse<Answer> =
  & {
    readonly status: number
    /** The unmodified response body. */
    readonly text: string
    readonly requestId: RequestId | null
    readonly creditsCharged: number | null
    /** Duration in milliseconds, including the upload. */
    readonly millis: number
  }
  & (
    | { readonly isSuccess: true; readonly answer: Answer }
    | {
      readonly isSuccess: false
      readonly message: string
      /** Delay before the next attempt, for 429 and 503. */
      readonly retryAfterSeconds: number | null
    }
  )

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Reports the uploaded fraction of the body, 0 to 1. */
  readonly onUploadProgress?: (share: number) => void
  /** Idempotency key. A repeated request with the same key, after a lost response, is not charged again. */
  readonly idempotencyKey?: string
}

const errorMessage = (text: string, status: number): string => {
  try {
    const body: unknown = JSON.parse(text)
    if (typeof body === "object" && body !== null) {
      const message = "message" in body ? body.message : "error" in body ? body.error : undefined
      if (typeof message === "string") return message
    }
  } catch {
    // The body is a proxy's error page, not an API response.
  }
  return `The server returned status ${status}.`
}

const parseHeaderNumber = (text: string | null): number | null => text === null || text === "" ? null : Number(text)

const parseResponse = <Answer>(sent: XMLHttpRequest, since: number): PublicApiResponse<Answer> => {
  const common = {
    status: sent.status,
    text: sent.responseText,
    requestId: sent.getResponseHeader("x-request-id"),
    creditsCharged: parseHeaderNumber(sent.getResponseHeader("x-credits-charged")),
    millis: performance.now() - since
  }
  return sent.status >= 200 && sent.status < 300
    ? { ...common, isSuccess: true, answer: JSON.parse(sent.responseText) as Answer }
    : {
      ...common,
      isSuccess: false,
      message: errorMessage(sent.responseText, sent.status),
      retryAfterSeconds: parseHeaderNumber(sent.getResponseHeader("retry-after"))
    }
}

/**
 * Calls an endpoint of the public API, authenticated by the session instead of a key. Uses `XMLHttpRequest` because `fetch` does not
 * report upload progress.
 *
 * @throws {Unreachable} if no response arrives; an `AbortError` if the request was aborted
 */
export const callPublicApi = <Path extends keyof PublicEndpoints>(
  path: Path,
  asked: PublicEndpoints[Path]["asked"],
  { idempotencyKey, onUploadProgress, signal }: CallOptions = {}
): Promise<PublicApiResponse<PublicEndpoints[Path]["answer"]>> =>
  new Promise((resolve, reject) => {
    const since = performance.now()
    const sent = new XMLHttpRequest()
    const unreachable: Unreachable = { _tag: "Unreachable", message: "Cannot reach the server. Try again." }
    sent.open("POST", `${accountApiPath}/try${path}`)
    sent.setRequestHeader(csrfHeader, "1")
    if (idempotencyKey !== undefined) sent.setRequestHeader("idempotency-key", idempotencyKey)
    sent.addEventListener("load", () => {
      try {
        resolve(parseResponse(sent, since))
      } catch {
        reject(unreachable)
      }
    })
    sent.addEventListener("error", () => reject(unreachable))
    sent.addEventListener("abort", () => reject(new DOMException("Stopped.", "AbortError")))
    sent.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onUploadProgress?.(loaded / total)
    })
    if (signal?.aborted) return reject(new DOMException("Stopped.", "AbortError"))
    signal?.addEventListener("abort", () => sent.abort(), { once: true })
    if (asked instanceof FormData) return sent.send(asked)
    sent.setRequestHeader("content-type", "application/json")
    sent.send(JSON.stringify(asked))
  })
