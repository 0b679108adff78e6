import { markBits, pointBits, runBitsPerKeyMax } from "./ShapeBits.ts"
import type { Signals } from "./Signals.ts"

/** Counts and times that the widget always sends, whatever happened or did not. */
export const countsSent = [
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

/** Signals with everything that the widget always sends. */
export type MeasuredSignals = Signals & Readonly<Record<typeof countsSent[number], number>> & { readonly shape: string }

/** Moves of which some must have a speed: single ones may come at one instant. */
const trackMovesMin = 20
/** Of so many moves one has a speed: others may come at one instant, where a clock is coarse. */
const movesPerSpeedMax = 4
/** 100 keys a second: more than a hand that lies on the keyboard, or a reader of bar codes. */
const keyMillisMin = 10
/** Samples that the widget keeps of one measure (`samplesMax` in the widget). */
const samplesKept = 64
/** Clocks of browsers that round their times. */
const clockMillisMax = 1_000
/** The widget rounds bits to hundredths. */
const bitsError = 0.01

/**
 * Whether the widget can have measured this: nothing is left out that it always sends, and the numbers agree with each other,
 * with the time and with the shape. Whoever reads the widget's source can make up such; whoever only sends what raises the score
 * cannot.
 */
export const areMeasured = (signals: Signals): signals is MeasuredSignals =>
  hasCounts(signals) && agree(signals) && haveTrack(signals) && haveTime(signals) && haveShape(signals)

const hasCounts = (signals: Signals): signals is MeasuredSignals =>
  signals.shape !== undefined && countsSent.every((name) => signals[name] !== undefined)

const agree = (signals: MeasuredSignals): boolean => {
  const { acts, assisted, autofilled, clicks, filled, inserted, keys, moves, pasted, set, taps, typed } = signals
  const { dwellCount = 0, flightCount = 0, holdCount = 0, speedCount = 0, tapHoldCount = 0 } = signals
  const ways = [typed, autofilled, pasted, inserted, assisted, set]
  return acts >= clicks + taps + keys + typed + pasted + inserted &&
    [dwellCount, flightCount, signals.corrections, signals.rollovers].every((count) => count <= keys) &&
    signals.jumps <= clicks && signals.centred <= clicks + taps && signals.radii <= taps &&
    speedCount <= moves && holdCount <= clicks && tapHoldCount <= taps &&
    ways.every((way) => way <= filled) && ways.reduce((sum, way) => sum + way) >= filled &&
    measures.every(([least, median]) => (signals[least] ?? 0) <= (signals[median] ?? Infinity))
}

/** Moves have a course: a turn is told from two of them, and most have a speed. */
const haveTrack = ({ coarseClock, moves, speedCount = 0, turns }: MeasuredSignals): boolean =>
  turns <= speedCount && (coarseClock !== false || moves < trackMovesMin || speedCount * movesPerSpeedMax >= moves)

/** Everything happened while the page was there. At least half of the kept samples are as long as their median. */
const haveTime = (signals: MeasuredSignals): boolean => {
  const { challengedMillis = 0, flightCount = 0, flightMedian = 0, holdCount = 0, holdMedian = 0 } = signals
  const { keys, pageMillis, visibleMillis } = signals
  const takes = [
    visibleMillis,
    challengedMillis,
    keys * keyMillisMin,
    Math.min(flightCount, samplesKept) / 2 * flightMedian,
    Math.min(holdCount, samplesKept) / 2 * holdMedian
  ]
  return takes.every((millis) => millis <= pageMillis + clockMillisMax)
}

/** The shape is made of these presses and keys: its bits tell how many. */
const haveShape = ({ clicks, corrections, keys, rollovers, shapeBits, taps }: MeasuredSignals): boolean => {
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
