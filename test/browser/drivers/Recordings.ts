import type { Page } from "playwright-core"
import type { Driver } from "./Driver.ts"
import { replay, type Trail } from "./Hand.ts"

const recording = (name: string, device: Driver["device"], fill: (page: Page) => Promise<void>): Driver => ({
  name,
  is: "bot",
  start: "stealth",
  device,
  fill
})

/** Replays a person's recorded actions. */
export const replayed = (name: string, device: Driver["device"], trail: Trail): Driver =>
  recording(`replay: ${name}`, device, async (page) => {
    await replay(page, trail)
    await page.waitForSelector("body[data-sent]")
  })

/** Posts a person's recorded signals again, with its own challenge. */
export const postedAgain = (signals: unknown): Driver =>
  recording("replay: the same measurements posted again", "desktop", (page) =>
    page.evaluate(async (body) => {
      await fetch(`/challenge${location.search}`, { method: "POST" })
      await fetch(`/judge${location.search}`, { method: "POST", body })
    }, JSON.stringify(signals)))
