import { type AttemptOptions, type HeldToken, refresh, solveAnew } from "./Attempt.ts"
import {
  betterMillisMin,
  doubleSubmitMillis,
  freshMillisMax,
  idleRenewalsMax,
  laterMillis,
  restMillis,
  travelMillis
} from "./Limits.ts"
import { type FailureReason, failureReasonOf } from "./Wire.ts"

/** `refused`: the site is not configured for this host. `degraded`: the server has a failure and issued a degraded token. */
export type State = "idle" | "working" | "verified" | "expired" | "error" | "refused" | "degraded"

export interface SessionOptions extends Omit<AttemptOptions, "acts"> {
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
  let acts = 0
  const attemptOptions: AttemptOptions = { ...options, acts: () => acts }
  let state: State = "idle"
  let held: HeldToken | null = null
  /** When the form was sent with the current token. Another token from the same ticket would count as a duplicate. */
  let spentAt: number | null = null
  let running: Promise<void> | null = null
  let stop = new AbortController()
  let failedAt = 0
  let failures = 0
  let idleRenewals = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const change = (next: State) => {
    state = next
    options.onChange(next)
  }

  const isLive = (until: number) => until - travelMillis > Date.now()
  const isValid = () => held !== null && spentAt === null && isLive(held.until)
  /** Reports whether the token was measured longer ago than this. Degraded tokens are not measured. */
  const isOlder = (millis: number) => held !== null && held.ticket !== null && Date.now() - held.measured > millis
  /** Reports whether the token was measured after the last user action. */
  const isUpToDate = () => held === null || held.ticket === null || held.acts === acts
  const isResting = () => Date.now() - failedAt < restMillis

  const attempt = async (signal: AbortSignal): Promise<HeldToken> => {
    const old = held !== null && held.ticket !== null && spentAt === null && isLive(held.ticketUntil) ? held : null
    if (!isValid()) {
      held = old
      spentAt = null
      change("working")
    }
    if (old === null) return solveAnew(attemptOptions, signal)
    try {
      return await refresh(attemptOptions, old, signal)
    } catch (cause) {
      if (failureReasonOf(cause) !== "stale") throw cause
      return await solveAnew(attemptOptions, signal)
    }
  }

  const succeed = (next: HeldToken) => {
    const isNew = held === null || held.ticket !== next.ticket || next.ticket === null || held.renewAt <= Date.now()
    held = next
    spentAt = null
    failures = 0
    failedAt = 0
    change(next.ticket === null ? "degraded" : "verified")
    if (isNew) options.onToken(next.token)
  }

  const fail = (reason: FailureReason) => {
    failedAt = Date.now()
    failures++
    if (!isValid()) change(reason === "refused" ? "refused" : "error")
    options.onFailure(reason)
  }

  /** Obtains a token or a better one. Only one attempt runs at a time. */
  const better = (): Promise<void> => {
    if (state === "refused") return Promise.resolve()
    if (running !== null) return running
    const { signal } = stop
    const settle = (act: () => void) => {
      if (signal.aborted) return
      running = null
      act()
      plan()
    }
    running = new Promise((done) => {
      signal.addEventListener("abort", () => done())
      attempt(signal).then(
        (next) => settle(() => succeed(next)),
        (cause: unknown) => settle(() => fail(failureReasonOf(cause)))
      ).then(done, done)
    })
    return running
  }

  /** Schedules the next automatic action. */
  const plan = () => {
    clearTimeout(timer)
    const wait = waitMillis()
    if (wait !== null) timer = setTimeout(wake, Math.max(0, wait))
  }

  const waitMillis = (): number | null => {
    if (state === "error") return laterMillis[failures - 1] ?? null
    if (held === null || spentAt !== null) return null
    const { measured, renewAt, until } = held
    return (renewsNow() && failedAt < measured ? renewAt : until - travelMillis) - Date.now()
  }

  const renewsNow = () => options.renews && idleRenewals < idleRenewalsMax

  const wake = () => {
    if (running !== null) return
    if (!renewsNow() || spentAt !== null) return expire()
    // In a hidden tab, `look` resumes when the tab becomes visible.
    if (document.hidden) return
    idleRenewals++
    void better()
  }

  const expire = () => {
    if (state !== "verified" && state !== "degraded") return
    held = null
    spentAt = null
    change("expired")
  }

  const clear = () => {
    stop.abort()
    stop = new AbortController()
    clearTimeout(timer)
    held = running = spentAt = null
    failures = idleRenewals = 0
    failedAt = 0
  }

  return {
    state: () => state,
    /** Returns the token that can be sent now; empty if there is none. */
    token: () => (held !== null && held.until > Date.now() ? held.token : ""),
    isExpired: () => (held !== null ? held.until <= Date.now() : state === "expired"),
    isValid,
    better,
    /**
     * Obtains a token measured after every user action so far, including the one that submits the form. An attempt in progress may
     * have measured before that.
     */
    latest: async () => {
      await better()
      if (isValid() && !isUpToDate() && !isResting()) await better()
    },
    /** Reports whether a form can be sent now without waiting. */
    isReady: () =>
      state === "refused" || (isResting() && running === null) ||
      (isValid() && isUpToDate() && !isOlder(freshMillisMax)),
    /** Records a user action: a key, a button, a touch, or a field that receives a value. */
    acted: () => {
      acts++
    },
    /** Records user activity in the form. */
    touch: () => {
      idleRenewals = 0
      const isLeaving = spentAt !== null && Date.now() - spentAt < doubleSubmitMillis
      if (!isValid() && !isResting() && !isLeaving) void better()
    },
    /** Refreshes the token after a field was filled in, because the signals then contain more. */
    filled: () => {
      if (isValid() && !isResting() && isOlder(betterMillisMin)) void better()
    },
    /** Resumes when the page becomes visible. */
    look: () => {
      if (state === "idle" || running !== null) return
      const isOver = held !== null && spentAt === null && !isLive(held.until)
      if (!isOver) plan()
      else if (renewsNow()) void better()
      else expire()
    },
    /** Records that the form was sent with the current token, if any. */
    spend: () => {
      if (held !== null) spentAt = Date.now()
    },
    reset: () => {
      clear()
      change("idle")
    },
    end: clear
  }
}
