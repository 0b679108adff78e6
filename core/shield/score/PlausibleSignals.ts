import { clickPositionBits, keyEventBits, runBitsPerKeyMax } from "./ShapeBits.ts"
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

/** Signals with all fields that the widget always sends. */
export type CompleteSignals = Signals & Readonly<Record<typeof requiredCounts[number], number>> & {
  readonly shape: string
}

/** Minimum number of moves of which some must have a speed. Fewer moves may all have the same timestamp. */
const trackMovesMin = 20
/** Maximum number of moves for each move with a speed. Several moves can share a timestamp. */
const movesPerSpeedMax = 4
/** Minimum time per key. 100 keys per second are faster than a barcode scanner or a hand that rests on the keyboard. */
const keyMillisMin = 10
/** Maximum samples that the widget keeps per measurement (`samplesMax` in the widget). */
const samplesMax = 64
/** Tolerance for time comparisons, because some browsers round their clocks. */
const clockMillisMax = 1_000
/** Tolerance for bits, because the widget rounds them to hundredths. */
const bitsError = 0.01

/**
 * Reports whether the widget can have produced the signals. No required field may be missing, and the numbers must be
 * consistent with each other, with the elapsed time and with the shape. This check stops signals that contain only
 * values that raise the score, but not an attacker who reads the widget's source.
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

/** Checks the path of the pointer: turns need moves with a speed, and enough moves must have a speed. */
const haveTrack = ({ coarseClock, moves, speedCount = 0, turns }: CompleteSignals): boolean =>
  turns <= speedCount && (coarseClock !== false || moves < trackMovesMin || speedCount * movesPerSpeedMax >= moves)

/**
 * Checks that the measured times fit into the time on the page. At least half of the samples last as long as the
 * median.
 */
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

/** Checks that the bits of the shape are consistent with the numbers of clicks, taps and keys. */
const haveShape = ({ clicks, corrections, keys, rollovers, shapeBits, taps }: CompleteSignals): boolean => {
  const keyBits = shapeBits - clickPositionBits * (clicks + taps)
  const marksMin = Math.max(corrections, rollovers)
  const marksMax = Math.min(corrections + rollovers, keys)
  return keyBits >= keyEventBits * marksMin - bitsError &&
    keyBits <= keyEventBits * marksMax + runBitsPerKeyMax * keys + bitsError
}

const measures = [
  ["speedLeast", "speedMedian"],
  ["holdLeast", "holdMedian"],
  ["tapHoldLeast", "tapHoldMedian"],
  ["dwellLeast", "dwellMedian"],
  ["flightLeast", "flightMedian"]
] as const
