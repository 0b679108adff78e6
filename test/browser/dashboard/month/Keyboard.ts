import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { pageViews, waitUntilSettled } from "../../../../scripts/screens/Views.ts"
import { isFullRun, sample } from "../../../support/TestRun.ts"
import { setLook } from "../Looks.ts"
import type { Window } from "../Windows.ts"

const tabsMax = 400

/** Describes the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null
    const name = activeElement?.getAttribute("aria-label") ?? label ?? activeElement?.textContent ?? ""
    return `${activeElement?.tagName.toLowerCase()} ${name.trim().slice(0, 60)}`
  })

/** Number of times that Tab is pressed before the progress is checked. */
const tabsAtOnce = 10

/**
 * Moves through a part of a page with only the Tab key. Returns the controls that Tab does not reach, and the controls
 * that do not show the focus. Code in the page inspects each stop on `keyup`.
 */
const unreached = async (page: Page, part: "body" | "main"): Promise<ReadonlyArray<string>> => {
  await page.evaluate((part) => {
    const toReach = new Set<Element>()
    const reached = new Set<Element>()
    const unseen: Array<string> = []
    const within = document.querySelector(part)!
    const all = within.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [tabindex='0'], [role=button], [role=tab]"
    )
    for (const element of all) {
      const isUsable = element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(":disabled, [type=hidden]") && element.closest("[inert], [aria-hidden=true]") === null
      // Tab reaches only the checked option of a radio group. Arrow keys reach the others.
      const isOfGroup = element.matches("[type=radio]") && !element.matches(":checked")
      if (isUsable && !isOfGroup) toReach.add(element)
    }
    /** Returns the styles of the element and its two closest ancestors. A frame around it may show the focus. */
    const lookOf = (element: HTMLElement) => {
      for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
      return [element, element.parentElement!, element.parentElement!.parentElement!].map((one) => {
        const { borderColor, boxShadow, outlineStyle } = getComputedStyle(one)
        return [borderColor, boxShadow, outlineStyle].join()
      }).join()
    }
    let last: Element | null = null
    let isOver = false
    const stop = () => {
      const element = document.activeElement as HTMLElement | null
      // Ignores further stops in the same element, because a date field has several.
      if (isOver || element !== null && element === last) return
      isOver = element === null || element === document.body || reached.has(element) || !within.contains(element)
      if (isOver) return
      last = element
      reached.add(element!)
      toReach.delete(element!)
      const marked = lookOf(element!)
      element!.blur()
      const plain = lookOf(element!)
      element!.focus()
      if (marked === plain) unseen.push(`does not show its focus: ${element!.outerHTML.slice(0, 120)}`)
    }
    const onKey = ({ key }: KeyboardEvent) => key === "Tab" && stop()
    addEventListener("keyup", onKey, true)
    ;(globalThis as any).tabbed = () => {
      if (!isOver) return null
      removeEventListener("keyup", onKey, true)
      const left = [...toReach].map((element) => `not reached: ${element.outerHTML.slice(0, 120)}`)
      return [...left, ...unseen]
    }
    // Focuses an element before all others, because Tab continues after the element that was focused last.
    const start = document.createElement("span")
    start.tabIndex = -1
    within.prepend(start)
    start.focus()
    start.remove()
  }, part)
  for (let tabs = 0; tabs < tabsMax; tabs += tabsAtOnce) {
    for (let at = 0; at < tabsAtOnce; at++) await page.keyboard.press("Tab")
    const problems = await page.evaluate(() => (globalThis as any).tabbed())
    if (problems !== null) return problems
  }
  throw new Error(`Tab does not come back to where it began within ${tabsMax} times.`)
}

export const keyboardTests = (window: () => Window): void => {
  let mine: Window
  let page: Page
  beforeAll(async () => {
    mine = window()
    page = mine.page
    await setLook(mine, "light, desktop")
  })
  const press = async (...keys: ReadonlyArray<string>) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  it("the first Tab focuses a link that skips to the page", async () => {
    await mine.go("/requests")
    await press("Tab")
    expect(await focused(page)).toBe("a Skip to content")
    await press("Enter", "Tab")
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true)
  })

  it(
    "? lists shortcuts: g and a letter open a page and focus its heading, and Tab reaches every control",
    async () => {
      await mine.go("/")
      await press("?")
      const list = page.getByRole("dialog", { name: "Keyboard shortcuts" })
      await list.waitFor()
      const letters = await list.locator("kbd:text-is('g') + span:text-is('then') + kbd").allInnerTexts()
      expect(letters).toHaveLength(pageViews.length)
      const inLeads = list.getByRole("region", { name: "In Leads" })
      expect(await inLeads.locator("kbd").allInnerTexts()).toEqual(["j", "k", "s", "h", "u"])
      await press("Escape")
      await list.waitFor({ state: "hidden" })
      const found: Array<string> = []
      const pages = letters.map((letter, at) => ({ letter, ...pageViews[at]! }))
      for (const { letter, name, path } of sample("pages of the dashboard, by Tab", pages, 4)) {
        const isFirst = path === "/"
        if (!isFirst) {
          await press("g", letter)
          await page.waitForURL((url) => url.pathname === `/dashboard${path}`)
          await waitUntilSettled(page)
          expect(await focused(page)).toBe(`h1 ${await page.locator("h1").innerText()}`)
        }
        // Checks the navigation only once, because it is the same on each page.
        const problems = await unreached(page, isFirst || isFullRun ? "body" : "main")
        found.push(...problems.map((problem) => `${name}: ${problem}`))
      }
      expect(found).toEqual([])
      expect(mine.faults).toEqual([])
    }
  )

  it("/ focuses the search, Esc leaves it, arrows and Enter open a row, and Esc returns to it", async () => {
    await mine.go("/requests")
    await press("/")
    expect(await focused(page)).toMatch(/^input Search/)
    await page.keyboard.type("example")
    await page.waitForURL(/text=example/)
    await waitUntilSettled(page)
    await press("Escape")
    expect(await focused(page)).not.toMatch(/^input/)
    await mine.go("/requests")
    await page.locator("tbody tr").first().focus()
    await press("ArrowDown", "ArrowDown", "ArrowUp")
    const row = await focused(page)
    expect(row).toBe(`tr ${(await page.locator("tbody tr").nth(1).textContent())!.trim().slice(0, 60)}`)
    await press("Enter")
    await page.getByRole("dialog", { name: "Request" }).waitFor()
    await waitUntilSettled(page)
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true)
    await press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await expect.poll(() => focused(page)).toBe(row)
    await press("End", "Home")
    expect(await focused(page)).toBe(
      `tr ${(await page.locator("tbody tr").first().textContent())!.trim().slice(0, 60)}`
    )
  })

  it("a dialog traps the focus, and returns it when closed", async () => {
    await mine.go("/settings/keys")
    await page.getByRole("button", { name: "Create API key" }).focus()
    await press("Enter")
    await page.getByRole("dialog").waitFor()
    await expect.poll(() => focused(page)).toMatch(/^input/)
    for (let at = 0; at < 12; at++) {
      await press(at < 9 ? "Tab" : "Shift+Tab")
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true)
    }
    await press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await expect.poll(() => focused(page)).toBe("button Create API key")
  })

  it("on a phone the navigation covers an inert page, and Esc closes it", async () => {
    const usual = page.viewportSize()!
    await page.setViewportSize({ width: 390, height: 844 })
    await mine.go("/requests")
    const burger = page.getByRole("button", { name: "Navigation" })
    await burger.focus()
    await press("Enter")
    await page.getByRole("link", { name: "Profile" }).focus()
    await press("Tab")
    expect(await page.evaluate(() => document.activeElement?.closest("main") ?? null)).toBe(null)
    await page.getByRole("link", { name: "Profile" }).focus()
    await press("Escape")
    await expect.poll(() => focused(page)).toBe("button Navigation")
    expect(await burger.getAttribute("aria-expanded")).toBe("false")
    expect(await page.locator("main").getAttribute("inert")).toBe(null)
    await page.setViewportSize(usual)
  })
}
