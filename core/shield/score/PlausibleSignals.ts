import { markBits, pointBits, runBitsPerKeyMax } from "./ShapeBits.ts"
import type { Signals } from "./Signals.ts"

/** Counts and times that the widget always sends. */
export const requiredCounts = [
  "pageMillis",
  "visibleMillis",
  "acts",
  "moves",
  "turns",
  "clicks",
  "jumps",
  "centred",
  "taps",
  "swipes",
  "radii",
  "keys",
  "corrections",
  "rollovers",
  "filled",
  "typed",
  "autofilled",
  "pasted",
  "inserted",
  "assisted",
  "set",
  "shapeBits"
] as const

/** Signals that include every field the widget always sends. */
export type CompleteSignals = Signals & Readonly<Record<typeof requiredCounts[number], number>> & {
  readonly shape: string
}

/** From this number of moves on, some must have a speed. Fewer moves may all have the same timestamp. */
const trackMovesMin = 20
/** At least one in this many moves must have a speed. With a coarse clock, several moves share a timestamp. */
const movesPerSpeedMax = 4
/** 100 keys per second: faster than a hand resting on the keyboard or a barcode scanner. */
const keyMillisMin = 10
/** Samples that the widget keeps per measure (`samplesMax` in the widget). */
const samplesMax = 64
/** Tolerance for browsers that round their clocks. */
const clockMillisMax = 1_000
/** The widget rounds bits to hundredths. */
const bitsError = 0.01

/**
 * Reports whether the widget can have produced these signals: no required field is missing, and the numbers are consistent with
 * each other, with the elapsed time and with the shape. This does not stop an attacker who reads the widget's source, but it stops
 * signals that contain only what raises the score.
 */
export const arePlausible = (signals: Signals): signals is CompleteSignals =>
  hasCounts(signals) && agree(signals) && haveTrack(signals) && haveTime(signals) && haveShape(signals)

const hasCounts = (signals: Signals): signals is CompleteSignals =>
  signals.shape !== undefined && requiredCounts.every((name) => signals[name] !== undefined)

const agree = (signals: CompleteSignals): boolean => {
  const { acts, assisted, autofilled, clicks, filled, inserted, keys, moves, pasted, set, taps, typed } = signals
  const { dwellCount = 0, flightCount = 0, holdCount = 0, speedCount = 0, tapHoldCount = 0 } = signals
  const counts = [typed, autofilled, pasted, inserted, assisted, set]
  return acts >= clicks + taps + keys + typed + pasted + inserted &&
    [dwellCount, flightCount, signals.corrections, signals.rollovers].every((count) => count <= keys) &&
    signals.jumps <= clicks && signals.centred <= clicks + taps && signals.radii <= taps &&
    speedCount <= moves && holdCount <= clicks && tapHoldCount <= taps &&
    counts.every((count) => count <= filled) && counts.reduce((sum, count) => sum + count) >= filled &&
    measures.every(([least, median]) => (signals[least] ?? 0) <= (signals[median] ?? Infinity))
}

/** Checks the path of the pointer: a turn needs two moves with a speed, and most moves have a speed. */
const haveTrack = ({ coarseClock, moves, speedCount = 0, turns }: CompleteSignals): boolean =>
  turns <= speedCount && (coarseClock !== false || moves < trackMovesMin || speedCount * movesPerSpeedMax >= moves)

/** Checks that everything happened while the page was open. At least half of the kept samples are as long as their median. */
const haveTime = (signals: CompleteSignals): boolean => {
  const { challengedMillis = 0, flightCount = 0, flightMedian = 0, holdCount = 0, holdMedian = 0 } = signals
  const { keys, pageMillis, visibleMillis } = signals
  const takes = [
    visibleMillis,
    challengedMillis,
    keys * keyMillisMin,
    Math.min(flightCount, samplesMax) / 2 * flightMedian,
    Math.min(holdCount, samplesMax) / 2 * holdMedian
  ]
  return takes.every((millis) => millis <= pageMillis + clockMillisMax)
}

/** Checks the shape against the number of presses and keys from which it was computed. */
const haveShape = ({ clicks, corrections, keys, rollovers, shapeBits, taps }: CompleteSignals): boolean => {
  const keyBits = shapeBits - pointBits * (clicks + taps)
  const marksMin = Math.max(corrections, rollovers)
  const marksMax = Math.min(corrections + rollovers, keys)
  return keyBits >= markBits * marksMin - bitsError &&
    keyBits <= markBits * marksMax + runBitsPerKeyMax * keys + bitsError
}

const measures = [
  ["speedLeast", "speedMedian"],
  ["holdLeast", "holdMedian"],
  ["tapHoldLeast", "tapHoldMedian"],
  ["dwellLeast", "dwellMedian"],
  ["flightLeast", "flightMedian"]
] as const
