/** Families of signals. The weights in a family are added up and limited to the bounds of the family. */
export const scoreFamilies = {
  automation: { least: -6, most: 0, about: "traces of browser automation" },
  consistency: { least: -3, most: 0, about: "contradictions in how the browser describes itself" },
  interaction: { least: -3.5, most: 2.2, about: "how the form was filled in" },
  timing: { least: -3, most: 0.4, about: "how long the visitor took" },
  network: { least: -3, most: 0, about: "how many challenges the address and its network request" },
  proofs: { least: -2.5, most: 0, about: "how the puzzles were solved" }
} as const

export type ScoreFamily = keyof typeof scoreFamilies

/** Meaning and weight of a signal. `docs/reference/shield-signals.md` is generated from the entries. */
export interface ScoreEntry {
  readonly family: ScoreFamily
  /** Weight that is added to the logit. A graded signal adds only a part of it. */
  readonly logit: number
  /** Whether the signal can turn a human score into a bot score without other signals. */
  readonly isDecisive?: true
  /** Sentence that describes when the signal applies. */
  readonly about: string
}

/** All signals that a session can have, with their weights. */
export const scoreCatalog = {
  DECLARED_BOT: decisive("automation", -5, "The user agent names a bot or a tool."),
  HEADLESS_NAME: decisive(
    "automation",
    -5,
    "The browser describes itself as headless, in its user agent or its brands."
  ),
  WEBDRIVER: decisive(
    "automation",
    -5,
    "`navigator.webdriver` is true: a program controls the browser (W3C WebDriver)."
  ),
  TOOL_GLOBALS: entry("automation", -2.5, "The page has global names that automation tools create."),
  FRAME_DIFFERS: entry(
    "automation",
    -2,
    "A frame inside the page reports a different user agent, platform, languages or `webdriver` than the page."
  ),
  WEBDRIVER_PATCHED: entry(
    "automation",
    -1.5,
    "Properties of `navigator` were overridden: on the object itself, or with a function that is not native."
  ),
  DEBUGGED: entry(
    "automation",
    -1.1,
    "A debugger is attached, as with automation. Open developer tools have the same effect."
  ),
  AGENT_MISMATCH: entry("consistency", -2.2, "The user agent of the request differs from that of the page."),
  NO_AGENT: entry("consistency", -2, "The request has no user agent."),
  PLATFORM_MISMATCH: entry(
    "consistency",
    -1.8,
    "The user agent names a different system than `navigator.platform` or the client hints of the page."
  ),
  HINTS_MISMATCH: entry(
    "consistency",
    -1.8,
    "The client hints of the request name a different version, system or type of device than the user agent."
  ),
  ENGINE_MISMATCH: entry(
    "consistency",
    -1.5,
    "The JavaScript engine does not belong to the browser that the user agent names."
  ),
  FETCH_HEADERS: entry(
    "consistency",
    -1.2,
    "The `Sec-Fetch` headers that this browser sends are missing or wrong."
  ),
  NO_LANGUAGES: entry("consistency", -1.2, "The request or the page names no language."),
  LANGUAGE_MISMATCH: entry("consistency", -0.8, "The request accepts other languages than the page reports."),
  HINTS_MISSING: entry("consistency", -0.5, "The client hints that this browser sends are missing."),
  SMALL_SCREEN: entry("consistency", -0.5, "The screen has 800 × 600 pixels, as headless browsers have by default."),
  TOUCH_MISMATCH: entry("consistency", -0.5, "The user agent is a phone's, but the device has no touch screen."),
  FRAMELESS: entry("consistency", -0.3, "A desktop browser window has no frame around the page."),
  SOFTWARE_GRAPHICS: entry(
    "consistency",
    -0.3,
    "Graphics are rendered in software, as on servers. Remote desktops do this too."
  ),

  RECORDING: decisive(
    "interaction",
    -5,
    "Another session in the last hours was identical to this one, so it is a recording."
  ),
  SIGNALS_MISSING: entry(
    "interaction",
    -2.5,
    "The widget's measurements are missing, malformed or implausible: values are absent, or contradict each other or the elapsed time."
  ),
  NO_INTERACTION: entry("interaction", -2, "There was no key press, click, tap or other input."),
  SHORT_KEYS: entry("interaction", -1.2, "Some keys are held for only a few milliseconds, which no finger can do."),
  EVEN_KEYS: entry("interaction", -1.2, "All keys are held equally long, which no finger can do."),
  SET_BY_SCRIPT: entry("interaction", -1.2, "Every filled field got its value without any event."),
  INSERTED_AT_ONCE: entry(
    "interaction",
    -0.9,
    "Several fields got their complete text at once, neither typed, pasted nor autofilled."
  ),
  EVEN_RHYTHM: entry("interaction", -0.8, "Keys follow each other evenly, or faster than anyone can type."),
  CENTRED_CLICKS: entry("interaction", -0.7, "Clicks or taps hit the exact center of elements, as programs do."),
  STRAIGHT_MOVES: entry("interaction", -0.6, "The pointer moves only in straight lines."),
  POINTER_JUMPS: entry("interaction", -0.5, "The pointer jumps to what it clicks in one step."),
  SHORT_HOLDS: entry("interaction", -0.5, "The mouse button or a finger is down for only a few milliseconds."),
  NATURAL_TOUCH: entry(
    "interaction",
    1.3,
    "Touches vary in size or are swipes, and last a natural time."
  ),
  NATURAL_TYPING: entry(
    "interaction",
    1.4,
    "Keys are held and follow each other unevenly, and overlap or are corrected, as when people type."
  ),
  NATURAL_MOVES: entry("interaction", 0.7, "The pointer moves in curves, at varying speed."),
  NATURAL_CLICKS: entry(
    "interaction",
    0.5,
    "Clicks vary in length and miss the exact center, after natural movements."
  ),

  TOO_FAST: entry(
    "timing",
    -1.5,
    "The form was filled in without autofill sooner after page load than anyone can (graded from 3 down to 1.5 seconds)."
  ),
  MORE_TIME_THAN_PASSED: entry(
    "timing",
    -1.5,
    "The measurements cover more time than passed since the challenge, so they are older than it."
  ),
  UNHURRIED: entry("timing", 0.4, "The page was visible for at least five seconds."),

  ADDRESS_PRESSURE: entry("network", -2, "The address requests many challenges (graded, logarithmic)."),
  NETWORK_PRESSURE: entry(
    "network",
    -1.5,
    "The network of the address requests many challenges (graded, logarithmic)."
  ),
  NETWORK_CHANGED: entry(
    "network",
    -0.3,
    "The answers came from a different network than the challenge request."
  ),

  SOLVED_TOO_FAST: entry("proofs", -2.2, "The puzzles were solved faster than any machine can.")
} as const satisfies Record<string, ScoreEntry>

export type ScoreCode = keyof typeof scoreCatalog

function entry(family: ScoreFamily, logit: number, about: string): ScoreEntry {
  return { family, logit, about }
}

function decisive(family: ScoreFamily, logit: number, about: string): ScoreEntry {
  return { family, logit, isDecisive: true, about }
}
