import type { Signals } from "./Signals.ts"

/** Counts that the widget always sends, whatever happened or did not. */
export const countsSent = [
  "acts",
  "moves",
  "turns",
  "clicks",
  "jumps",
  "centred",
  "taps",
  "swipes",
  "radii",
  "corrections",
  "rollovers",
  "filled",
  "typed",
  "autofilled",
  "pasted",
  "inserted",
  "assisted",
  "set"
] as const

/** Signals with every count that the widget always sends. */
export type MeasuredSignals = Signals & Readonly<Record<typeof countsSent[number], number>>

/**
 * Whether the widget can have measured this: nothing is left out that it always sends, and the numbers agree with each other.
 * Whoever reads the widget's source can make up such; whoever only sends what raises the score cannot.
 */
export const areMeasured = (signals: Signals): signals is MeasuredSignals => hasCounts(signals) && agree(signals)

const hasCounts = (signals: Signals): signals is MeasuredSignals =>
  countsSent.every((name) => signals[name] !== undefined)

const agree = (signals: MeasuredSignals): boolean => {
  const { acts, assisted, autofilled, clicks, filled, inserted, moves, pasted, set, taps, typed } = signals
  const { dwellCount = 0, flightCount = 0, holdCount = 0, speedCount = 0, tapHoldCount = 0 } = signals
  const ways = [typed, autofilled, pasted, inserted, assisted, set]
  return acts >= clicks + taps + Math.max(dwellCount, flightCount) + typed + pasted + inserted &&
    signals.jumps <= clicks && signals.centred <= clicks + taps && signals.radii <= taps &&
    signals.turns <= moves && speedCount <= moves && holdCount <= clicks && tapHoldCount <= taps &&
    ways.every((way) => way <= filled) && ways.reduce((sum, way) => sum + way) >= filled &&
    measures.every(([least, median]) => (signals[least] ?? 0) <= (signals[median] ?? Infinity))
}

const measures = [
  ["speedLeast", "speedMedian"],
  ["holdLeast", "holdMedian"],
  ["tapHoldLeast", "tapHoldMedian"],
  ["dwellLeast", "dwellMedian"],
  ["flightLeast", "flightMedian"]
] as const
