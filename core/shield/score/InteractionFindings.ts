import { arePlausible, type CompleteSignals } from "./PlausibleSignals.ts"
import type { ScoreCode } from "./ScoreCatalog.ts"
import type { Signals } from "./Signals.ts"

/** Minimum number of keys that show a rhythm. */
export const rhythmKeysMin = 10
/** Minimum hold time of a key. People hold keys for 50 to 150 ms (Dhakal et al., 136 million keystrokes, 2018). */
const dwellMillisMin = 12
const evenMillisMax = 5
/**
 * Maximum gap of even key presses, as a share of the median hold time. The gap is between the median and the 10th
 * percentile. A busy machine can lengthen a program's key presses but never shortens them.
 */
const evenShareMax = 0.1
const naturalDwellMillisMin = 35
const naturalLeastShareMin = 0.12
/** Minimum spread of natural hold times and key intervals, as a share of the median. */
const naturalSpreadShareMin = 0.18
/** Minimum median time between two keys. People need more: 40 ms would be 300 words per minute. */
const flightMillisMin = 30
const flightSpreadMin = 7
/**
 * Minimum pause between the release of a key and the next key, as a share of the hold time. The minimum is at most
 * `restMillisMin`. Programs wait while they hold a key and not after its release.
 */
const restShareMin = 0.25
const restMillisMin = 30
/** Minimum time for which a person presses a button or touches the screen. */
const holdMillisMin = 20
const naturalHoldMillisMin = 30
const naturalHoldSpreadMin = 4
const movesMin = 20
const turnShareMin = 0.06
const naturalTurnShareMin = 0.15
const naturalSpeedShareMin = 0.5

/** Replacement for unknown values. Every comparison with NaN is false, so they produce no signal. */
const unknown = Number.NaN

/**
 * Returns the signals from the way in which the form was filled in. A missing kind of input is not a signal, because
 * not everyone uses a mouse.
 */
export const interactionFindings = (signals: Signals): ReadonlyArray<ScoreCode> => {
  if (!arePlausible(signals)) return ["SIGNALS_MISSING"]
  const found: Array<ScoreCode> = []
  if (signals.acts === 0) found.push("NO_INTERACTION")
  const { filled, inserted, set, typed } = signals
  if (set > 0 && set >= filled) found.push("SET_BY_SCRIPT")
  if (inserted >= 2 && typed === 0) found.push("INSERTED_AT_ONCE")
  // A coarse clock does not show the rhythm.
  if (signals.coarseClock === false) found.push(...typingFindings(signals), ...holdFindings(signals))
  found.push(...pointerFindings(signals))
  return found
}

/**
 * Returns the signals of typing. Skips touch devices, because on-screen keyboards do not report all keys and releases.
 */
const typingFindings = (signals: CompleteSignals): ReadonlyArray<ScoreCode> => {
  const { corrections, rollovers } = signals
  const { dwellCount = unknown, dwellLeast = unknown, dwellMedian = unknown, dwellSpread = unknown } = signals
  const { flightCount = unknown, flightMedian = unknown, flightSpread = unknown } = signals
  if (signals.coarse !== false && signals.touch !== false) return []
  const found: Array<ScoreCode> = []
  const gap = dwellMedian - dwellLeast
  if (dwellCount >= rhythmKeysMin && dwellLeast < dwellMillisMin) found.push("SHORT_KEYS")
  else if (dwellCount >= rhythmKeysMin && gap < Math.max(evenMillisMax, evenShareMax * dwellMedian)) {
    found.push("EVEN_KEYS")
  }
  const isEven = flightCount >= rhythmKeysMin && (flightMedian < flightMillisMin || flightSpread < flightSpreadMin ||
    rollovers === 0 && flightMedian - dwellMedian < Math.min(restMillisMin, restShareMin * dwellMedian))
  const isNatural = found.length === 0 && !isEven && dwellCount >= rhythmKeysMin &&
    dwellMedian >= naturalDwellMillisMin && gap >= naturalLeastShareMin * dwellMedian &&
    dwellSpread >= naturalSpreadShareMin * dwellMedian && flightMedian > naturalDwellMillisMin &&
    flightSpread > naturalSpreadShareMin * flightMedian
  if (isEven) found.push("EVEN_RHYTHM")
  // A busy machine can delay a program's keys unevenly. Therefore, overlapping keys or corrections are required too.
  if (isNatural && rollovers + corrections > 1) found.push("NATURAL_TYPING")
  return found
}

const holdFindings = (signals: CompleteSignals): ReadonlyArray<ScoreCode> => {
  const { centred, clicks, radii, swipes, taps } = signals
  const { holdCount = unknown, holdMedian = unknown, holdSpread = unknown } = signals
  const { tapHoldCount = unknown, tapHoldMedian = unknown } = signals
  const found: Array<ScoreCode> = []
  const isShort = holdCount > 0 && holdMedian < holdMillisMin ||
    tapHoldCount > 0 && tapHoldMedian < holdMillisMin
  if (isShort) found.push("SHORT_HOLDS")
  const isNatural = holdCount > 1 && holdMedian >= naturalHoldMillisMin && holdSpread >= naturalHoldSpreadMin
  if (isNatural && centred * 2 < clicks && movesNaturally(signals)) found.push("NATURAL_CLICKS")
  const isTouch = taps > 1 && tapHoldMedian >= naturalHoldMillisMin && centred * 2 < taps
  if (isTouch && radii + swipes > 0) found.push("NATURAL_TOUCH")
  return found
}

const pointerFindings = (signals: CompleteSignals): ReadonlyArray<ScoreCode> => {
  const { centred, clicks, jumps, moves, taps, turns } = signals
  const found: Array<ScoreCode> = []
  if (centred > 0 && centred * 2 >= clicks + taps) found.push("CENTRED_CLICKS")
  if (clicks > 0 && jumps * 2 >= clicks) found.push("POINTER_JUMPS")
  if (moves >= movesMin && turns < turnShareMin * moves) found.push("STRAIGHT_MOVES")
  if (movesNaturally(signals)) found.push("NATURAL_MOVES")
  return found
}

const movesNaturally = (
  { clicks, jumps, moves, speedMedian = unknown, speedSpread = unknown, turns }: CompleteSignals
): boolean =>
  moves >= movesMin && turns > naturalTurnShareMin * moves && speedSpread > naturalSpeedShareMin * speedMedian &&
  jumps * 2 <= clicks
