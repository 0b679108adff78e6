import type { CallOptions, PublicApiResponse, PublicEndpoints } from "../../../api/PublicApi.ts"

/** Maximum delay before a retry, in seconds. A rate limit per minute never requires a longer delay. */
export const retryDelaySecondsMax = 120
/** Maximum retries of one request. After the last retry, the refusal is shown. */
export const retriesMax = 20

const signInNeeded = 401

/** Function with the signature of `callPublicApi`. */
export type CallPublicApi = <Path extends keyof PublicEndpoints>(
  path: Path,
  body: PublicEndpoints[Path]["body"],
  options?: CallOptions
) => Promise<PublicApiResponse<PublicEndpoints[Path]["result"]>>

export interface RetryOptions {
  readonly call: CallPublicApi
  /** Waits for a time in milliseconds. Ends early if the signal aborts. */
  readonly wait: (millis: number, signal?: AbortSignal) => Promise<void>
  /** Called before each wait, with its duration in seconds. */
  readonly onWait?: (seconds: number) => void
}

/**
 * Sends a request, and retries while the server asks the client to try again later. The server does so with status 429
 * or 503, or with 409 for a duplicate in progress.
 *
 * @throws {DOMException} named `AbortError` if the user canceled the request or the session ended
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
    // The session has ended, which the sign-in page explains. The user can repeat the request after signing in.
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

/** Waits for a time in milliseconds. Ends early if the signal aborts. */
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
