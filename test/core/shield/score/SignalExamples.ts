import type { ScoreCode } from "../../../../core/shield/score/ScoreCatalog.ts"
import type { Signals } from "../../../../core/shield/score/Signals.ts"
import type { RequestFacts, Session } from "../../../../core/shield/SessionJudgment.ts"
import { agent, chrome, nothing, ordinary, people, sessionOf } from "./People.ts"

export interface SignalExamples {
  readonly raisedBy: ReadonlyArray<Session>
  readonly nearMiss: ReadonlyArray<Session>
}

const by = (...signals: ReadonlyArray<Partial<Signals> | null>) =>
  signals.map((signals) => sessionOf(signals === null ? null : { ...ordinary, ...signals }))

const sent = (...requests: ReadonlyArray<Partial<RequestFacts>>) =>
  requests.map((request) => sessionOf(ordinary, { request: { ...chrome, ...request } }))

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0"
const noHints = { clientHints: null, clientHintsMobile: null, clientHintsPlatform: null }
const noFetch = { secFetchSite: null, secFetchMode: null, secFetchDest: null }
const others = { assisted: 0, autofilled: 0 }
const { keyboard, mouse, touch } = people

/** For each signal, sessions that have it and near misses. */
export const signalExamples: Record<ScoreCode, SignalExamples> = {
  DECLARED_BOT: {
    raisedBy: sent({ isSelfDeclaredBot: true }),
    nearMiss: sent({ isSelfDeclaredBot: false }, { isSelfDeclaredBot: null })
  },
  HEADLESS_NAME: {
    raisedBy: [
      ...sent({ userAgent: agent().replace("Chrome/", "HeadlessChrome/") }, {
        clientHints: "\"HeadlessChrome\";v=\"156\""
      }),
      ...by({ brands: "Chromium,HeadlessChrome" }, { userAgent: agent().replace("Chrome/", "HeadlessChrome/") })
    ],
    nearMiss: by({})
  },
  WEBDRIVER: { raisedBy: by({ webdriver: true }), nearMiss: by({ webdriver: false }, {}) },
  TOOL_GLOBALS: { raisedBy: by({ toolGlobals: true }), nearMiss: by({}) },
  FRAME_DIFFERS: { raisedBy: by({ frameDiffers: true }), nearMiss: by({}) },
  WEBDRIVER_PATCHED: { raisedBy: by({ webdriverPatched: true }), nearMiss: by({}) },
  DEBUGGED: { raisedBy: by({ debugged: true }), nearMiss: by({}) },
  AGENT_MISMATCH: {
    raisedBy: [...by({ userAgent: agent("X11; Linux x86_64") }), ...sent({ userAgent: firefox })],
    nearMiss: [sessionOf({ v: 1, acts: 3 }), ...sent({ userAgent: null })]
  },
  NO_AGENT: { raisedBy: sent({ userAgent: null }, { userAgent: "" }), nearMiss: sent({}) },
  PLATFORM_MISMATCH: {
    raisedBy: by({ platform: "Linux x86_64" }, { hintsPlatform: "macOS" }),
    nearMiss: [...by({ platform: "", hintsPlatform: "Unknown" }), sessionOf(touch)]
  },
  HINTS_MISMATCH: {
    raisedBy: sent(
      { clientHintsPlatform: "\"Linux\"" },
      { clientHints: chrome.clientHints!.replaceAll("156", "120") },
      { clientHintsMobile: "?1" },
      { userAgent: firefox }
    ),
    nearMiss: sent(noHints, { clientHintsPlatform: "\"Unknown\"" }, { clientHints: "\"Brave\";v=\"156\"" })
  },
  ENGINE_MISMATCH: { raisedBy: by({ evalLength: 37 }), nearMiss: by({ userAgent: "unheard of", evalLength: 12 }) },
  FETCH_HEADERS: {
    raisedBy: sent(noFetch, { secFetchMode: "navigate" }, { secFetchDest: "document" }, { secFetchSite: null }),
    nearMiss: [
      // Browsers do not send these headers over plain HTTP.
      sessionOf({ ...ordinary, secure: false }, { request: { ...chrome, ...noFetch, ...noHints } }),
      // This version of the browser does not send these headers yet.
      sessionOf(ordinary, {
        request: { ...chrome, ...noFetch, ...noHints, userAgent: agent("X11; Linux x86_64", 79) }
      }),
      ...sent({ secFetchMode: "no-cors" }, { secFetchSite: "same-origin" })
    ]
  },
  NO_LANGUAGES: {
    raisedBy: [...sent({ acceptLanguage: null }), ...by({ languages: "" })],
    nearMiss: sent({ acceptLanguage: "*" })
  },
  LANGUAGE_MISMATCH: {
    raisedBy: [...sent({ acceptLanguage: "de-DE,de;q=0.9" }), ...by({ languages: "zh-CN" })],
    nearMiss: sent({ acceptLanguage: "en" }, { acceptLanguage: "de, en-US;q=0.4" }, { acceptLanguage: "EN-us" }, {
      acceptLanguage: "*"
    })
  },
  HINTS_MISSING: {
    raisedBy: sent(noHints),
    nearMiss: sent({ ...noHints, ...noFetch }, { ...noHints, userAgent: firefox }, {
      ...noHints,
      userAgent: agent("Linux; Android 14; K; wv")
    })
  },
  SMALL_SCREEN: { raisedBy: by({ smallScreen: true }), nearMiss: by({}) },
  TOUCH_MISMATCH: {
    raisedBy: [
      sessionOf({ ...touch, userAgent: agent("Linux; Android 10; K").replace("Safari", "Mobile Safari"), touch: false })
    ],
    nearMiss: [sessionOf(touch), ...by({})]
  },
  FRAMELESS: { raisedBy: by({ frameless: true }), nearMiss: [sessionOf({ ...touch, frameless: true }), ...by({})] },
  SOFTWARE_GRAPHICS: { raisedBy: by({ softwareGraphics: true }), nearMiss: by({}) },
  RECORDING: { raisedBy: [sessionOf(mouse, { shapeSeen: 1 })], nearMiss: [sessionOf(mouse)] },
  SIGNALS_MISSING: {
    raisedBy: [
      ...by(null),
      sessionOf("text"),
      sessionOf({ v: 2 }),
      sessionOf({ v: 1, webdriver: false }),
      // These sessions contain only favorable values. The other required values are missing.
      sessionOf({ v: 1, acts: 1 }),
      sessionOf({ v: 1, acts: 1, clicks: 1 }),
      // These measurements are impossible in any session.
      sessionOf({ ...mouse, acts: 60 }),
      sessionOf({ ...mouse, speedLeast: 0.6 }),
      sessionOf({ ...mouse, holdCount: 5 }),
      sessionOf({ ...mouse, turns: 131 }),
      sessionOf({ ...keyboard, typed: 4 }),
      sessionOf({ ...keyboard, typed: 2 })
    ],
    nearMiss: [
      sessionOf({ v: 1, ...nothing, acts: 1 }),
      sessionOf({ ...mouse, acts: 67, speedLeast: 0.5, turns: 130 })
    ]
  },
  NO_INTERACTION: { raisedBy: by({ acts: 0 }), nearMiss: by({ acts: 1 }) },
  SHORT_KEYS: {
    raisedBy: [
      sessionOf({ ...keyboard, dwellLeast: 2, dwellMedian: 6 }),
      sessionOf({ ...keyboard, dwellLeast: 3, dwellMedian: 40 })
    ],
    nearMiss: [
      sessionOf({ ...keyboard, dwellCount: 9, dwellLeast: 6 }),
      sessionOf({ ...touch, dwellCount: 40, dwellMedian: 0 })
    ]
  },
  EVEN_KEYS: {
    raisedBy: [
      sessionOf({ ...keyboard, dwellLeast: 80.2, dwellMedian: 82 }),
      sessionOf({ ...keyboard, dwellLeast: 81, dwellMedian: 88 })
    ],
    nearMiss: [sessionOf(keyboard), sessionOf({ ...keyboard, dwellLeast: 92, coarseClock: true })]
  },
  SET_BY_SCRIPT: {
    raisedBy: by({ filled: 3, set: 3 }),
    nearMiss: by({ filled: 3, set: 2, typed: 1 }, { filled: 2, assisted: 2 })
  },
  INSERTED_AT_ONCE: {
    raisedBy: by({ filled: 3, inserted: 3, typed: 0 }),
    nearMiss: by({ filled: 1, inserted: 1 }, { filled: 3, inserted: 2, typed: 1 }, { filled: 3, pasted: 3 })
  },
  EVEN_RHYTHM: {
    raisedBy: [
      sessionOf({ ...keyboard, flightMedian: 5 }),
      sessionOf({ ...keyboard, flightSpread: 3 }),
      sessionOf({ ...keyboard, rollovers: 0, dwellLeast: 70, dwellMedian: 83, flightMedian: 95 })
    ],
    nearMiss: [
      sessionOf(keyboard),
      sessionOf({ ...keyboard, rollovers: 0, flightMedian: 400 }),
      // Some people hold keys for a long time.
      sessionOf({ ...keyboard, rollovers: 0, dwellMedian: 700, flightMedian: 800 })
    ]
  },
  CENTRED_CLICKS: { raisedBy: [sessionOf({ ...mouse, centred: 2 })], nearMiss: [sessionOf({ ...mouse, centred: 1 })] },
  STRAIGHT_MOVES: {
    raisedBy: [sessionOf({ ...mouse, turns: 3 })],
    nearMiss: [sessionOf({ ...mouse, moves: 8, turns: 0 }), sessionOf(keyboard)]
  },
  POINTER_JUMPS: {
    raisedBy: [sessionOf({ ...mouse, jumps: 4 })],
    nearMiss: [sessionOf({ ...mouse, jumps: 1 }), sessionOf(keyboard)]
  },
  SHORT_HOLDS: {
    raisedBy: [sessionOf({ ...mouse, holdMedian: 1 }), sessionOf({ ...touch, tapHoldMedian: 2 })],
    nearMiss: [sessionOf({ ...keyboard, holdMedian: 0 }), sessionOf({ ...mouse, holdMedian: 0, coarseClock: true })]
  },
  NATURAL_TOUCH: {
    raisedBy: [sessionOf(touch)],
    nearMiss: [
      sessionOf({ ...touch, radii: 0, swipes: 0 }),
      sessionOf({ ...touch, centred: 2 }),
      sessionOf({ ...touch, tapHoldMedian: 8 })
    ]
  },
  NATURAL_TYPING: {
    raisedBy: [
      sessionOf(keyboard),
      sessionOf({ ...keyboard, rollovers: 0 }),
      sessionOf({ ...keyboard, corrections: 0 })
    ],
    nearMiss: [
      sessionOf({ ...keyboard, dwellSpread: 12 }),
      sessionOf({ ...keyboard, flightSpread: 15 }),
      sessionOf({ ...keyboard, rollovers: 0, corrections: 1 }),
      sessionOf(people.roundedClock)
    ]
  },
  NATURAL_MOVES: {
    raisedBy: [sessionOf(mouse)],
    nearMiss: [sessionOf({ ...mouse, speedSpread: 0.1 }), sessionOf({ ...mouse, moves: 10 })]
  },
  NATURAL_CLICKS: {
    raisedBy: [sessionOf(mouse)],
    nearMiss: [
      sessionOf({ ...mouse, holdSpread: 1 }),
      sessionOf({ ...mouse, jumps: 3 }),
      sessionOf({ ...mouse, turns: 2 })
    ]
  },
  TOO_FAST: {
    raisedBy: by({ pageMillis: 900, filled: 3, typed: 3, ...others }, {
      pageMillis: 2_500,
      filled: 3,
      set: 3,
      ...others
    }),
    nearMiss: by({ pageMillis: 3_000, filled: 3, typed: 3, ...others }, {
      pageMillis: 900,
      filled: 2,
      ...others,
      autofilled: 2
    }, {
      pageMillis: 900
    })
  },
  MORE_TIME_THAN_PASSED: {
    raisedBy: [sessionOf(ordinary, { sinceChallengeMillis: 2_000 })],
    nearMiss: [
      sessionOf(ordinary, { sinceChallengeMillis: 20_500 }),
      sessionOf({ v: 1, acts: 2 }, { sinceChallengeMillis: 0 })
    ]
  },
  UNHURRIED: { raisedBy: by({}), nearMiss: by({ visibleMillis: 4_000 }) },
  ADDRESS_PRESSURE: {
    raisedBy: [sessionOf(ordinary, { pressure: { address: 30, network: 30, instance: 1 } })],
    nearMiss: [sessionOf(ordinary, { pressure: { address: 8, network: 40, instance: 900 } })]
  },
  NETWORK_PRESSURE: {
    raisedBy: [sessionOf(ordinary, { pressure: { address: 1, network: 90, instance: 1 } })],
    nearMiss: [sessionOf(ordinary, { pressure: { address: 1, network: 40, instance: 900 } })]
  },
  NETWORK_CHANGED: {
    raisedBy: [sessionOf(ordinary, { networkChanged: true })],
    nearMiss: [sessionOf(ordinary, { networkChanged: false })]
  },
  SOLVED_TOO_FAST: {
    raisedBy: [sessionOf(ordinary, { solveMillis: 10, solveMillisMin: 60 })],
    nearMiss: [sessionOf(ordinary, { solveMillis: 60, solveMillisMin: 60 })]
  }
}
