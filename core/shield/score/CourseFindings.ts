import type { ScoreCode } from "./ScoreCatalogue.ts"
import type { Signals } from "./Signals.ts"

/** Fewer keys tell no rhythm. */
export const rhythmKeysMin = 10
/** Fingers hold a key for 50 to 150 ms, and seldom twice equally long (Dhakal et al., 136 million keystrokes, 2018). */
const dwellMillisMin = 20
const dwellSpreadMin = 5
const naturalDwellMillisMin = 35
const naturalSpreadMillisMin = 9
/** Of the median. */
const naturalSpreadShareMin = 0.18
/** 40 ms between keys are 300 words a minute. */
const flightMillisMin = 30
const flightSpreadMin = 7
/** Who is that fast presses some keys before the one before is let go; programs wait between the two, and not after. */
const flightPerDwellMin = 1.25
/** A button or a finger that is down for less was not pressed by a hand. */
const holdMillisMin = 20
const naturalHoldMillisMin = 30
const naturalHoldSpreadMin = 4
const movesMin = 20
const turnShareMin = 0.06
const naturalTurnShareMin = 0.15
const naturalSpeedShareMin = 0.5

/** How the form was filled in. Nobody needs a mouse: what is absent is no sign, only what no hand does. */
export const courseFindings = (signals: Signals): ReadonlyArray<ScoreCode> => {
  if (signals.acts === undefined) return ["SIGNALS_MISSING"]
  const found: Array<ScoreCode> = []
  if (signals.acts === 0) found.push("NO_INTERACTION")
  const { filled = 0, inserted = 0, set = 0, typed = 0 } = signals
  if (set > 0 && set >= filled) found.push("SET_BY_SCRIPT")
  if (inserted >= 2 && typed === 0) found.push("INSERTED_AT_ONCE")
  // Where times are hidden there is no rhythm to tell.
  if (signals.coarseClock !== true) found.push(...typingFindings(signals), ...holdFindings(signals))
  found.push(...pointerFindings(signals))
  return found
}

/** Keyboards on a screen tell no keys, or not when they are let go. */
const typingFindings = (signals: Signals): ReadonlyArray<ScoreCode> => {
  const { corrections = 0, dwellCount = 0, flightCount = 0, rollovers = 0 } = signals
  const { dwellMedian = 0, dwellSpread = 0, flightMedian = 0, flightSpread = 0 } = signals
  if (signals.coarse === true && signals.touch === true) return []
  const found: Array<ScoreCode> = []
  if (dwellCount >= rhythmKeysMin) {
    if (dwellMedian < dwellMillisMin) found.push("SHORT_KEYS")
    else if (dwellSpread < dwellSpreadMin) found.push("EVEN_KEYS")
  }
  const isEven = flightCount >= rhythmKeysMin && (flightMedian < flightMillisMin || flightSpread < flightSpreadMin ||
    rollovers === 0 && flightMedian < flightPerDwellMin * dwellMedian)
  if (isEven) found.push("EVEN_RHYTHM")
  const isNatural = !isEven && dwellCount >= rhythmKeysMin && dwellMedian >= naturalDwellMillisMin &&
    dwellSpread >= Math.max(naturalSpreadMillisMin, naturalSpreadShareMin * dwellMedian) &&
    flightMedian > naturalDwellMillisMin && flightSpread > naturalSpreadShareMin * flightMedian
  // A busy machine delays a program unevenly, too; but it neither overlaps keys nor slips.
  if (isNatural && (rollovers > 1 || corrections > 0)) found.push("NATURAL_TYPING")
  return found
}

const holdFindings = (signals: Signals): ReadonlyArray<ScoreCode> => {
  const { centred = 0, radii = 0, swipes = 0, taps = 0 } = signals
  const { holdCount = 0, holdMedian = 0, holdSpread = 0, tapHoldCount = 0, tapHoldMedian = 0, tapHoldSpread = 0 } =
    signals
  const found: Array<ScoreCode> = []
  const isShort = holdCount > 0 && holdMedian < holdMillisMin || tapHoldCount > 0 && tapHoldMedian < holdMillisMin
  if (isShort) found.push("SHORT_HOLDS")
  const isNatural = holdCount > 1 && holdMedian >= naturalHoldMillisMin && holdSpread >= naturalHoldSpreadMin
  if (isNatural && centred === 0 && movesNaturally(signals)) found.push("NATURAL_CLICKS")
  const isTouch = tapHoldCount > 1 && tapHoldMedian >= naturalHoldMillisMin && tapHoldSpread >= naturalHoldSpreadMin
  if (isTouch && centred === 0 && taps > 1 && radii + swipes > 0) found.push("NATURAL_TOUCH")
  return found
}

const pointerFindings = (signals: Signals): ReadonlyArray<ScoreCode> => {
  const { centred = 0, clicks = 0, jumps = 0, moves = 0, taps = 0, turns = 0 } = signals
  const found: Array<ScoreCode> = []
  if (centred > 0 && centred * 2 >= clicks + taps) found.push("CENTRED_CLICKS")
  if (clicks > 0 && jumps * 2 >= clicks) found.push("POINTER_JUMPS")
  if (moves >= movesMin && turns < turnShareMin * moves) found.push("STRAIGHT_MOVES")
  if (movesNaturally(signals)) found.push("NATURAL_MOVES")
  return found
}

const movesNaturally = (
  { clicks = 0, jumps = 0, moves = 0, speedMedian = 0, speedSpread = 0, turns = 0 }: Signals
): boolean =>
  moves >= movesMin && turns > naturalTurnShareMin * moves && speedSpread > naturalSpeedShareMin * speedMedian &&
  jumps * 2 <= clicks
