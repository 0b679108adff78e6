import { requestMillisMax, retryAfterMillisMax, retryMillisMin, retryMillisMore } from "./Limits.ts"

/**
 * Why there is no token. `refused`: the site key is unknown, or the site does not list this host. `stale`: the challenge
 * or the ticket has ended or was used; a new challenge helps. The rest may pass by itself.
 */
export type Trouble = "network" | "timeout" | "server" | "busy" | "refused" | "stale" | "invalid" | "puzzle" | "stopped"

export class Failure extends Error {
  readonly trouble: Trouble
  constructor(trouble: Trouble) {
    super(trouble)
    this.trouble = trouble
  }
}

export const troubleOf = (cause: unknown): Trouble => cause instanceof Failure ? cause.trouble : "puzzle"

export const pause = (millis: number): Promise<void> => new Promise((done) => setTimeout(done, millis))

type Reply = Record<string, unknown>

const troubles: Readonly<Record<number, Trouble>> = {
  403: "refused",
  409: "stale",
  410: "stale",
  422: "stale",
  429: "busy"
}

const troubleOfStatus = (status: number): Trouble => troubles[status] ?? (status >= 500 ? "server" : "invalid")

/** Posts JSON, and once more where that may help. The body is text, for which browsers ask no leave beforehand. */
export const post = async (url: string, body: unknown, stop: AbortSignal): Promise<Reply> => {
  const text = JSON.stringify(body)
  const first = await postOnce(url, text, stop)
  if (first instanceof Failure === false) return first
  const wait = first.retryMillis
  if (wait === null || stop.aborted) throw first
  await pause(wait + retryMillisMin + Math.random() * retryMillisMore)
  const second = await postOnce(url, text, stop)
  if (second instanceof Failure) throw second
  return second
}

/** A failure of one attempt; `retryMillis` is null where a second one is of no use now. */
class AttemptFailure extends Failure {
  readonly retryMillis: number | null
  constructor(trouble: Trouble, retryMillis: number | null) {
    super(trouble)
    this.retryMillis = retryMillis
  }
}

const postOnce = async (url: string, body: string, stop: AbortSignal): Promise<Reply | AttemptFailure> => {
  const control = new AbortController()
  const end = () => control.abort()
  const timer = setTimeout(end, requestMillisMax)
  stop.addEventListener("abort", end)
  try {
    if (stop.aborted) return new AttemptFailure("stopped", null)
    const answer = await fetch(url, {
      method: "POST",
      body,
      credentials: "omit",
      cache: "no-store",
      signal: control.signal
    })
    if (!answer.ok) {
      const trouble = troubleOfStatus(answer.status)
      const passes = trouble === "busy" || trouble === "server"
      const wait = Number(answer.headers.get("retry-after") ?? 0) * 1_000
      return new AttemptFailure(trouble, passes && wait <= retryAfterMillisMax ? wait : null)
    }
    const reply: unknown = await answer.json()
    return typeof reply === "object" && reply !== null ? (reply as Reply) : new AttemptFailure("server", 0)
  } catch {
    if (stop.aborted) return new AttemptFailure("stopped", null)
    return new AttemptFailure(control.signal.aborted ? "timeout" : "network", 0)
  } finally {
    clearTimeout(timer)
    stop.removeEventListener("abort", end)
  }
}
