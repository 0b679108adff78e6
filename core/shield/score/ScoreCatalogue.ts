/** Groups of signals. The weights of a family are added up and limited to its bounds. */
export const scoreFamilies = {
  automation: { least: -6, most: 0, about: "traces of programs that drive a browser" },
  consistency: { least: -3, most: 0, about: "what the browser says of itself in several places" },
  interaction: { least: -3.5, most: 2.2, about: "how the form was filled in" },
  timing: { least: -3, most: 0.4, about: "how long it took" },
  network: { least: -3, most: 0, about: "how much the address and its network ask for" },
  proofs: { least: -2.5, most: 0, about: "the puzzles" }
} as const

export type ScoreFamily = keyof typeof scoreFamilies

/** Meaning and weight of a signal, for operators. `docs/reference/shield-signals.md` is generated from this. */
export interface ScoreEntry {
  readonly family: ScoreFamily
  /** Added to the logit. A graded signal adds at most this. */
  readonly logit: number
  /** Whether this signal alone can turn a human score into a bot score. Only for self-declared bots and recordings. */
  readonly isDecisive?: true
  /** Condition of the signal. */
  readonly about: string
}

/** Every signal that a session can have. */
export const scoreCatalogue = {
  DECLARED_BOT: decisive("automation", -5, "The user agent names a bot or a tool."),
  HEADLESS_NAME: decisive("automation", -5, "The browser names itself as headless, in its user agent or its brands."),
  WEBDRIVER: decisive(
    "automation",
    -5,
    "`navigator.webdriver` is true: a program says that it drives it (W3C WebDriver)."
  ),
  TOOL_GLOBALS: entry("automation", -2.5, "The page holds names that tools of automation put there."),
  FRAME_DIFFERS: entry(
    "automation",
    -2,
    "A frame inside the page tells another user agent, platform, languages or `webdriver` than the page."
  ),
  WEBDRIVER_PATCHED: entry(
    "automation",
    -1.5,
    "What `navigator` says was replaced: on the object itself, or by a function that is not the browser's."
  ),
  DEBUGGED: entry(
    "automation",
    -1.1,
    "A debugger listens, as automation has it; developer tools that are open do the same."
  ),
  AGENT_MISMATCH: entry("consistency", -2.2, "The user agent of the request is another than that of the page."),
  NO_AGENT: entry("consistency", -2, "The request has no user agent."),
  PLATFORM_MISMATCH: entry(
    "consistency",
    -1.8,
    "The user agent names another system than `navigator.platform` or the client hints of the page."
  ),
  HINTS_MISMATCH: entry(
    "consistency",
    -1.8,
    "The client hints of the request tell another version, system or kind of device than the user agent."
  ),
  ENGINE_MISMATCH: entry(
    "consistency",
    -1.5,
    "The JavaScript engine is not the one of the browser that the user agent names."
  ),
  FETCH_HEADERS: entry(
    "consistency",
    -1.2,
    "The `Sec-Fetch` headers, which this browser sends, are missing or those of something else."
  ),
  NO_LANGUAGES: entry("consistency", -1.2, "The request or the page names no language."),
  LANGUAGE_MISMATCH: entry("consistency", -0.8, "The request asks for other languages than the page names."),
  HINTS_MISSING: entry("consistency", -0.5, "The client hints that this browser sends are missing."),
  SMALL_SCREEN: entry("consistency", -0.5, "The screen has 800 × 600 pixels, as headless browsers have by default."),
  TOUCH_MISMATCH: entry("consistency", -0.5, "The user agent is a phone's, and there is nothing to touch."),
  FRAMELESS: entry("consistency", -0.3, "The window of a computer has no frame around the page."),
  SOFTWARE_GRAPHICS: entry(
    "consistency",
    -0.3,
    "Graphics are drawn without a graphics card, as on servers; also on remote desktops."
  ),

  RECORDING: decisive("interaction", -5, "Another session of the last hours went exactly like this one: a recording."),
  SIGNALS_MISSING: entry(
    "interaction",
    -2.5,
    "The widget's measurements are missing, cannot be read, or cannot be the widget's: counts or the shape are left out, or contradict each other or the time."
  ),
  NO_INTERACTION: entry("interaction", -2, "There was no key, no press, no click and no input by anybody."),
  SHORT_KEYS: entry("interaction", -1.2, "Some keys are held for some milliseconds only, as no finger can."),
  EVEN_KEYS: entry("interaction", -1.2, "Keys are all held equally long, as no finger can."),
  SET_BY_SCRIPT: entry("interaction", -1.2, "Every field that is filled in got its value without any event."),
  INSERTED_AT_ONCE: entry(
    "interaction",
    -0.9,
    "Several fields got their whole text at once, neither typed, pasted nor autofilled."
  ),
  EVEN_RHYTHM: entry("interaction", -0.8, "Keys follow each other evenly, or faster than anybody types."),
  CENTRED_CLICKS: entry("interaction", -0.7, "Clicks or taps hit the very middle of elements, as programs find it."),
  STRAIGHT_MOVES: entry("interaction", -0.6, "The pointer moves in straight lines only."),
  POINTER_JUMPS: entry("interaction", -0.5, "The pointer gets to what it clicks in one step."),
  SHORT_HOLDS: entry("interaction", -0.5, "The button, or a finger, is down for some milliseconds only."),
  NATURAL_TOUCH: entry(
    "interaction",
    1.3,
    "Fingers touch with now more, now less of them, or swipe, and hold for a while."
  ),
  NATURAL_TYPING: entry(
    "interaction",
    1.4,
    "Keys are held and follow each other unevenly, and overlap or are corrected, as hands do it."
  ),
  NATURAL_MOVES: entry("interaction", 0.7, "The pointer moves in curves, and now faster, now slower."),
  NATURAL_CLICKS: entry(
    "interaction",
    0.5,
    "Clicks are held unevenly and beside the middle, after movements that are natural as well."
  ),

  TOO_FAST: entry(
    "timing",
    -1.5,
    "The form was filled in, not by autofill, within so little time after the page began that nobody can (by degrees: three seconds to one and a half)."
  ),
  MORE_TIME_THAN_PASSED: entry(
    "timing",
    -1.5,
    "The measurements tell of more time than passed since the challenge: they are older than it."
  ),
  UNHURRIED: entry("timing", 0.4, "The page was looked at for five seconds and more."),

  ADDRESS_PRESSURE: entry("network", -2, "The address asks for many challenges (by degrees, logarithmic)."),
  NETWORK_PRESSURE: entry(
    "network",
    -1.5,
    "The network around the address asks for many challenges (by degrees, logarithmic)."
  ),
  NETWORK_CHANGED: entry(
    "network",
    -0.3,
    "The answers came from another network than the one that asked for the challenge."
  ),

  SOLVED_TOO_FAST: entry("proofs", -2.2, "The puzzles were solved faster than any machine could.")
} as const satisfies Record<string, ScoreEntry>

export type ScoreCode = keyof typeof scoreCatalogue

function entry(family: ScoreFamily, logit: number, about: string): ScoreEntry {
  return { family, logit, about }
}

function decisive(family: ScoreFamily, logit: number, about: string): ScoreEntry {
  return { family, logit, isDecisive: true, about }
}
