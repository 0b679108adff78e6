import axe from "axe-core"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { sizes, themes } from "../../../apps/widget/Options.ts"
import { type FakeShield, formHtml } from "./FakeShield.ts"
import { advance } from "./PageClock.ts"
import { describeInChromium, type OpenedPage, waitForState, waitForWidgets } from "./Pages.ts"

const states: Readonly<Record<string, (fake: FakeShield) => void>> = {
  idle: () => {},
  verified: () => {},
  degraded: ({ settings }) => (settings.isDegraded = true),
  expired: ({ settings }) => (settings.tokenSeconds = 6),
  error: ({ behavior }) => (behavior["challenge"] = 422),
  refused: ({ behavior }) => (behavior["challenge"] = 403),
  // Comes last, because hanging requests occupy the connections to the server.
  working: ({ behavior }) => (behavior["challenge"] = "hang")
}

/** One form for each combination of state, theme and size. */
const everyForm = Object.keys(states).flatMap((state) =>
  themes.flatMap((theme) =>
    ["normal", "compact"].map((size) =>
      formHtml(
        `id="${state}-${theme}-${size}" data-theme=${theme} data-size=${size} data-refresh-expired=never data-execution=manual`
      ).replaceAll(/ id="(?:name|go)"/g, "")
    )
  )
).join("")

/** Brings every form into its state, one state after the other. */
const bringAll = async ({ fake, page }: OpenedPage) => {
  await waitForWidgets(page)
  const settings = { ...fake.settings }
  let first = await page.locator("[id^=idle-]").count()
  for (const [state, prepare] of Object.entries(states)) {
    if (state === "idle") continue
    Object.assign(fake.settings, settings)
    delete fake.behavior["challenge"]
    prepare(fake)
    await page.evaluate((state) => {
      for (const host of document.querySelectorAll(`[id^=${state}-]`)) void window.shield!.execute(host).catch(() => {})
    }, state)
    const count = await page.locator(`[id^=${state}-]`).count()
    if (state === "expired") {
      await Promise.all(Array.from({ length: count }, (_, at) => waitForState(page, "verified", first + at)))
      await advance(page, 1_000)
    }
    await Promise.all(Array.from({ length: count }, (_, at) => waitForState(page, state, first + at)))
    first += count
  }
}

const problemsOf = async (page: Page) => {
  await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, {
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    })
    return violations.map(({ id, nodes }: any) => [id, nodes.map(({ target, any }: any) => [target, any[0]?.message])])
  })
}

describeInChromium("for everybody", (open) => {
  it("has no axe findings in any theme, shape or state", async () => {
    const opened = await open({ body: everyForm, context: { reducedMotion: "reduce" } })
    await bringAll(opened)
    expect(await problemsOf(opened.page)).toEqual([])
    await opened.page.emulateMedia({ colorScheme: "dark", contrast: "more" })
    expect(await problemsOf(opened.page)).toEqual([])
  })

  it("announces important changes to screen readers, and nothing else", async () => {
    const { fake, page } = await open()
    await waitForWidgets(page)
    const live = page.locator(".shield-widget [role=status]")
    expect(await live.getAttribute("aria-live")).toBe("polite")
    expect(await live.textContent()).toBe("")
    await page.focus("#name")
    await expect.poll(() => live.textContent()).toBe("You are verified. ")
    await advance(page, 1_999)
    expect(await live.textContent()).toBe("You are verified. ")
    await advance(page, 1)
    expect(await live.textContent()).toBe("")
    fake.behavior["challenge"] = 403
    await page.evaluate(() => window.shield!.reset())
    await page.focus("#go")
    await expect.poll(() => live.textContent()).toBe("Not set up for this site. You can still send the form.")
  })

  it("is only focusable if it offers a retry", async () => {
    const { fake, page } = await open({ prepare: states["error"]! })
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        const inside = activeElement?.shadowRoot?.activeElement
        return inside == null ? activeElement?.id : `${inside.getAttribute("aria-label")} ${inside.className}`
      })
    await page.focus("#name")
    await waitForState(page, "error")
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("Check again again")
    const box = await page.locator(".shield-widget .again").boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(24)
    fake.behavior["challenge"] = "ok"
    await page.keyboard.press("Space")
    await waitForState(page, "verified")
    expect(await focused()).toMatch(/^Protection from bots box/)
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("go")
    await page.keyboard.press("Shift+Tab")
    expect(await focused()).toBe("name")
  })

  it("is visible in forced colors, and does not move if reduced motion is set", async () => {
    const { page } = await open({ context: { forcedColors: "active", reducedMotion: "reduce" } })
    await page.focus("#name")
    await waitForState(page, "verified")
    const { ground, ring, moves } = await page.evaluate(() => {
      const root = document.querySelector(".shield-widget")!.shadowRoot!
      const of = (name: string) => getComputedStyle(root.querySelector(name)!)
      return { ground: of(".box").backgroundColor, ring: of(".rail").fill, moves: of(".glyph").animationName }
    })
    expect(ring).not.toBe(ground)
    expect(moves).toBe("none")
    expect(await problemsOf(page)).toEqual([])
  })

  it("has its documented size", async () => {
    const forms = sizes.map((size) => formHtml(`data-size=${size}`).replaceAll(/ id="[a-z]+"/g, "")).join("")
    const { page } = await open({ body: `<div style="width:640px">${forms}</div>` })
    await waitForWidgets(page)
    const all = await page.locator(".shield-widget .box").evaluateAll((boxes) =>
      boxes.map((box) => [(box as HTMLElement).offsetWidth, (box as HTMLElement).offsetHeight])
    )
    expect(all).toEqual([[300, 65], [640, 65], [150, 140], [0, 0]])
  })

  it("appears when its element says so", async () => {
    const { fake, page } = await open({
      body: formHtml("data-appearance=execute") +
        formHtml("data-appearance=interaction-only").replaceAll(/ id="[a-z]+"/g, ""),
      prepare: states["working"]!
    })
    await waitForWidgets(page)
    const shown = () =>
      page.locator(".shield-widget .box").evaluateAll((all) => all.map((box) => box.checkVisibility()))
    expect(await shown()).toEqual([false, false])
    await page.focus("#name")
    await page.focus("input[name=name] >> nth=1")
    await expect.poll(shown).toEqual([true, false])
    fake.behavior["challenge"] = 403
    await page.evaluate(() => document.querySelectorAll(".shield-widget").forEach((host) => window.shield!.reset(host)))
    await page.focus("#name")
    await page.focus("input[name=name] >> nth=1")
    await expect.poll(shown).toEqual([true, true])
  })
})
