import { accountApiPath } from "../../../adapters/http/account/api/AccountApi.ts"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import type { DocumentResult } from "../../../adapters/http/api/Documents.ts"
import type { BulkEmailResult, EmailResult } from "../../../adapters/http/api/Emails.ts"
import type { LeadRequest, LeadResult } from "../../../adapters/http/api/Leads.ts"
import type { RequestId } from "../../../core/kernel/Ids.ts"
import type { Unreachable } from "./Failure.ts"

/** Request and response types of the public API, by endpoint path. */
export interface PublicEndpoints {
  readonly "/scan": { readonly body: FormData; readonly result: typeof DocumentResult.Type }
  readonly "/scan/url": { readonly body: { readonly url: string }; readonly result: { readonly ok: boolean } }
  readonly "/scan/email": {
    readonly body: { readonly email: string; readonly ip?: string }
    readonly result: typeof EmailResult.Type
  }
  readonly "/scan/email/bulk": {
    readonly body: { readonly emails: ReadonlyArray<string> }
    readonly result: typeof BulkEmailResult.Type
  }
  readonly "/lead/analyze": { readonly body: typeof LeadRequest.Type; readonly result: typeof LeadResult.Type }
  readonly "/submit-phishing-link": {
    readonly body: { readonly url: string }
    readonly result: { readonly id: number; readonly url: string }
  }
}

/** Response of the public API: the status, the relevant headers, and the body as text and decoded. */
export type PublicApiResponse<Answer> =
  & {
    readonly status: number
    /** The unmodified response body. */
    readonly text: string
    readonly requestId: RequestId | null
    readonly creditsCharged: number | null
    /** Duration of the call in milliseconds, including the upload. */
    readonly millis: number
  }
  & (
    | { readonly isSuccess: true; readonly result: Answer }
    | {
      readonly isSuccess: false
      readonly message: string
      /**
       * Seconds to wait before the next attempt, or null. Comes from the `Retry-After` header of a 429 or 503 response.
       */
      readonly retryAfterSeconds: number | null
    }
  )

export interface CallOptions {
  readonly signal?: AbortSignal
  /** Receives the uploaded fraction of the body, from 0 to 1. */
  readonly onUploadProgress?: (share: number) => void
  /** Idempotency key. If a response was lost, a repeated request with the same key is not charged again. */
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

const parseResponse = <Answer>(xhr: XMLHttpRequest, startedAt: number): PublicApiResponse<Answer> => {
  const common = {
    status: xhr.status,
    text: xhr.responseText,
    requestId: xhr.getResponseHeader("x-request-id"),
    creditsCharged: parseHeaderNumber(xhr.getResponseHeader("x-credits-charged")),
    millis: performance.now() - startedAt
  }
  return xhr.status >= 200 && xhr.status < 300
    ? { ...common, isSuccess: true, result: JSON.parse(xhr.responseText) as Answer }
    : {
      ...common,
      isSuccess: false,
      message: errorMessage(xhr.responseText, xhr.status),
      retryAfterSeconds: parseHeaderNumber(xhr.getResponseHeader("retry-after"))
    }
}

/**
 * Calls an endpoint of the public API, authenticated by the session instead of a key. Uses `XMLHttpRequest` because
 * `fetch` does not report upload progress.
 *
 * @throws {Unreachable} if no usable response arrives
 * @throws {DOMException} named `AbortError` if the request was aborted
 */
export const callPublicApi = <Path extends keyof PublicEndpoints>(
  path: Path,
  body: PublicEndpoints[Path]["body"],
  { idempotencyKey, onUploadProgress, signal }: CallOptions = {}
): Promise<PublicApiResponse<PublicEndpoints[Path]["result"]>> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const xhr = new XMLHttpRequest()
    const unreachable: Unreachable = { _tag: "Unreachable", message: "Cannot reach the server. Try again." }
    xhr.open("POST", `${accountApiPath}/try${path}`)
    xhr.setRequestHeader(csrfHeader, "1")
    if (idempotencyKey !== undefined) xhr.setRequestHeader("idempotency-key", idempotencyKey)
    xhr.addEventListener("load", () => {
      try {
        resolve(parseResponse(xhr, startedAt))
      } catch {
        reject(unreachable)
      }
    })
    xhr.addEventListener("error", () => reject(unreachable))
    xhr.addEventListener("abort", () => reject(new DOMException("Stopped.", "AbortError")))
    xhr.upload.addEventListener("progress", ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onUploadProgress?.(loaded / total)
    })
    if (signal?.aborted) return reject(new DOMException("Stopped.", "AbortError"))
    signal?.addEventListener("abort", () => xhr.abort(), { once: true })
    if (body instanceof FormData) return xhr.send(body)
    xhr.setRequestHeader("content-type", "application/json")
    xhr.send(JSON.stringify(body))
  })
