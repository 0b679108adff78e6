import type { Tries, TryAnswer, TryOptions } from "../../../api/TryIt.ts"

/** Longest time that is waited for without asking again; a limit of a minute never says more. */
export const waitSecondsMax = 120
/** How often one request waits before its refusal is told. */
export const waitsMax = 20

const signInNeeded = 401

/** As `tryIt`. */
export type Ask = <Path extends keyof Tries>(
  path: Path,
  asked: Tries[Path]["asked"],
  options?: TryOptions
) => Promise<TryAnswer<Tries[Path]["answer"]>>

export interface Patience {
  readonly ask: Ask
  /** Ends early when it is given up. */
  readonly wait: (millis: number, signal?: AbortSignal) => Promise<void>
  /** Told before it waits. */
  readonly onWait?: (seconds: number) => void
}

/**
 * Asks, and goes on by itself where the answer is to come back later (429, 503, and 409 of a twin that is being worked on).
 *
 * @throws {DOMException} as of a stop, where it was given up or the session has ended
 */
export const askPatiently = async <Path extends keyof Tries>(
  path: Path,
  asked: Tries[Path]["asked"],
  options: TryOptions,
  { ask, onWait, wait }: Patience
): Promise<TryAnswer<Tries[Path]["answer"]>> => {
  for (let waits = 0;; waits++) {
    const answer = await ask(path, asked, options)
    if (answer.isDone) return answer
    // It speaks of this browser, and not of what was asked: the sign-in says it, and what was asked is asked again afterwards.
    if (answer.status === signInNeeded) throw new DOMException("The session has ended.", "AbortError")
    const { retryAfterSeconds: seconds, status } = answer
    const comesLater = status === 429 || status === 503 || status === 409
    if (!comesLater || seconds === null || !(seconds <= waitSecondsMax) || waits >= waitsMax) return answer
    onWait?.(seconds)
    await wait(Math.max(1, seconds) * 1_000, options.signal)
    if (options.signal?.aborted === true) throw new DOMException("Stopped.", "AbortError")
  }
}

/** Whether somebody gave up, and nothing went wrong. */
export const isStop = (failure: unknown): boolean => failure instanceof DOMException && failure.name === "AbortError"

/** A wait that an abort ends. */
export const waitMillis = (millis: number, signal?: AbortSignal): Promise<void> =>
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
