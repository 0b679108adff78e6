import { type Browser } from "playwright-core"
import { shieldBands } from "../../core/scoring/Bands.ts"
import { startChromium, startScreen } from "../browser/Chromium.ts"
import type { ActionRecording } from "../browser/drivers/ActionRecorder.ts"
import type { Driver } from "../browser/drivers/Driver.ts"
import { passwordManagerDrivers } from "../browser/drivers/PasswordManagerDrivers.ts"
import { fillWithFinger, fillWithKeys, fillWithMouse, personDrivers } from "../browser/drivers/PersonDrivers.ts"
import { replayDriver, repostDriver } from "../browser/drivers/ReplayDrivers.ts"
import { scriptDrivers } from "../browser/drivers/ScriptDrivers.ts"
import { runDriver } from "../browser/RunDriver.ts"
import { type SessionVerdict, startScoreServer } from "../browser/ScoreServer.ts"
import { findChromium } from "../support/InstalledPrograms.ts"

/**
 * Prints the verdicts on sessions of people and of programs in real Chromium.
 *
 * Chromium runs headless and, if Xvfb is installed, also with windows.
 *
 *   node test/bench/shieldScores.ts [runs, 20] [part of a driver's name] [headless|headful]
 *
 * `in band` is the share of runs with the right verdict: at least 70 for people, below 40 for programs.
 */
const [runs = "20", only = "", mode = ""] = process.argv.slice(2)
/** Maximum number of concurrent pages, which mostly wait. */
const pagesMax = 5
/** Sessions to record for the drivers that replay a recording. */
const recordings = [
  ["mouse and keys", "desktop", fillWithMouse],
  ["finger", "phone", fillWithFinger],
  ["keys only", "desktop", fillWithKeys]
] as const

const path = findChromium()
if (path === null) process.exit(1)
const server = await startScoreServer()
const screen = mode === "headless" ? null : await startScreen()
const displays = [...mode === "headful" ? [] : [null], ...screen === null ? [] : [screen.display]]
for (const display of displays) {
  const browsers = new Map<Driver["start"], Browser>()
  for (const start of ["stock", "stealth", "untraced"] as const) {
    browsers.set(start, await startChromium(path, start, display))
  }
  const run = (driver: Driver, site?: string) =>
    runDriver(browsers.get(driver.start)!, server, driver, Math.random, site)
  console.log(`\n${display === null ? "headless" : "headful"}, ${runs} runs each`)
  console.log("driver".padEnd(58), "n".padStart(4), "least", "median", "most", "in band")
  for (
    const driver of [...scriptDrivers, ...personDrivers, ...passwordManagerDrivers].filter(({ name }) =>
      name.includes(only)
    )
  ) {
    report(driver, await many(() => run(driver)))
  }
  for (const [name, device, fill] of recordings) {
    const site = `${name}${display === null ? "" : "InWindow"}`.replaceAll(" ", "")
    let trail: ActionRecording = []
    const recorder: Driver = {
      ...personDrivers[0]!,
      device,
      fill: async (page, random) => void (trail = await fill(page, random))
    }
    if (!`replay: ${name}`.includes(only)) continue
    const original = await run(recorder, site)
    report(replayDriver(name, device, trail), await many(() => run(replayDriver(name, device, trail), site)))
    if (name !== "mouse and keys") continue
    const again = repostDriver(original.signals)
    report(again, await many(() => run(again, site)))
  }
  for (const browser of browsers.values()) await browser.close()
}
await server.stop()
screen?.stop()

async function many(once: () => Promise<SessionVerdict>): Promise<ReadonlyArray<SessionVerdict>> {
  const judged: Array<SessionVerdict> = []
  let left = Number(runs)
  const lane = async () => {
    while (left-- > 0) judged.push(await once())
  }
  await Promise.all(Array.from({ length: pagesMax }, lane))
  return judged
}

function report({ expected, name }: Driver, judged: ReadonlyArray<SessionVerdict>): void {
  const scores = judged.map(({ score }) => score).toSorted((a, b) => a - b)
  const expectedBand = expected === "person" ? "human" : "elevated-bot-risk"
  const right = scores.filter((score) => shieldBands.nameOf(score) === expectedBand).length
  const shown = [scores[0], scores[scores.length >> 1], scores.at(-1)].map((score) => `${score}`.padStart(5))
  console.log(
    name.padEnd(58),
    `${scores.length}`.padStart(4),
    ...shown,
    `${Math.round(100 * right / scores.length)} %`.padStart(8)
  )
  if (process.env["REASONS"]) { for (const { reasons, score } of judged) console.log("   ", score, reasons.join(" ")) }
}
