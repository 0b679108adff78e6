import { type AttemptOptions, type IssuedToken, refresh, solveChallenge } from "./Attempt.ts"
import {
  doubleSubmitMillis,
  failurePauseMillis,
  freshSignalsMillisMax,
  idleRenewalsMax,
  latencyMillis,
  refreshMillisMin,
  retryDelaysMillis
} from "./Limits.ts"
import { type FailureReason, failureReasonOf } from "./Wire.ts"

/** `refused`: the site is not configured for this host. `degraded`: the server has a failure and issued a degraded token. */
export type State = "idle" | "working" | "verified" | "expired" | "error" | "refused" | "degraded"

export interface SessionOptions extends Omit<AttemptOptions, "actions"> {
  /** Whether tokens are renewed automatically before they expire. */
  readonly renews: boolean
  /** Called when the state or the result of `token()` changes. */
  readonly onChange: (state: State) => void
  /** Called with the token of a new challenge or of a renewal before expiry. Not called after a refresh with better signals. */
  readonly onToken: (token: string) => void
  readonly onFailure: (reason: FailureReason) => void
}

export type Session = ReturnType<typeof makeSession>

/**
 * Obtains tokens for one widget and keeps them fresh. Never rejects: the state reports failures.
 *
 * Deliberately one long closure of many small functions. With objects for the token, the attempts and the renewals, whose property
 * names the minifier keeps, `widget.js` is 270 bytes larger (gzip) and exceeds its budget of 9,000 bytes.
 */
export const makeSession = (options: SessionOptions) => {
  let actionCount = 0
  const attemptOptions: AttemptOptions = { ...options, actions: () => actionCount }
  let state: State = "idle"
  let current: IssuedToken | null = null
  /** When the form was sent with the current token. Another token from the same ticket would count as a duplicate. */
  let usedAt: number | null = null
  let pending: Promise<void> | null = null
  let stop = new AbortController()
  let failedAt = 0
  let failures = 0
  let idleRenewals = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const setState = (next: State) => {
    state = next
    options.onChange(next)
  }

  const isUnexpired = (expiresAt: number) => expiresAt - latencyMillis > Date.now()
  const isValid = () => current !== null && usedAt === null && isUnexpired(current.expiresAt)
  /** Reports whether the token was measured longer ago than this. Degraded tokens are not measured. */
  const isOlder = (millis: number) =>
    current !== null && current.ticket !== null && Date.now() - current.measuredAt > millis
  /** Reports whether the token was measured after the last user action. */
  const isUpToDate = () => current === null || current.ticket === null || current.actions === actionCount
  const isPausing = () => Date.now() - failedAt < failurePauseMillis

  const attempt = async (signal: AbortSignal): Promise<IssuedToken> => {
    const old = current !== null && current.ticket !== null && usedAt === null && isUnexpired(current.ticketExpiresAt)
      ? current
      : null
    if (!isValid()) {
      current = old
      usedAt = null
      setState("working")
    }
    if (old === null) return solveChallenge(attemptOptions, signal)
    try {
      return await refresh(attemptOptions, old, signal)
    } catch (cause) {
      if (failureReasonOf(cause) !== "stale") throw cause
      return await solveChallenge(attemptOptions, signal)
    }
  }

  const succeed = (next: IssuedToken) => {
    const isNew = current === null || current.ticket !== next.ticket || next.ticket === null ||
      current.renewAt <= Date.now()
    current = next
    usedAt = null
    failures = 0
    failedAt = 0
    setState(next.ticket === null ? "degraded" : "verified")
    if (isNew) options.onToken(next.token)
  }

  const fail = (reason: FailureReason) => {
    failedAt = Date.now()
    failures++
    if (!isValid()) setState(reason === "refused" ? "refused" : "error")
    options.onFailure(reason)
  }

  /** Obtains a token or a better one. Only one attempt runs at a time. */
  const obtain = (): Promise<void> => {
    if (state === "refused") return Promise.resolve()
    if (pending !== null) return pending
    const { signal } = stop
    const settle = (act: () => void) => {
      if (signal.aborted) return
      pending = null
      act()
      schedule()
    }
    pending = new Promise((done) => {
      signal.addEventListener("abort", () => done())
      attempt(signal).then(
        (next) => settle(() => succeed(next)),
        (cause: unknown) => settle(() => fail(failureReasonOf(cause)))
      ).then(done, done)
    })
    return pending
  }

  /** Schedules the next automatic action. */
  const schedule = () => {
    clearTimeout(timer)
    const wait = waitMillis()
    if (wait !== null) timer = setTimeout(onTimer, Math.max(0, wait))
  }

  const waitMillis = (): number | null => {
    if (state === "error") return retryDelaysMillis[failures - 1] ?? null
    if (current === null || usedAt !== null) return null
    const { expiresAt, measuredAt, renewAt } = current
    return (renewsNow() && failedAt < measuredAt ? renewAt : expiresAt - latencyMillis) - Date.now()
  }

  const renewsNow = () => options.renews && idleRenewals < idleRenewalsMax

  const onTimer = () => {
    if (pending !== null) return
    if (!renewsNow() || usedAt !== null) return expire()
    // In a hidden tab, `resume` continues when the tab becomes visible.
    if (document.hidden) return
    idleRenewals++
    void obtain()
  }

  const expire = () => {
    if (state !== "verified" && state !== "degraded") return
    current = null
    usedAt = null
    setState("expired")
  }

  const clear = () => {
    stop.abort()
    stop = new AbortController()
    clearTimeout(timer)
    current = pending = usedAt = null
    failures = idleRenewals = 0
    failedAt = 0
  }

  return {
    state: () => state,
    /** Returns the token that can be sent now; empty if there is none. */
    token: () => (current !== null && current.expiresAt > Date.now() ? current.token : ""),
    isExpired: () => (current !== null ? current.expiresAt <= Date.now() : state === "expired"),
    isValid,
    obtain,
    /**
     * Obtains a token measured after every user action so far, including the one that submits the form. An attempt in progress may
     * have measured before that.
     */
    latest: async () => {
      await obtain()
      if (isValid() && !isUpToDate() && !isPausing()) await obtain()
    },
    /** Reports whether a form can be sent now without waiting. */
    isReady: () =>
      state === "refused" || (isPausing() && pending === null) ||
      (isValid() && isUpToDate() && !isOlder(freshSignalsMillisMax)),
    /** Records a user action: a key, a button, a touch, or a field that receives a value. */
    recordAction: () => {
      actionCount++
    },
    /** Records user activity in the form. */
    recordActivity: () => {
      idleRenewals = 0
      const isLeaving = usedAt !== null && Date.now() - usedAt < doubleSubmitMillis
      if (!isValid() && !isPausing() && !isLeaving) void obtain()
    },
    /** Refreshes the token after a field was filled in, because the signals then contain more. */
    recordInput: () => {
      if (isValid() && !isPausing() && isOlder(refreshMillisMin)) void obtain()
    },
    /** Resumes when the page becomes visible. */
    resume: () => {
      if (state === "idle" || pending !== null) return
      const isOver = current !== null && usedAt === null && !isUnexpired(current.expiresAt)
      if (!isOver) schedule()
      else if (renewsNow()) void obtain()
      else expire()
    },
    /** Records that the form was sent with the current token, if any. */
    markUsed: () => {
      if (current !== null) usedAt = Date.now()
    },
    reset: () => {
      clear()
      setState("idle")
    },
    end: clear
  }
}
