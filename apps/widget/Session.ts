import { type AttemptOptions, type IssuedToken, refresh, solveChallenge } from "./Attempt.ts"
import {
  doubleSubmitMillisMax,
  failurePauseMillis,
  freshSignalsMillisMax,
  idleRenewalsMax,
  latencyMillis,
  refreshMillisMin,
  retryDelaysMillis
} from "./Limits.ts"
import { type FailureReason, failureReasonOf } from "./Wire.ts"

/**
 * State of a widget. `refused`: the server refused the site key or the host. `degraded`: the server had a failure and
 * issued a degraded token.
 */
export type WidgetState = "idle" | "working" | "verified" | "expired" | "error" | "refused" | "degraded"

export interface SessionOptions extends Omit<AttemptOptions, "actions"> {
  /** Whether tokens are renewed automatically before they expire. */
  readonly renews: boolean
  /** Called when the state or the result of `token()` changes. */
  readonly onChange: (state: WidgetState) => void
  /**
   * Called with the token of a new challenge, or of a renewal before expiry. Not called after a refresh with better
   * signals.
   */
  readonly onToken: (token: string) => void
  readonly onFailure: (reason: FailureReason) => void
}

export type Session = ReturnType<typeof makeSession>

/**
 * Obtains tokens for one widget and keeps them fresh. Never rejects: the state reports failures.
 *
 * It is one long closure of many small functions on purpose. Objects for the token, the attempts and the renewals would
 * have property names, which the minifier keeps. `widget.js` would be 270 bytes larger (gzip) and exceed its budget of
 * 9,000 bytes.
 */
export const makeSession = (options: SessionOptions) => {
  let actionCount = 0
  const attemptOptions: AttemptOptions = { ...options, actions: () => actionCount }
  let state: WidgetState = "idle"
  let current: IssuedToken | null = null
  /**
   * Time at which the form was sent with the current token. Another token from the same ticket would count as a
   * duplicate.
   */
  let usedAt: number | null = null
  let pending: Promise<void> | null = null
  let stop = new AbortController()
  let failedAt = 0
  let failures = 0
  let idleRenewals = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const setState = (next: WidgetState) => {
    state = next
    options.onChange(next)
  }

  const isUnexpired = (expiresAt: number) => expiresAt - latencyMillis > Date.now()
  const isValid = () => current !== null && usedAt === null && isUnexpired(current.expiresAt)
  /** Reports whether the token was measured more than `millis` ago. Degraded tokens are not measured. */
  const isOlder = (millis: number) =>
    current !== null && current.ticket !== null && Date.now() - current.measuredAt > millis
  /** Reports whether no user action followed the token's measurement. True without a measured token. */
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

  /**
   * Obtains a token. If a valid token exists, replaces it with one that has current signals. Only one attempt runs at a
   * time.
   */
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

  /** Schedules the next automatic retry, renewal or expiry. */
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
    // Does not renew in a hidden tab. `resume` continues when the tab becomes visible.
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
    /** Returns the token that can be sent now, or an empty string. */
    token: () => (current !== null && current.expiresAt > Date.now() ? current.token : ""),
    isExpired: () => (current !== null ? current.expiresAt <= Date.now() : state === "expired"),
    isValid,
    obtain,
    /**
     * Obtains a token that was measured after every user action, including the submission of the form. An attempt in
     * progress may have measured earlier, so a second attempt may follow.
     */
    latest: async () => {
      await obtain()
      if (isValid() && !isUpToDate() && !isPausing()) await obtain()
    },
    /** Reports whether a form can be sent now without waiting. */
    isReady: () =>
      state === "refused" || (isPausing() && pending === null) ||
      (isValid() && isUpToDate() && !isOlder(freshSignalsMillisMax)),
    /** Records a user action: a key, a button, a touch, or input into a field. */
    recordAction: () => {
      actionCount++
    },
    /** Handles user activity in the form: obtains a token if no valid token exists. */
    recordActivity: () => {
      idleRenewals = 0
      const isLeaving = usedAt !== null && Date.now() - usedAt < doubleSubmitMillisMax
      if (!isValid() && !isPausing() && !isLeaving) void obtain()
    },
    /** Refreshes the token after a field was filled in, because the new signals cover the field. */
    recordInput: () => {
      if (isValid() && !isPausing() && isOlder(refreshMillisMin)) void obtain()
    },
    /** Continues renewals when the page becomes visible. */
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
