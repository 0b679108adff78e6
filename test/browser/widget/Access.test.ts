import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { sizes, themes } from "../../../apps/widget/Options.ts"
import { inChromium, rendered, stateIs } from "./Chromium.ts"
import { type FakeShield, formOf } from "./FakeShield.ts"

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8")

const states: Readonly<Record<string, (fake: FakeShield) => void>> = {
  idle: () => {},
  working: ({ behaviour }) => (behaviour["challenge"] = "hang"),
  verified: () => {},
  degraded: ({ settings }) => (settings.isDegraded = true),
  expired: ({ settings }) => (settings.tokenSeconds = 5.2),
  error: ({ behaviour }) => (behaviour["challenge"] = 422),
  refused: ({ behaviour }) => (behaviour["challenge"] = 403)
}

/** One form for each theme and size, so that one look finds everything in a state. */
const everyForm = themes.flatMap((theme) =>
  sizes.slice(0, 3).map((size) =>
    formOf(`data-theme=${theme} data-size=${size} data-refresh-expired=never data-execution=manual`)
      .replaceAll(/ id="[a-z]+"/g, "")
  )
).join("")

const bring = async (page: Page, state: string) => {
  await rendered(page)
  if (state === "idle") return
  await page.evaluate(() => {
    for (const host of document.querySelectorAll(".shield-widget")) void window.shield!.execute(host).catch(() => {})
  })
  for (let at = 0; at < themes.length * 3; at++) await stateIs(page, state, at)
}

const problemsOf = async (page: Page) => {
  await page.evaluate(axe)
  return page.evaluate(async () => {
    const { violations } = await (window as any).axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    })
    return violations.map(({ id, nodes }: any) => [id, nodes.map(({ target, any }: any) => [target, any[0]?.message])])
  })
}

inChromium("for everybody", (open) => {
  it.each(Object.keys(states))("axe finds nothing in any theme or size: %s", async (state) => {
    const { page } = await open({ body: everyForm, prepare: states[state]!, context: { reducedMotion: "reduce" } })
    await bring(page, state)
    expect(await problemsOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "dark", contrast: "more" })
    expect(await problemsOf(page)).toEqual([])
  })

  it("tells screen readers what matters, and then is silent", async () => {
    const { fake, page } = await open()
    await rendered(page)
    const live = page.locator(".shield-widget [role=status]")
    expect(await live.getAttribute("aria-live")).toBe("polite")
    expect(await live.textContent()).toBe("")
    await page.focus("#name")
    await expect.poll(() => live.textContent()).toBe("You are verified. ")
    await expect.poll(() => live.textContent(), { timeout: 4_000 }).toBe("")
    fake.behaviour["challenge"] = 403
    await page.evaluate(() => window.shield!.reset())
    await page.focus("#go")
    await expect.poll(() => live.textContent()).toBe("Not set up for this site. You can send the form all the same.")
  })

  it("takes no place among what is focusable but where it can be asked again", async () => {
    const { fake, page } = await open({ prepare: states["error"]! })
    const focused = () =>
      page.evaluate(() => {
        const { activeElement } = document
        const inside = activeElement?.shadowRoot?.activeElement
        return inside == null ? activeElement?.id : `${inside.getAttribute("aria-label")} ${inside.className}`
      })
    await page.focus("#name")
    await stateIs(page, "error")
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("Check again again")
    const box = await page.locator(".shield-widget .again").boundingBox()
    expect(Math.min(box!.width, box!.height)).toBeGreaterThanOrEqual(24)
    fake.behaviour["challenge"] = "ok"
    await page.keyboard.press("Space")
    await stateIs(page, "verified")
    expect(await focused()).toMatch(/^Protection from bots box/)
    await page.keyboard.press("Tab")
    expect(await focused()).toBe("go")
    await page.keyboard.press("Shift+Tab")
    expect(await focused()).toBe("name")
  })

  it("is seen in colours that the person forces, and stands still where that is asked for", async () => {
    const { page } = await open({ context: { forcedColors: "active", reducedMotion: "reduce" } })
    await page.focus("#name")
    await stateIs(page, "verified")
    const { ground, ring, moves } = await page.evaluate(() => {
      const root = document.querySelector(".shield-widget")!.shadowRoot!
      const of = (name: string) => getComputedStyle(root.querySelector(name)!)
      return { ground: of(".box").backgroundColor, ring: of(".rail").fill, moves: of(".glyph").animationName }
    })
    expect(ring).not.toBe(ground)
    expect(moves).toBe("none")
  })

  it.each([["normal", 300, 65], ["compact", 150, 140], ["flexible", 640, 65], ["invisible", 0, 0]])(
    "has its size: %s",
    async (size, width, height) => {
      const body = `<div style="width:640px">${formOf(`data-size=${size}`)}</div>`
      const { page } = await open({ body })
      await rendered(page)
      const box = await page.locator(".shield-widget .box").boundingBox()
      expect([box?.width ?? 0, box?.height ?? 0]).toEqual([width, height])
      await page.fill("#name", "Ada")
      await page.click("#go")
      await page.waitForSelector("#sent")
    }
  )

  it("appears when its element says", async () => {
    const { fake, page } = await open({
      body: formOf("data-appearance=execute") +
        formOf("data-appearance=interaction-only").replaceAll(/ id="[a-z]+"/g, ""),
      prepare: states["working"]!
    })
    await rendered(page)
    const shown = () =>
      page.locator(".shield-widget .box").evaluateAll((all) => all.map((box) => box.checkVisibility()))
    expect(await shown()).toEqual([false, false])
    await page.focus("#name")
    await page.focus("input[name=name] >> nth=1")
    await expect.poll(shown).toEqual([true, false])
    fake.behaviour["challenge"] = 403
    await page.evaluate(() => document.querySelectorAll(".shield-widget").forEach((host) => window.shield!.reset(host)))
    await page.focus("#name")
    await page.focus("input[name=name] >> nth=1")
    await expect.poll(shown).toEqual([true, true])
  })
})
