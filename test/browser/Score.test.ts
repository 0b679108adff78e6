import type { Browser } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { shieldBands } from "../../core/rating/ShieldBand.ts"
import { chromiumFile } from "../support/Installed.ts"
import { startChromium } from "./Chromium.ts"
import type { Driver } from "./drivers/Driver.ts"
import type { Trail } from "./drivers/Hand.ts"
import { fillWithMouse, people } from "./drivers/People.ts"
import { postedAgain, replayed } from "./drivers/Recordings.ts"
import { scripts } from "./drivers/Scripts.ts"
import { runDriver } from "./RunDriver.ts"
import { type Judged, type ScoreServer, startScoreServer } from "./ScoreServer.ts"

/** Of each driver; `test/bench/shieldScores.ts` lets them run more often, and in windows. */
const runs = 1
const millisMax = 120_000

const path = chromiumFile()

/** Everything at once: drivers wait for most of the time, as people do. */
describe.skipIf(path === null).concurrent("in Chromium", () => {
  let server: ScoreServer
  const browsers = new Map<Driver["start"], Promise<Browser>>()

  beforeAll(async () => {
    server = await startScoreServer()
    for (const start of ["stock", "stealth"] as const) browsers.set(start, startChromium(path!, start, null))
    await Promise.all(browsers.values())
  })

  afterAll(async () => {
    for (const browser of browsers.values()) await (await browser).close()
    await server.stop()
  })

  const run = async (driver: Driver, site?: string): Promise<Judged> =>
    runDriver((await browsers.get(driver.start))!, server, driver, site)

  const often = (driver: Driver) => Promise.all(Array.from({ length: runs }, () => run(driver)))

  it("a person's session that is done or posted again is a bot", async () => {
    let trail: Trail = []
    const original = await run({
      ...people[0]!,
      fill: async (page, random) => void (trail = await fillWithMouse(page, random))
    }, "recorded")
    expect(shieldBands.nameOf(original.score), `${original.reasons}`).toBe("human")
    const again = await Promise.all([
      run(postedAgain(original.signals), "recorded"),
      run(replayed("mouse and keys", "desktop", trail), "recorded")
    ])
    for (const { reasons, score } of again) {
      expect(reasons).toContain("RECORDING")
      expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe("elevated-bot-risk")
    }
  }, millisMax)

  it.each(people.filter(({ name }) => !name.includes("dictated")))("$name is a person", async (driver) => {
    for (const { reasons, score } of await often(driver)) {
      expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe("human")
    }
  }, millisMax)

  it.each(people.filter(({ name }) => name.includes("dictated")))("$name is no bot", async (driver) => {
    for (const { reasons, score } of await often(driver)) expect(score, `${reasons}`).toBeGreaterThanOrEqual(40)
  }, millisMax)

  it.each(scripts)("$name is a bot", async (driver) => {
    for (const { reasons, score } of await often(driver)) {
      expect(shieldBands.nameOf(score), `${score} ${reasons}`).toBe("elevated-bot-risk")
    }
  }, millisMax)
})
