import type { Page } from "playwright-core"
import { type ActionRecording, replayActions } from "./ActionRecorder.ts"
import type { Driver } from "./Driver.ts"

const recording = (name: string, device: Driver["device"], fill: (page: Page) => Promise<void>): Driver => ({
  name,
  expected: "bot",
  start: "stealth",
  device,
  fill
})

/** Replays a person's recorded actions. */
export const replayDriver = (name: string, device: Driver["device"], trail: ActionRecording): Driver =>
  recording(`replay: ${name}`, device, async (page) => {
    await replayActions(page, trail)
    await page.waitForSelector("body[data-sent]")
  })

/** Posts a person's recorded signals again, after requesting a new challenge. */
export const repostDriver = (signals: unknown): Driver =>
  recording("replay: the same measurements posted again", "desktop", (page) =>
    page.evaluate(async (body) => {
      await fetch(`/challenge${location.search}`, { method: "POST" })
      await fetch(`/judge${location.search}`, { method: "POST", body })
    }, JSON.stringify(signals)))
