import { discardBody, errorName, readBounded } from "../shield/PostJson.ts"
import type { ConnectionErrorCode } from "./Errors.ts"
import type { OpenBody, RequestBody } from "./RequestBody.ts"

/** Maximum bytes of a response. A bulk check of 500 addresses returns about 150 KB. */
export const responseBytesMax = 8 * 1024 * 1024

export type AttemptResult =
  /** The server responded. `json` is undefined if the body is not JSON or too large. */
  | { readonly kind: "response"; readonly status: number; readonly headers: Headers; readonly json: unknown }
  | FailedAttempt

/** There was no complete response. */
export interface FailedAttempt {
  readonly kind: "failed"
  readonly code: ConnectionErrorCode
  readonly message: string
  readonly cause: unknown
  /** Whether the request may have reached Gatehouse. */
  readonly mayBeProcessed: boolean
}

export interface AttemptInput {
  readonly fetch: typeof fetch
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: RequestBody
  readonly timeoutMillis: number
  /** Milliseconds that remain for the whole call. */
  readonly millisLeft: () => number
  readonly signal: AbortSignal | undefined
}

/** Sends one request and reads its response. Never rejects, and ends in time even if `fetch` ignores its signal. */
export const sendRequest = async (input: AttemptInput): Promise<AttemptResult> => {
  const { millisLeft, signal, timeoutMillis } = input
  const controller = new AbortController()
  let settle: (result: AttemptResult) => void = () => {}
  const ended = new Promise<AttemptResult>((resolve) => {
    settle = resolve
  })
  const end = (code: ConnectionErrorCode, message: string, cause: unknown): void => {
    settle({ kind: "failed", code, message, cause, mayBeProcessed: true })
    controller.abort()
  }
  const onTimeout = () => end("timeout", `Gatehouse sent no complete response within ${timeoutMillis} ms.`, undefined)
  const startTimer = () => setTimeout(onTimeout, Math.min(timeoutMillis, Math.max(0, millisLeft())))
  let timer: ReturnType<typeof setTimeout> | null = startTimer()
  const onAbort = () => end("aborted", "The call was aborted.", signal?.reason)
  signal?.addEventListener("abort", onAbort, { once: true })
  try {
    const events = {
      onProgress: () => {
        if (timer === null) return
        clearTimeout(timer)
        timer = startTimer()
      },
      onSourceError: (error: unknown) => end("source_failed", "The source of the document failed.", error)
    }
    return await Promise.race([ended, exchange(input, input.body.open(events), controller.signal)])
  } finally {
    clearTimeout(timer)
    timer = null
    signal?.removeEventListener("abort", onAbort)
  }
}

const exchange = async (
  { fetch, headers, url }: AttemptInput,
  { body, contentType, isStream }: OpenBody,
  signal: AbortSignal
): Promise<AttemptResult> => {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: contentType === null ? headers : { ...headers, "Content-Type": contentType },
      body,
      // Following a redirect would send the API key to another address.
      redirect: "manual",
      signal,
      // `fetch` requires this for streams. The type declarations of browsers lack it.
      ...isStream ? { duplex: "half" } : {}
    })
    return { kind: "response", status: response.status, headers: response.headers, json: await readJson(response) }
  } catch (cause) {
    return {
      kind: "failed",
      code: "connection_failed",
      message: `The connection to Gatehouse failed: ${errorName(cause)}.`,
      cause,
      mayBeProcessed: mayHaveBeenSent(cause)
    }
  }
}

/** Codes of errors that occur before a connection exists. The last two are of Undici and Bun. */
const unsentErrors: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
  "ConnectionRefused"
])

/** Reports whether a request that failed with this error may have reached Gatehouse. */
export const mayHaveBeenSent = (error: unknown): boolean => !unsentErrors.has(errorName(error))

/** Parses the body of a response. Returns undefined for a redirect, and for a body that is not JSON or too large. */
const readJson = async (response: Response): Promise<unknown> => {
  if (response.status < 200 || response.status >= 300 && response.status < 400) {
    discardBody(response.body)
    return undefined
  }
  const bytes = response.body === null ? new Uint8Array() : await readBounded(response.body, responseBytesMax)
  if (bytes === null) return undefined
  try {
    return JSON.parse(new TextDecoder().decode(bytes))
  } catch {
    return undefined
  }
}
