import { requestMillisMax, retryAfterMillisMax, retryJitterMillisMax, retryMillisMin } from "./Limits.ts"

/**
 * Reason why no token is available. `refused`: the site key is unknown, or the site does not list this host. `stale`:
 * the challenge or the ticket has expired or was used, so a new challenge helps. Other failures may be temporary.
 */
export type FailureReason =
  | "network"
  | "timeout"
  | "server"
  | "busy"
  | "refused"
  | "stale"
  | "invalid"
  | "puzzle"
  | "stopped"

export class Failure extends Error {
  readonly reason: FailureReason
  /** Delay in milliseconds after which a retry may succeed; null if a quick retry is pointless. */
  readonly retryMillis: number | null
  constructor(reason: FailureReason, retryMillis: number | null = null) {
    super(reason)
    this.reason = reason
    this.retryMillis = retryMillis
  }
}

export const failureReasonOf = (cause: unknown): FailureReason => cause instanceof Failure ? cause.reason : "puzzle"

export const sleep = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

type Reply = Record<string, unknown>

const reasonsByStatus: Readonly<Record<number, FailureReason>> = {
  403: "refused",
  409: "stale",
  410: "stale",
  422: "stale",
  429: "busy"
}

/** Posts JSON, and retries once if a retry may succeed. Sends the body as plain text, which avoids a CORS preflight. */
export const post = async (url: string, body: unknown, stop: AbortSignal): Promise<Reply> => {
  const text = JSON.stringify(body)
  try {
    return await postOnce(url, text, stop)
  } catch (cause) {
    const { retryMillis } = cause as Failure
    if (retryMillis === null) throw cause
    await sleep(retryMillis + retryMillisMin + Math.random() * retryJitterMillisMax)
    return await postOnce(url, text, stop)
  }
}

const postOnce = async (url: string, body: string, stop: AbortSignal): Promise<Reply> => {
  const { end, signal } = withTimeout(stop, requestMillisMax)
  try {
    const response = await fetch(url, { method: "POST", body, credentials: "omit", cache: "no-store", signal })
    if (response.ok) return await response.json() as Reply
    throw failureOf(response)
  } catch (cause) {
    if (stop.aborted) throw new Failure("stopped")
    throw cause instanceof Failure ? cause : new Failure(signal.aborted ? "timeout" : "network", 0)
  } finally {
    end()
  }
}

const failureOf = ({ headers, status }: Response): Failure => {
  const reason = reasonsByStatus[status] ?? (status >= 500 ? "server" : "invalid")
  const wait = Number(headers.get("retry-after")) * 1_000
  return new Failure(reason, (reason === "busy" || reason === "server") && wait <= retryAfterMillisMax ? wait : null)
}

/** Returns a signal that aborts when `stop` aborts, or after a timeout. The caller must call `end` in every case. */
export const withTimeout = (stop: AbortSignal, millis: number) => {
  const control = new AbortController()
  const abort = () => control.abort()
  const timer = setTimeout(abort, millis)
  stop.addEventListener("abort", abort)
  if (stop.aborted) abort()
  return {
    signal: control.signal,
    end: () => {
      clearTimeout(timer)
      stop.removeEventListener("abort", abort)
    }
  }
}
