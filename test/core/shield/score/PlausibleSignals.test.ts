import { describe, expect, it } from "vitest"
import { judgeSession } from "../../../../core/shield/score/JudgeSession.ts"
import { requiredCounts } from "../../../../core/shield/score/PlausibleSignals.ts"
import type { Signals } from "../../../../core/shield/score/Signals.ts"
import type { Session } from "../../../../core/shield/SessionJudgment.ts"
import { people, requestOf, sessionOf, sessionOfExactly } from "./People.ts"

const judged = (signals: Signals) =>
  judgeSession({ ...sessionOfExactly(signals), request: requestOf(signals) } satisfies Session)

const { keyboard, mouse, touch } = people
const pointBits = 8

/** Signals that contradict each other or lack measurements, as a forging script may send them. */
const contradictions: ReadonlyArray<readonly [what: string, signals: Signals]> = [
  ["an empty shape", { ...mouse, shape: "" }],
  ["a shape that is no number of 64 bits", { ...mouse, shape: "0123" }],
  ["a shape without data on four clicks", { ...mouse, shapeBits: 0 }],
  ["a shape of fewer clicks than were counted", { ...mouse, shapeBits: mouse.shapeBits! - pointBits }],
  ["a shape of more clicks than were counted", { ...mouse, shapeBits: mouse.shapeBits! + 20 * pointBits }],
  ["a shape of clicks where only keys were counted", { ...keyboard, shapeBits: 40 * pointBits }],
  ["a shape without the corrections", { ...keyboard, rollovers: 0, shapeBits: 0 }],
  ["a shape of fewer taps than were counted", { ...touch, shapeBits: touch.shapeBits! - pointBits }],
  ["fewer keys than rhythms", { ...keyboard, keys: 59 }],
  ["more corrections than keys", { ...touch, keys: 1, corrections: 2, shapeBits: 36 }],
  ["more keys than acts", { ...keyboard, keys: 400, acts: 300 }],
  ["more keys than anybody can press in the time", { ...keyboard, keys: 150, pageMillis: 400, visibleMillis: 400 }],
  ["rhythms that take longer than the page was there", { ...keyboard, pageMillis: 2_000, visibleMillis: 2_000 }],
  ["buttons that are held for longer than that", { ...mouse, holdMedian: 25_000 }],
  ["a page that is looked at for longer than it is there", { ...keyboard, visibleMillis: 42_000 }],
  ["a challenge that is older than the page", { ...keyboard, challengedMillis: 42_000 }],
  ["moves without their speeds", { ...mouse, turns: 0, speedCount: 0 }],
  ["moves of which few have a speed", { ...mouse, turns: 20, speedCount: 20 }],
  ["turns without speeds", { ...mouse, speedCount: 40 }]
]

describe("measurements that the widget cannot send", () => {
  it.each(contradictions)("score below 40: %s", (_, signals) => {
    const { reasons, score } = judged(signals)
    expect(reasons).toContain("SIGNALS_MISSING")
    expect(score, reasons.join()).toBeLessThan(40)
  })

  it.each(["shape", ...requiredCounts] as const)("score below 40 for everyone without %s", (name) => {
    for (const signals of Object.values<Signals>(people)) {
      const { [name]: _, ...others } = signals
      const { reasons, score } = judged(others)
      expect(reasons).toContain("SIGNALS_MISSING")
      expect(score, reasons.join()).toBeLessThan(40)
    }
  })
})

describe("measurements that the widget can send", () => {
  it.each<readonly [string, Signals]>([
    ["as many moves at one instant as a coarse clock makes", { ...mouse, coarseClock: true, speedCount: 60 }],
    ["few moves at one instant", { ...mouse, moves: 19, turns: 0, speedCount: 0 }],
    ["moves of which a quarter has a speed", { ...mouse, moves: 128, turns: 32, speedCount: 32 }],
    ["a reader of bar codes", { ...keyboard, keys: 100, pageMillis: 5_000, visibleMillis: 5_000, challengedMillis: 0 }],
    ["keys in one run", { ...keyboard, shapeBits: keyboard.shapeBits! + Math.log2(60) }],
    ["keys in runs of three", { ...keyboard, shapeBits: keyboard.shapeBits! + 20 * Math.log2(3) }],
    ["corrections apart from overlaps", { ...keyboard, shapeBits: 2 * 12 }],
    ["times that are rounded", { ...keyboard, visibleMillis: 40_001 }]
  ])("are accepted: %s", (_, signals) => {
    expect(judged(signals).reasons).not.toContain("SIGNALS_MISSING")
  })

  it("need no recording of a person who only presses Enter or clicks once", () => {
    for (const course of [{ acts: 2, keys: 1 }, { acts: 2, clicks: 1, shapeBits: 8 }]) {
      const { reasons, score } = judged({ ...people.passwordManager, ...nobody, ...course })
      expect(reasons).not.toContain("SIGNALS_MISSING")
      expect(score, reasons.join()).toBeGreaterThanOrEqual(70)
    }
  })
})

/** Measurements of a form that a password manager filled in, without other activity. */
const nobody = { moves: 0, turns: 0, speedCount: 0, clicks: 0, holdCount: 0, shapeBits: 0 }

it("give people the same scores as before", () => {
  const scores = Object.entries<Signals>(people).map(([name, signals]) =>
    [name, judgeSession(sessionOf(signals, { request: requestOf(signals) })).score] as const
  )
  expect(scores.filter(([, score]) => score < 70)).toEqual([])
})
