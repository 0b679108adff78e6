import type { CallOptions, PublicApiResponse, PublicEndpoints } from "../../../api/PublicApi.ts"

/** Longest delay before a retry, in seconds. A rate limit per minute never asks for more. */
export const retryDelaySecondsMax = 120
/** Maximum retries of one request before its refusal is shown. */
export const retriesMax = 20

const signInNeeded = 401

/** Same signature as `callPublicApi`. */
export type CallPublicApi = <Path extends keyof PublicEndpoints>(
  path: Path,
  body: PublicEndpoints[Path]["body"],
  options?: CallOptions
) => Promise<PublicApiResponse<PublicEndpoints[Path]["result"]>>

export interface RetryOptions {
  readonly call: CallPublicApi
  /** Waits; ends early if the signal aborts. */
  readonly wait: (millis: number, signal?: AbortSignal) => Promise<void>
  /** Called before each wait. */
  readonly onWait?: (seconds: number) => void
}

/**
 * Sends a request, and retries while the server asks to try later (429, 503, and 409 for a duplicate in progress).
 *
 * @throws {DOMException} an `AbortError` if the user canceled or the session ended
 */
export const callWithRetries = async <Path extends keyof PublicEndpoints>(
  path: Path,
  body: PublicEndpoints[Path]["body"],
  options: CallOptions,
  { call, onWait, wait }: RetryOptions
): Promise<PublicApiResponse<PublicEndpoints[Path]["result"]>> => {
  for (let retries = 0;; retries++) {
    const answer = await call(path, body, options)
    if (answer.isSuccess) return answer
    // The session ended, which the sign-in page explains. The user can repeat the request afterwards.
    if (answer.status === signInNeeded) throw new DOMException("The session has ended.", "AbortError")
    const { retryAfterSeconds: seconds, status } = answer
    const isRetryable = status === 429 || status === 503 || status === 409
    if (!isRetryable || seconds === null || !(seconds <= retryDelaySecondsMax) || retries >= retriesMax) return answer
    onWait?.(seconds)
    await wait(Math.max(1, seconds) * 1_000, options.signal)
    if (options.signal?.aborted === true) throw new DOMException("Stopped.", "AbortError")
  }
}

/** Reports whether a failure is a cancellation and not an error. */
export const isAbort = (failure: unknown): boolean => failure instanceof DOMException && failure.name === "AbortError"

/** Waits until the time has passed or the signal aborts. */
export const sleep = (millis: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener("abort", end)
      resolve()
    }
    const timer = setTimeout(end, millis)
    if (signal?.aborted === true) end()
    else signal?.addEventListener("abort", end)
  })
