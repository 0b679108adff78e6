import { browserFacts, frameFacts, graphicsFacts } from "./Browser.ts"
import { filling } from "./Fields.ts"
import { pointing } from "./Pointing.ts"
import { shape } from "./Shape.ts"
import { typing } from "./Typing.ts"

/** Measures how a form is filled in: counts and means, never what is typed nor where the pointer was. */
export interface Collector {
  /** To be called whenever a challenge is asked for: a shape that is seen under two challenges is a recording. */
  readonly challenged: () => void
  /** What was measured so far; values of `form` are only looked at for how they came there. Never fails. */
  readonly snapshot: (form: HTMLFormElement | null) => Promise<Record<string, unknown>>
  /** Removes every listener. */
  readonly stop: () => void
}

export const startCollecting = (root: Document | HTMLElement): Collector => {
  const course = shape()
  const pointers = pointing(course)
  const keys = typing(course)
  const fields = filling(root)
  const counts = { acts: 0, focuses: 0, wheels: 0, pastes: 0, simulated: 0, hides: 0 }
  let [fine, challengedAt, visibleMillis, visibleSince] = [0, 0, 0, performance.now()]
  let browser: Promise<Record<string, unknown>> | undefined
  const ended = new AbortController()

  const listen = (target: EventTarget, names: string, heard: (event: any) => void, isAct = 1) => {
    for (const name of names.split(" ")) {
      target.addEventListener(name, (event) => {
        // What scripts make is no act of a person.
        if (!event.isTrusted && name !== "input") return
        if (event.isTrusted) counts.acts += isAct
        if (event.timeStamp % 10) fine = 1
        try {
          heard(event)
        } catch {}
      }, { capture: true, passive: true, signal: ended.signal })
    }
  }
  listen(root, "pointermove", pointers.moved, 0)
  listen(root, "pointerdown", pointers.pressed)
  listen(root, "pointerup pointercancel", pointers.released, 0)
  listen(root, "keydown", (event) => {
    fields.key(event)
    keys.pressed(event)
  })
  listen(root, "keyup", keys.released)
  listen(root, "input", fields.input)
  // A click that no pointer made: by keys, by voice, by a screen reader.
  listen(root, "click", (event: MouseEvent) => {
    if (!event.detail) counts.simulated++
  })
  listen(root, "focusin", () => {
    counts.focuses++
    keys.left()
    course.moved()
  }, 0)
  listen(root, "wheel", () => counts.wheels++)
  listen(root, "paste", () => counts.pastes++)
  listen(document, "visibilitychange", () => {
    const now = performance.now()
    if (document.hidden) {
      counts.hides++
      visibleMillis += now - visibleSince
    }
    visibleSince = now
  }, 0)
  listen(window, "load", fields.start, 0)
  fields.start()

  return {
    challenged: () => {
      if (challengedAt) course.restart()
      challengedAt = performance.now()
    },
    snapshot: async (form) => {
      const now = performance.now()
      browser ??= whenIdle(() => ({ ...browserFacts(), ...frameFacts(), ...graphicsFacts() }))
      const about = await browser
      return {
        v: 1,
        ...about,
        pageMillis: Math.round(now),
        visibleMillis: Math.round(visibleMillis + (document.hidden ? 0 : now - visibleSince)),
        challengedMillis: challengedAt ? Math.round(now - challengedAt) : undefined,
        coarseClock: !fine,
        ...counts,
        ...pointers.summary(),
        ...keys.summary(),
        ...fields.summary(form),
        shape: course.text()
      }
    },
    stop: () => ended.abort()
  }
}

const idleMillisMax = 200

/** The look at the browser takes some milliseconds: not while a person types. */
const whenIdle = <A>(work: () => A): Promise<A> =>
  new Promise((resolve) => {
    const run = () => resolve(work())
    if (typeof requestIdleCallback === "function") requestIdleCallback(run, { timeout: idleMillisMax })
    else setTimeout(run)
  })
