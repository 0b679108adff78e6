import { browserFacts, tryOrUndefined } from "./Browser.ts"
import { trackFields } from "./Fields.ts"
import { trackPointer } from "./Pointing.ts"
import { makeInteractionShape } from "./Shape.ts"
import { trackTyping } from "./Typing.ts"

/** Measures how a form is filled in. Produces counts and quartiles, never the typed text or the pointer's position. */
export interface Collector {
  /**
   * Must be called for each challenge. If two challenges have the same shape, the interaction is probably a replayed
   * recording.
   */
  readonly challenged: () => void
  /** Returns the signals so far. Of `form`, it uses only how each value was entered. Never rejects. */
  readonly snapshot: (form: HTMLFormElement | null) => Promise<Record<string, unknown>>
  readonly stop: () => void
}

export const startCollecting = (root: Document | HTMLElement): Collector => {
  const shape = makeInteractionShape()
  const pointers = trackPointer(shape)
  const keys = trackTyping(shape)
  const fields = trackFields(root)
  const controller = new AbortController()
  let [acts, isFineClock, challengedAt, visibleMillis, visibleSince] = [0, false, 0, 0, performance.now()]
  let browser: Promise<Record<string, unknown>> | undefined

  const listen = (target: EventTarget, name: string, isAct: 0 | 1, handler: (event: any) => unknown = () => {}) =>
    target.addEventListener(name, (event) => {
      // Events dispatched by scripts are not user actions.
      if (event.isTrusted) {
        acts += isAct
        isFineClock ||= event.timeStamp % 10 > 0
      } else if (name !== "input") return
      handler(event)
    }, { capture: true, passive: true, signal: controller.signal })
  listen(root, "pointermove", 0, pointers.moved)
  listen(root, "pointerdown", 1, pointers.pressed)
  for (const end of ["pointerup", "pointercancel"]) listen(root, end, 0, pointers.released)
  listen(root, "keydown", 1, keys.pressed)
  listen(root, "keyup", 0, keys.released)
  listen(root, "input", 1, fields.input)
  listen(root, "wheel", 1)
  // Clicks count as actions too, because voice control and screen readers click without a pointer.
  listen(root, "click", 1)
  listen(root, "focusin", 0, () => {
    keys.left()
    shape.moved()
  })
  listen(document, "visibilitychange", 0, () => {
    const now = performance.now()
    if (document.hidden) visibleMillis += now - visibleSince
    visibleSince = now
  })
  listen(window, "load", 0, fields.start)
  fields.start()

  return {
    challenged: () => {
      if (challengedAt) shape.challenged()
      challengedAt = performance.now()
    },
    snapshot: async (form) => {
      const now = performance.now()
      const measured = {
        pageMillis: Math.round(now),
        visibleMillis: Math.round(visibleMillis + (document.hidden ? 0 : now - visibleSince)),
        challengedMillis: challengedAt ? Math.round(now - challengedAt) : undefined,
        coarseClock: !isFineClock,
        acts,
        ...pointers.summary(),
        ...keys.summary(),
        ...fields.summary(form),
        ...shape.summary()
      }
      browser ??= whenIdle(browserFacts)
      return { v: 1, ...await browser, ...measured }
    },
    stop: () => controller.abort()
  }
}

const idleMillisMax = 200

/** Runs the browser checks when the browser is idle. They take several milliseconds, and the user may be typing. */
const whenIdle = (work: () => Record<string, unknown>): Promise<Record<string, unknown>> =>
  new Promise((resolve) => {
    const run = () => resolve(tryOrUndefined(work) ?? {})
    if ("requestIdleCallback" in window) requestIdleCallback(run, { timeout: idleMillisMax })
    else setTimeout(run)
  })
