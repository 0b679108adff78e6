import { clickPositionBits, keyEventBits } from "../../../../core/shield/score/ShapeBits.ts"
import type { Signals } from "../../../../core/shield/score/Signals.ts"
import type { RequestFacts, Session } from "../../../../core/shield/SessionJudgment.ts"

export const agent = (system = "Windows NT 10.0; Win64; x64", version = 156) =>
  `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`

export const chrome: RequestFacts = {
  address: "192.0.2.7",
  userAgent: agent(),
  isSelfDeclaredBot: false,
  acceptLanguage: "en-GB,en;q=0.9",
  secFetchSite: "cross-site",
  secFetchMode: "cors",
  secFetchDest: "empty",
  clientHints: "\"Not:A-Brand\";v=\"8\", \"Chromium\";v=\"156\", \"Google Chrome\";v=\"156\"",
  clientHintsMobile: "?0",
  clientHintsPlatform: "\"Windows\""
}

/** The widget's measurements without any activity. */
export const nothing = {
  shape: "9e3779b97f4a7c15",
  shapeBits: 0,
  pageMillis: 0,
  visibleMillis: 0,
  keys: 0,
  acts: 0,
  moves: 0,
  turns: 0,
  clicks: 0,
  jumps: 0,
  centred: 0,
  taps: 0,
  swipes: 0,
  radii: 0,
  corrections: 0,
  rollovers: 0,
  filled: 0,
  typed: 0,
  autofilled: 0,
  pasted: 0,
  inserted: 0,
  assisted: 0,
  set: 0
} as const satisfies Partial<Signals>

/**
 * Adds the derived measurements that the widget would send with these counts.
 *
 * These are the keys, the times, the number of speeds, and the shape bits.
 */
export const measured = <S extends Signals>(signals: S): S => {
  const { acts, clicks, moves, pageMillis, taps } = signals
  if (acts === undefined || clicks === undefined || moves === undefined || taps === undefined) return signals
  const { corrections = 0, dwellCount = 0, flightCount = 0, rollovers = 0 } = signals
  const keys = Math.max(dwellCount, flightCount, corrections, rollovers)
  const least = (millis: number | undefined) => Math.min(millis ?? 0, pageMillis ?? 0)
  return {
    ...signals,
    keys,
    shapeBits: clickPositionBits * (clicks + taps) + keyEventBits * Math.max(corrections, rollovers),
    ...moves > 0 && signals.speedCount === undefined ? { speedCount: moves } : {},
    ...pageMillis === undefined ? {} : { visibleMillis: least(signals.visibleMillis) },
    ...signals.challengedMillis === undefined ? {} : { challengedMillis: least(signals.challengedMillis) }
  }
}

/** Signals of an ordinary browser in a session with 12 actions, of which none is a measured key, click or tap. */
export const ordinary: Signals = {
  v: 1,
  ...nothing,
  webdriver: false,
  webdriverPatched: false,
  toolGlobals: false,
  debugged: false,
  frameDiffers: false,
  userAgent: agent(),
  platform: "Win32",
  hintsPlatform: "Windows",
  brands: "Not:A-Brand,Chromium,Google Chrome",
  languages: "en-GB,en",
  evalLength: 33,
  frameless: false,
  smallScreen: false,
  softwareGraphics: false,
  touch: false,
  coarse: false,
  secure: true,
  coarseClock: false,
  pageMillis: 40_000,
  visibleMillis: 40_000,
  challengedMillis: 30_000,
  acts: 12
}

const natural = {
  corrections: 3,
  rollovers: 9,
  dwellCount: 60,
  dwellLeast: 64,
  dwellMedian: 92,
  dwellSpread: 35,
  flightCount: 60,
  flightMedian: 140,
  flightSpread: 70,
  filled: 3,
  typed: 3
}

const courses = {
  mouse: {
    ...ordinary,
    ...natural,
    acts: 220,
    moves: 130,
    turns: 60,
    speedCount: 130,
    speedMedian: 0.5,
    speedSpread: 0.8,
    clicks: 4,
    jumps: 0,
    centred: 0,
    holdCount: 4,
    holdMedian: 85,
    holdSpread: 25
  },
  keyboard: { ...ordinary, ...natural, acts: 200 },
  touch: {
    ...ordinary,
    acts: 190,
    userAgent: agent("Linux; Android 10; K"),
    platform: "Linux armv81",
    hintsPlatform: "Android",
    touch: true,
    coarse: true,
    taps: 4,
    swipes: 6,
    radii: 3,
    tapHoldCount: 4,
    tapHoldMedian: 80,
    tapHoldSpread: 22,
    filled: 3,
    typed: 3
  },
  /** Browser autofill and a click. */
  autofill: {
    ...ordinary,
    acts: 5,
    pageMillis: 2_000,
    visibleMillis: 2_000,
    filled: 2,
    autofilled: 2,
    clicks: 1,
    moves: 14,
    turns: 4
  },
  /** A password manager that fills in the form by script and dispatches events. */
  passwordManager: {
    ...ordinary,
    acts: 3,
    filled: 2,
    assisted: 2,
    clicks: 1,
    moves: 30,
    turns: 3,
    holdCount: 1,
    holdMedian: 70
  },
  paste: { ...ordinary, acts: 20, filled: 3, pasted: 3, clicks: 3, moves: 60, turns: 12 },
  /**
   * A screen reader: no pointer and no measured keys. The fields still count as typed, because only input events decide
   * that.
   */
  screenReader: { ...ordinary, acts: 8, filled: 3, typed: 3 },
  /** Voice commands that click without a pointer, and dictated words. */
  voice: { ...ordinary, acts: 9, filled: 3, typed: 2, inserted: 1 },
  /** Typing without a measurable rhythm, because Tor Browser rounds the clock. */
  roundedClock: {
    ...ordinary,
    ...natural,
    coarseClock: true,
    acts: 200,
    dwellLeast: 0,
    dwellMedian: 0,
    dwellSpread: 100,
    flightMedian: 100,
    flightSpread: 100
  }
} as const satisfies Record<string, Signals>

/** Human activity by input method, as the widget sends it. */
export const people: typeof courses = Object.fromEntries(
  Object.entries(courses).map(([name, signals]) => [name, measured<Signals>(signals)])
) as typeof courses

export const requestOf = (signals: Signals): RequestFacts =>
  signals.coarse === true
    ? { ...chrome, userAgent: signals.userAgent ?? null, clientHintsMobile: "?1", clientHintsPlatform: "\"Android\"" }
    : chrome

export const sessionOf = (signals: unknown, more: Partial<Session> = {}): Session => ({
  signals: isRecord(signals) ? measured(signals) : signals,
  request: chrome,
  country: "GB",
  asn: "AS64500",
  pressure: { network: 2, address: 1, instance: 3 },
  profile: "argon2id",
  solveMillis: 700,
  solveMillisMin: 60,
  sinceChallengeMillis: 30_500,
  shapeSeen: 0,
  ...more
})

/** Returns a session with exactly the given signals, even if they contradict each other. */
export const sessionOfExactly = (signals: unknown): Session => ({ ...sessionOf(null), signals })

const isRecord = (signals: unknown): signals is Signals =>
  typeof signals === "object" && signals !== null && "v" in signals && signals.v === 1
