import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shieldBands } from "../../core/scoring/Bands.ts"
import { needs, sample } from "../support/TestRun.ts"
import type { ActionRecording } from "./drivers/ActionRecorder.ts"
import { createSeededRandom, type Driver } from "./drivers/Driver.ts"
import { passwordManagerDrivers } from "./drivers/PasswordManagerDrivers.ts"
import { fillWithMouse, personDrivers } from "./drivers/PersonDrivers.ts"
import { replayDriver, repostDriver } from "./drivers/ReplayDrivers.ts"
import { scriptDrivers } from "./drivers/ScriptDrivers.ts"
import { runDriver } from "./RunDriver.ts"
import { type ScoreServer, type SessionVerdict, startScoreServer } from "./ScoreServer.ts"
import { sharedChromium } from "./SharedChromium.ts"

const [withMouse, ...others] = personDrivers
const isDictated = ({ name }: Driver) => name.includes("dictated")

/**
 * Runs the drivers concurrently, because they type at human speed. `test/bench/shieldScores.ts` runs each driver more
 * often, and in browsers with windows.
 */
describe.concurrent("in Chromium", { tags: [needs.chromium] }, () => {
  let browser: Browser
  let server: ScoreServer

  beforeAll(async () => {
    server = await startScoreServer()
    browser = await sharedChromium()
  })

  afterAll(() => server?.stop())

  const run = (driver: Driver, site?: string): Promise<SessionVerdict> =>
    runDriver(browser, server, driver, createSeededRandom(driver.name), site)

  it("judges a replayed or reposted human session as a bot", async () => {
    let trail: ActionRecording = []
    const original = await run({
      ...withMouse!,
      fill: async (page, random) => void (trail = await fillWithMouse(page, random))
    }, "recorded")
    expect(shieldBands.nameOf(original.score), `${original.reasons}`).toBe("human")
    const again = await Promise.all([
      run(repostDriver(original.signals), "recorded"),
      run(replayDriver("mouse and keys", "desktop", trail), "recorded")
    ])
    for (const { reasons, score } of again) {
      expect(reasons).toContain("RECORDING")
      expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe("elevated-bot-risk")
    }
  })

  it.each(sample("people who fill in a form", others, 1))("$name is human", async (driver) => {
    const { reasons, score } = await run(driver)
    if (isDictated(driver)) expect(score, `${reasons}`).toBeGreaterThanOrEqual(40)
    else expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe("human")
  })

  it.each(sample("people and programs that fill in by script", passwordManagerDrivers, 2))(
    "$name: $is",
    async (driver) => {
      const { reasons, score } = await run(driver)
      const band = driver.expected === "person" ? "human" : "elevated-bot-risk"
      expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe(band)
    }
  )

  it.each(sample("programs that fill in a form", scriptDrivers, 4))("$name is a bot", async (driver) => {
    const { reasons, score } = await run(driver)
    expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe("elevated-bot-risk")
  })
})
