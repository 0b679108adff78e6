import { isHeadless } from "./RequestFindings.ts"
import type { ScoreCode } from "./ScoreCatalog.ts"
import type { Signals } from "./Signals.ts"
import { fitsSystem, parseUserAgent, type UserAgent } from "./UserAgent.ts"

/** Length of `eval.toString()`: 33 characters in V8, and 37 in SpiderMonkey and JavaScriptCore. */
const evalLengths = { chromium: 33, firefox: 37, safari: 37 } as const

/** Returns the signals from the widget's measurements of the browser. */
export const browserFindings = (signals: Signals): ReadonlyArray<ScoreCode> => {
  const found: Array<ScoreCode> = []
  const agent = parseUserAgent(signals.userAgent ?? "")
  const note = (holds: boolean | undefined, code: ScoreCode) => {
    if (holds === true) found.push(code)
  }
  note(signals.webdriver, "WEBDRIVER")
  note(isHeadless(signals.userAgent ?? "") || isHeadless(signals.brands ?? ""), "HEADLESS_NAME")
  note(signals.toolGlobals, "TOOL_GLOBALS")
  note(signals.webdriverPatched, "WEBDRIVER_PATCHED")
  note(signals.frameDiffers, "FRAME_DIFFERS")
  note(signals.debugged, "DEBUGGED")
  note(isOfAnotherSystem(signals, agent), "PLATFORM_MISMATCH")
  note(
    agent.engine !== null && signals.evalLength !== undefined && signals.evalLength !== evalLengths[agent.engine],
    "ENGINE_MISMATCH"
  )
  note(signals.languages === "", "NO_LANGUAGES")
  note(signals.smallScreen, "SMALL_SCREEN")
  note(agent.isMobile && signals.touch === false, "TOUCH_MISMATCH")
  note(signals.frameless && signals.coarse === false && signals.touch === false, "FRAMELESS")
  note(signals.softwareGraphics, "SOFTWARE_GRAPHICS")
  return found
}

const isOfAnotherSystem = ({ hintsPlatform, platform }: Signals, { system }: UserAgent): boolean =>
  system !== null && [platform, hintsPlatform].some((named) => named !== undefined && !fitsSystem(named, system))
