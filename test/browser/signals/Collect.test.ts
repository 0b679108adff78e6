import type { BrowserContext, ConsoleMessage, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { Collector, startCollecting } from "../../../apps/widget/signals/Collect.ts"
import { arePlausible } from "../../../core/shield/score/PlausibleSignals.ts"
import { parseSignals, shapeOf, type Signals } from "../../../core/shield/score/Signals.ts"
import { needs } from "../../support/TestRun.ts"
import { openPage } from "../Chromium.ts"
import { type ScoreServer, startScoreServer } from "../ScoreServer.ts"
import { sharedChromium, withClipboard } from "../SharedChromium.ts"

declare global {
  interface Window {
    collector: Collector
    startCollecting: typeof startCollecting
  }
}

describe("the widget's signals", { tags: [needs.chromium] }, () => {
  let context: BrowserContext
  let server: ScoreServer
  let page: Page
  let consoleMessages: Array<ConsoleMessage>

  beforeAll(async () => {
    server = await startScoreServer()
    context = await (await sharedChromium()).newContext()
    page = await openPage(context, "stealth")
    page.on("console", (message) => consoleMessages.push(message))
  })

  afterAll(async () => {
    await context?.close()
    await server?.stop()
  })

  const open = async (address = "page"): Promise<void> => {
    await page.goto(`${server.url}/${address}?collect.1`)
    consoleMessages = []
  }

  const snapshot = (): Promise<Record<string, unknown>> =>
    page.evaluate(() => window.collector.snapshot(document.querySelector("form")))

  const signals = async (): Promise<Signals> => parseSignals(await snapshot())!

  it("are decoded completely by the server", async () => {
    await open()
    await page.click("[name=name]")
    await page.keyboard.type("Ada", { delay: 20 })
    const measured = await snapshot()
    expect(parseSignals(measured)).toEqual(JSON.parse(JSON.stringify(measured)))
  })

  it("contain none of the typed text, and are small", async () => {
    await open()
    await page.click("[name=name]")
    await page.keyboard.type("Zebraquagga")
    await page.fill("[name=message]", "xylophone 7731")
    const text = JSON.stringify(await snapshot())
    expect(text).not.toMatch(/zebra|quagga|xylo|phone|7731|"Z"|KeyZ/i)
    expect(text.length).toBeLessThan(2_048)
  })

  it("distinguish typing, pasting, insertion, a password manager and a script", async () => {
    await open()
    await page.click("[name=name]")
    await page.keyboard.type("Ada Byron")
    expect(await signals()).toMatchObject({ filled: 1, typed: 1, pasted: 0, inserted: 0, assisted: 0, set: 0 })
    await withClipboard(async () => {
      await page.keyboard.press("Control+A")
      await page.keyboard.press("Control+C")
      await page.click("[name=message]")
      await page.keyboard.press("Control+V")
    })
    expect(await signals()).toMatchObject({ filled: 2, typed: 1, pasted: 1, inserted: 0 })
    await page.fill("[name=email]", "ada@example.com")
    expect(await signals()).toMatchObject({ filled: 3, typed: 1, pasted: 1, inserted: 1, assisted: 0, set: 0 })
  })

  it("distinguish values set by script with and without an event", async () => {
    await open()
    await page.evaluate(() => {
      const fields = document.querySelectorAll("input")
      fields[0]!.value = "Ada"
      fields[1]!.value = "ada@example.com"
      fields[1]!.dispatchEvent(new Event("input", { bubbles: true }))
    })
    expect(await signals()).toMatchObject({ acts: 0, filled: 2, assisted: 1, set: 1, typed: 0 })
  })

  it("count words that are dictated one by one as typing", async () => {
    await open()
    await page.focus("[name=message]")
    for (const word of ["Please ", "call ", "me"]) await page.keyboard.insertText(word)
    expect(await signals()).toMatchObject({ filled: 1, typed: 1, acts: 3 })
  })

  it("ignore events from scripts", async () => {
    await open()
    await page.evaluate(() => {
      const field = document.querySelector("input")!
      for (const name of ["pointerdown", "pointerup", "click"]) {
        field.dispatchEvent(new PointerEvent(name, { bubbles: true }))
      }
      for (const name of ["keydown", "keyup"]) {
        field.dispatchEvent(new KeyboardEvent(name, { bubbles: true, key: "a", code: "KeyA" }))
      }
      field.click()
    })
    const { acts, clicks, dwellCount } = await signals()
    expect({ acts, clicks, dwellCount }).toEqual({ acts: 0, clicks: 0, dwellCount: undefined })
  })

  it("count the moves before the first click, which is then not a jump", async () => {
    await open()
    for (let step = 0; step <= 10; step++) {
      await page.mouse.move(300 + 20 * step, 300 - 9 * step)
      await page.evaluate(() => new Promise(requestAnimationFrame))
    }
    await page.mouse.down()
    await page.mouse.up()
    const { clicks, jumps, moves } = await signals()
    expect({ clicks, jumps }).toEqual({ clicks: 1, jumps: 0 })
    expect(moves).toBeGreaterThanOrEqual(5)
  })

  it("have the same path shape for the same path at any speed, and another one for another path", async () => {
    const shapes: Array<string | undefined> = []
    for (const [delay, shift] of [[0, 0], [30, 0], [0, 1]] as const) {
      await open()
      for (const name of ["name", "email", "message"]) {
        await page.click(`[name=${name}]`, { position: { x: 40 + shift, y: 12 } })
        await page.keyboard.type("abcdef", { delay })
      }
      await page.click("h1", { position: { x: 9, y: 9 } })
      shapes.push(shapeOf(await signals()) ?? undefined)
    }
    expect(shapes[0]).toMatch(/^[0-9a-f]{16}$/)
    expect(shapes[1]).toBe(shapes[0])
    expect(shapes[2]).not.toBe(shapes[0])
  })

  it("have a shape that identifies no visitor after few events, and differs by challenge", async () => {
    await open()
    await page.evaluate(() => window.collector.challenged())
    for (let times = 0; times < 3; times++) await page.click("h1")
    const few = await signals()
    expect([few.shape, few.shapeBits, shapeOf(few)]).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/), 24, null])
    await page.click("h1")
    const first = await signals()
    expect([first.shape, first.shapeBits]).toEqual([shapeOf(first), 32])
    expect(first.challengedMillis).toBeGreaterThanOrEqual(0)
    await page.evaluate(() => window.collector.challenged())
    const second = await signals()
    expect(second.shapeBits).toBe(32)
    expect(shapeOf(second)).not.toBe(shapeOf(first))
  })

  it("are valid for the server with any events before and after a challenge", async () => {
    await open()
    const areRight = async () => arePlausible(await signals())
    expect(await areRight()).toBe(true)
    for (let times = 0; times < 3; times++) {
      await page.evaluate(() => window.collector.challenged())
      await page.click("[name=name]")
      await page.keyboard.type("Ada Byron")
      await page.keyboard.press("Backspace")
      await page.keyboard.down("a")
      await page.keyboard.press("b")
      await page.keyboard.up("a")
      await page.mouse.move(30 * times, 40)
      expect(await areRight()).toBe(true)
      await page.click("[name=message]")
      await page.keyboard.insertText("Hello")
      expect(await areRight()).toBe(true)
    }
  })

  it("detect a driver's debugger and leave no traces", async () => {
    await open()
    await page.evaluate(() => {
      const prepare = (_: Error, at: ReadonlyArray<unknown>) => at.length
      Object.assign(Error, { prepareStackTrace: prepare, kept: prepare })
    })
    expect(await signals()).toMatchObject({
      debugged: true,
      toolGlobals: false,
      webdriver: false,
      webdriverPatched: false,
      frameDiffers: false
    })
    expect(
      await page.evaluate(() => {
        const { kept, prepareStackTrace } = Error as unknown as Record<string, unknown>
        return [kept === prepareStackTrace, document.querySelectorAll("iframe,canvas").length]
      })
    ).toEqual([true, 0])
    // Ignores the end of a console group that was never opened, which consoles do not show.
    expect(consoleMessages.filter((message) => message.type() !== "endGroup")).toEqual([])
  })

  it("detect patched functions", async () => {
    await open()
    await page.evaluate(() => Object.defineProperty(Navigator.prototype, "webdriver", { get: () => false }))
    expect((await signals()).webdriverPatched).toBe(true)
    await open()
    await page.evaluate(() => {
      Object.defineProperty(navigator, "platform", { value: "Win32" })
      Object.assign(window, { __playwright__binding__: 1 })
    })
    expect(await signals()).toMatchObject({ webdriverPatched: true, frameDiffers: true, toolGlobals: true })
  })

  it("ignore extensions that add their own names", async () => {
    await open()
    await page.evaluate(() => Object.defineProperty(navigator, "globalPrivacyControl", { value: true }))
    expect((await signals()).webdriverPatched).toBe(false)
  })

  it("are collected under the strictest policy without violating it", async () => {
    await open("strict")
    await page.evaluate(() => {
      window.collector = window.startCollecting(document)
    })
    await page.click("input")
    expect(await signals()).toMatchObject({ acts: 2, clicks: 1, debugged: true, frameDiffers: false, evalLength: 33 })
    expect(consoleMessages.filter((message) => message.type() !== "endGroup").map((message) => message.text())).toEqual(
      []
    )
  })

  it("stop being collected after stop", async () => {
    await open()
    await page.click("h1")
    await page.evaluate(() => window.collector.stop())
    await page.click("h1")
    expect((await signals()).clicks).toBe(1)
  })
})
