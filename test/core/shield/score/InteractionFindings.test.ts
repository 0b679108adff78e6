import { describe, expect, it } from "vitest"
import { interactionFindings as findingsOf } from "../../../../core/shield/score/InteractionFindings.ts"
import type { ScoreCode } from "../../../../core/shield/score/ScoreCatalog.ts"
import type { Signals } from "../../../../core/shield/score/Signals.ts"
import { measured, ordinary, people } from "./People.ts"

const courseFindings = (signals: Signals) => findingsOf(measured(signals))
const { keyboard, mouse, touch } = people
const even = { ...keyboard, rollovers: 0 }
/** Typing signals whose key intervals are exact in floating point. */
const typist = { ...keyboard, dwellLeast: 60, dwellMedian: 100, flightMedian: 100 }
const formOf3 = { ...ordinary, acts: 60, filled: 3 }

/** Signals at a limit that have the code, and neighboring signals that do not. */
const limits: Partial<Record<ScoreCode, ReadonlyArray<readonly [has: Signals, hasNot: Signals]>>> = {
  NO_INTERACTION: [[{ ...ordinary, acts: 0 }, { ...ordinary, acts: 1 }]],
  SET_BY_SCRIPT: [
    [{ ...formOf3, set: 3 }, { ...formOf3, set: 2, typed: 1 }],
    [{ ...formOf3, filled: 1, set: 1 }, { ...formOf3, filled: 0, set: 0 }]
  ],
  INSERTED_AT_ONCE: [
    [{ ...formOf3, filled: 2, inserted: 2 }, { ...formOf3, filled: 1, inserted: 1 }],
    [{ ...formOf3, inserted: 3 }, { ...formOf3, inserted: 2, typed: 1 }]
  ],
  SHORT_KEYS: [
    [{ ...keyboard, dwellLeast: 11.9 }, { ...keyboard, dwellLeast: 12 }],
    [{ ...keyboard, dwellCount: 10, dwellLeast: 6 }, { ...keyboard, dwellCount: 9, dwellLeast: 6 }],
    [{ ...keyboard, dwellLeast: 6 }, { ...touch, dwellCount: 10, dwellLeast: 6, dwellMedian: 8 }],
    [{ ...keyboard, dwellLeast: 6 }, { ...keyboard, dwellLeast: 6, coarseClock: true }],
    // `touch` and `coarse` together mean a touch screen without a keyboard. Its key times do not count.
    [{ ...keyboard, dwellLeast: 6, touch: true }, { ...keyboard, dwellLeast: 6, touch: true, coarse: true }],
    [{ ...keyboard, dwellLeast: 6, coarse: true }, { ...keyboard, dwellLeast: 6, touch: true, coarse: true }]
  ],
  EVEN_KEYS: [
    [{ ...keyboard, dwellLeast: 35.1, dwellMedian: 40 }, { ...keyboard, dwellLeast: 35, dwellMedian: 40 }],
    [{ ...keyboard, dwellLeast: 90.1, dwellMedian: 100 }, { ...keyboard, dwellLeast: 90, dwellMedian: 100 }],
    [{ ...keyboard, dwellCount: 10, dwellLeast: 92 }, { ...keyboard, dwellCount: 9, dwellLeast: 92 }],
    // Key presses that are too short are reported only as too short, not also as too even.
    [{ ...keyboard, dwellLeast: 12, dwellMedian: 14 }, { ...keyboard, dwellLeast: 11, dwellMedian: 14 }]
  ],
  EVEN_RHYTHM: [
    [{ ...keyboard, flightMedian: 29.9 }, { ...keyboard, flightMedian: 30 }],
    [{ ...keyboard, flightSpread: 6.9 }, { ...keyboard, flightSpread: 7 }],
    [{ ...keyboard, flightCount: 10, flightSpread: 3 }, { ...keyboard, flightCount: 9, flightSpread: 3 }],
    [{ ...even, dwellMedian: 80, flightMedian: 99.9 }, { ...even, dwellMedian: 80, flightMedian: 100 }],
    [{ ...even, dwellMedian: 200, flightMedian: 229.9 }, { ...even, dwellMedian: 200, flightMedian: 230 }],
    [{ ...even, flightMedian: 92 }, { ...even, flightMedian: 92, rollovers: 1 }]
  ],
  NATURAL_TYPING: [
    [{ ...typist, dwellCount: 10 }, { ...typist, dwellCount: 9 }],
    [{ ...typist, dwellLeast: 20, dwellMedian: 35 }, { ...typist, dwellLeast: 20, dwellMedian: 34.9 }],
    [{ ...typist, dwellLeast: 88 }, { ...typist, dwellLeast: 88.1 }],
    [{ ...typist, dwellSpread: 18 }, { ...typist, dwellSpread: 17.9 }],
    [{ ...typist, flightMedian: 35.1 }, { ...typist, flightMedian: 35 }],
    [{ ...typist, flightSpread: 18.1 }, { ...typist, flightSpread: 18 }],
    [{ ...typist, rollovers: 0, corrections: 2, flightMedian: 200 }, { ...even, corrections: 1, flightMedian: 200 }],
    [{ ...typist, rollovers: 1, corrections: 1 }, { ...typist, rollovers: 1, corrections: 0 }],
    [typist, { ...typist, dwellLeast: 11 }],
    [typist, { ...typist, flightMedian: 29 }]
  ],
  SHORT_HOLDS: [
    [{ ...mouse, holdMedian: 19.9 }, { ...mouse, holdMedian: 20 }],
    [{ ...mouse, holdCount: 1, holdMedian: 1 }, { ...mouse, holdCount: 0, holdMedian: 1 }],
    [{ ...touch, tapHoldMedian: 19.9 }, { ...touch, tapHoldMedian: 20 }],
    [{ ...touch, tapHoldCount: 1, tapHoldMedian: 1 }, { ...touch, tapHoldCount: 0, tapHoldMedian: 1 }],
    [{ ...touch, tapHoldMedian: 1 }, { ...keyboard, tapHoldMedian: 1 }],
    [{ ...mouse, holdMedian: 1 }, { ...keyboard, holdMedian: 1 }]
  ],
  NATURAL_CLICKS: [
    [{ ...mouse, holdCount: 2 }, { ...mouse, holdCount: 1 }],
    [{ ...mouse, holdMedian: 30 }, { ...mouse, holdMedian: 29.9 }],
    [{ ...mouse, holdSpread: 4 }, { ...mouse, holdSpread: 3.9 }],
    [{ ...mouse, clicks: 3, holdCount: 3, centred: 1 }, { ...mouse, centred: 2 }],
    [mouse, { ...mouse, moves: 19, speedCount: 19, turns: 8 }]
  ],
  NATURAL_TOUCH: [
    [{ ...touch, taps: 2, tapHoldCount: 2, radii: 2 }, { ...touch, taps: 1, tapHoldCount: 1, radii: 1 }],
    [{ ...touch, tapHoldMedian: 30 }, { ...touch, tapHoldMedian: 29.9 }],
    [{ ...touch, taps: 3, tapHoldCount: 3, centred: 1 }, { ...touch, centred: 2 }],
    [{ ...touch, radii: 0, swipes: 1 }, { ...touch, radii: 0, swipes: 0 }],
    [{ ...touch, radii: 1, swipes: 0 }, { ...touch, radii: 0, swipes: 0 }]
  ],
  CENTRED_CLICKS: [
    [{ ...mouse, centred: 2 }, { ...mouse, centred: 1 }],
    [{ ...touch, clicks: 4, centred: 4 }, { ...touch, clicks: 4, centred: 3 }],
    [{ ...touch, taps: 2, tapHoldCount: 2, radii: 2, centred: 1 }, { ...mouse, clicks: 0, holdCount: 0 }]
  ],
  POINTER_JUMPS: [
    [{ ...mouse, jumps: 2 }, { ...mouse, clicks: 3, holdCount: 3, jumps: 1 }],
    [{ ...mouse, clicks: 1, holdCount: 1, jumps: 1 }, { ...mouse, clicks: 0, holdCount: 0 }]
  ],
  STRAIGHT_MOVES: [
    [{ ...mouse, moves: 50, speedCount: 50, turns: 2 }, { ...mouse, moves: 50, speedCount: 50, turns: 3 }],
    [{ ...mouse, moves: 20, speedCount: 20, turns: 0 }, { ...mouse, moves: 19, speedCount: 19, turns: 0 }]
  ],
  NATURAL_MOVES: [
    [{ ...mouse, moves: 20, speedCount: 20, turns: 8 }, { ...mouse, moves: 19, speedCount: 19, turns: 8 }],
    [{ ...mouse, moves: 100, speedCount: 100, turns: 16 }, { ...mouse, moves: 100, speedCount: 100, turns: 15 }],
    [{ ...mouse, speedSpread: 0.26 }, { ...mouse, speedSpread: 0.25 }],
    [{ ...mouse, jumps: 2 }, { ...mouse, jumps: 3 }]
  ]
}

/** Measurements that a code needs. If any one of them is missing, the code is not reported. */
const needed: ReadonlyArray<readonly [ScoreCode, Signals, ReadonlyArray<keyof Signals>]> = [
  ["SHORT_KEYS", { ...keyboard, dwellLeast: 6 }, ["dwellCount", "dwellLeast"]],
  ["EVEN_KEYS", { ...keyboard, dwellLeast: 92 }, ["dwellCount", "dwellLeast", "dwellMedian"]],
  ["EVEN_RHYTHM", { ...keyboard, flightMedian: 5 }, ["flightCount", "flightMedian"]],
  ["EVEN_RHYTHM", { ...keyboard, flightSpread: 3 }, ["flightCount", "flightSpread"]],
  ["EVEN_RHYTHM", { ...even, flightMedian: 92 }, ["flightCount", "flightMedian", "dwellMedian"]],
  ["NATURAL_TYPING", keyboard, [
    "dwellCount",
    "dwellLeast",
    "dwellMedian",
    "dwellSpread",
    "flightMedian",
    "flightSpread"
  ]],
  ["SHORT_HOLDS", { ...mouse, holdMedian: 1 }, ["holdCount", "holdMedian"]],
  ["SHORT_HOLDS", { ...touch, tapHoldMedian: 1 }, ["tapHoldCount", "tapHoldMedian"]],
  ["NATURAL_CLICKS", mouse, ["holdCount", "holdMedian", "holdSpread", "speedMedian", "speedSpread"]],
  ["NATURAL_MOVES", mouse, ["speedMedian", "speedSpread"]],
  ["NATURAL_TOUCH", touch, ["tapHoldMedian"]]
]

it.each(needed)("%s is not found if a measurement is missing: %#", (code, signals, names) => {
  expect(courseFindings(signals)).toContain(code)
  for (const name of names) expect(courseFindings({ ...signals, [name]: undefined }), name).not.toContain(code)
})

describe.each(Object.entries(limits))("%s", (code, pairs) => {
  it.each(pairs)("starts at its limit: %#", (has, hasNot) => {
    expect(courseFindings(has)).toContain(code)
    const next = courseFindings(hasNot)
    expect(next).not.toContain("SIGNALS_MISSING")
    expect(next).not.toContain(code)
  })
})
