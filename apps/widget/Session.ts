import { type AttemptOptions, type Held, refresh, solveAnew } from "./Attempt.ts"
import {
  betterMillisMin,
  doubleSubmitMillis,
  freshMillisMax,
  idleRenewalsMax,
  laterMillis,
  restMillis,
  travelMillis
} from "./Limits.ts"
import { type Trouble, troubleOf } from "./Wire.ts"

/** `refused`: not set up for this host. `degraded`: the server is in trouble, and its token says so. */
export type State = "idle" | "working" | "verified" | "expired" | "error" | "refused" | "degraded"

export interface SessionOptions extends Omit<AttemptOptions, "acts"> {
  /** Whether a token is renewed by itself before it ends. */
  readonly renews: boolean
  /** The state, or what `token()` says, is another. */
  readonly onChange: (state: State) => void
  /** A token of a new challenge, or one renewed in time; not where a token was only made better. */
  readonly onToken: (token: string) => void
  readonly onTrouble: (trouble: Trouble) => void
}

export type Session = ReturnType<typeof makeSession>

/**
 * Gets tokens for one widget and keeps them fresh. It never rejects: what went wrong is told by its state.
 *
 * One closure of many small functions, although it is long: with the token, the attempts and the renewals as objects, whose property
 * names the minifier keeps, `widget.js` is 270 bytes larger (gzip) and exceeds its budget of 9,000 bytes.
 */
export const makeSession = (options: SessionOptions) => {
  let acts = 0
  const attemptOptions: AttemptOptions = { ...options, acts: () => acts }
  let state: State = "idle"
  let held: Held | null = null
  /** When the form was sent with the token that is held: another of its ticket would be a duplicate. */
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
  /** Whether the token was measured longer ago than this. Degraded tokens are not measured. */
  const isOlder = (millis: number) => held !== null && held.ticket !== null && Date.now() - held.measured > millis
  /** Whether the token was measured after everything that the person did. */
  const isUpToDate = () => held === null || held.ticket === null || held.acts === acts
  const isResting = () => Date.now() - failedAt < restMillis

  const attempt = async (signal: AbortSignal): Promise<Held> => {
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
      if (troubleOf(cause) !== "stale") throw cause
      return await solveAnew(attemptOptions, signal)
    }
  }

  const succeed = (next: Held) => {
    const isNew = held === null || held.ticket !== next.ticket || next.ticket === null || held.renewAt <= Date.now()
    held = next
    spentAt = null
    failures = 0
    failedAt = 0
    change(next.ticket === null ? "degraded" : "verified")
    if (isNew) options.onToken(next.token)
  }

  const fail = (trouble: Trouble) => {
    failedAt = Date.now()
    failures++
    if (!isValid()) change(trouble === "refused" ? "refused" : "error")
    options.onTrouble(trouble)
  }

  /** Gets a token, or a better one. One at a time. */
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
        (cause: unknown) => settle(() => fail(troubleOf(cause)))
      ).then(done, done)
    })
    return running
  }

  /** Sets the clock for what has to happen by itself. */
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
    // Where nobody looks, `look` goes on when somebody does.
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
    /** What may be sent now; empty where there is nothing. */
    token: () => (held !== null && held.until > Date.now() ? held.token : ""),
    isExpired: () => (held !== null ? held.until <= Date.now() : state === "expired"),
    isValid,
    better,
    /**
     * Gets a token that was measured after everything that the person did until now, the act that sends the form included. An
     * attempt that is under way may have measured before that.
     */
    latest: async () => {
      await better()
      if (isValid() && !isUpToDate() && !isResting()) await better()
    },
    /** Whether a form that is sent now need not wait. */
    isReady: () =>
      state === "refused" || (isResting() && running === null) ||
      (isValid() && isUpToDate() && !isOlder(freshMillisMax)),
    /** The person presses a key, a button or the screen, or a field gets a value. */
    acted: () => {
      acts++
    },
    /** The person does something in the form. */
    touch: () => {
      idleRenewals = 0
      const isLeaving = spentAt !== null && Date.now() - spentAt < doubleSubmitMillis
      if (!isValid() && !isResting() && !isLeaving) void better()
    },
    /** A field was filled in: the signals say more now. */
    filled: () => {
      if (isValid() && !isResting() && isOlder(betterMillisMin)) void better()
    },
    /** The page is looked at again. */
    look: () => {
      if (state === "idle" || running !== null) return
      const isOver = held !== null && spentAt === null && !isLive(held.until)
      if (!isOver) plan()
      else if (renewsNow()) void better()
      else expire()
    },
    /** The form went with what there was. */
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
