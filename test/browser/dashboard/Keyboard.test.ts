import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { pageViews, settled } from "../../../scripts/screens/Views.ts"
import { inDashboard, ownersWindow, type Window } from "./Dashboard.ts"

const tabsMax = 400
const millisMax = 120_000

/** What has the focus, in words. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const { activeElement } = document
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : null
    const name = activeElement?.getAttribute("aria-label") ?? label ?? activeElement?.textContent ?? ""
    return `${activeElement?.tagName.toLowerCase()} ${name.trim().slice(0, 60)}`
  })

/** Goes through a page by Tab alone: what can be used there and is never reached, or is reached and does not show it. */
const unreached = async (page: Page): Promise<ReadonlyArray<string>> => {
  await page.evaluate(() => {
    const all = document.querySelectorAll<HTMLElement>(
      "a[href], button, input, select, textarea, [tabindex='0'], [role=button], [role=tab]"
    )
    for (const element of all) {
      const isUsable = element.tabIndex >= 0 && element.checkVisibility({ visibilityProperty: true }) &&
        !element.matches(":disabled, [type=hidden]") && element.closest("[inert], [aria-hidden=true]") === null
      // One of a group of choices is reached, and arrows lead to the others.
      const isOfGroup = element.matches("[type=radio]") && !element.matches(":checked")
      if (isUsable && !isOfGroup) element.dataset["toReach"] = ""
    }
    ;(document.activeElement as HTMLElement | null)?.blur()
  })
  const hidden: Array<string> = []
  for (let at = 0; at < tabsMax; at++) {
    await page.keyboard.press("Tab")
    const { isOver, unseen } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null
      const last = document.querySelector<HTMLElement>("[data-reached=last]")
      // A date has several stops.
      if (element !== null && element === last) return { isOver: false, unseen: null }
      if (element === null || element === document.body || element.dataset["reached"] !== undefined) {
        return { isOver: true, unseen: null }
      }
      if (last !== null) last.dataset["reached"] = "before"
      element.dataset["reached"] = "last"
      delete element.dataset["toReach"]
      /** Of the element, or of the frame around it. */
      const look = () => {
        for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
        return [element, element.parentElement!, element.parentElement!.parentElement!].map((one) => {
          const { borderColor, boxShadow, outlineStyle } = getComputedStyle(one)
          return [borderColor, boxShadow, outlineStyle].join()
        }).join()
      }
      const marked = look()
      element.blur()
      const plain = look()
      element.focus()
      return { isOver: false, unseen: marked === plain ? element.outerHTML.slice(0, 120) : null }
    })
    if (isOver) break
    if (unseen !== null) hidden.push(`does not show its focus: ${unseen}`)
  }
  const left = await page.evaluate(() =>
    [...document.querySelectorAll("[data-to-reach]")].map((element) =>
      `not reached: ${element.outerHTML.slice(0, 120)}`
    )
  )
  return [...left, ...hidden]
}

inDashboard("by keyboard alone", (dashboard) => {
  let mine: Window
  let page: Page
  beforeAll(async () => {
    mine = await ownersWindow(dashboard())
    page = mine.page
  })
  const press = async (...keys: ReadonlyArray<string>) => {
    for (const key of keys) await page.keyboard.press(key)
  }

  it("the first Tab offers to skip to the page", async () => {
    await mine.go("/requests")
    await press("Tab")
    expect(await focused(page)).toBe("a Skip to the page")
    await press("Enter", "Tab")
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true)
  })

  it("g and a letter go to each page, whose heading has the focus; ? tells them all", async () => {
    await mine.go("/")
    await press("?")
    const list = page.getByRole("dialog", { name: "Keyboard" })
    await list.waitFor()
    const letters = await list.locator("kbd:text-is('g') + span:text-is('then') + kbd").allInnerTexts()
    expect(letters).toHaveLength(pageViews.length)
    const inLeads = list.getByRole("region", { name: "In Leads" })
    expect(await inLeads.locator("kbd").allInnerTexts()).toEqual(["j", "k", "s", "h", "u"])
    await press("Escape")
    await list.waitFor({ state: "hidden" })
    for (const [at, letter] of letters.entries()) {
      if (at === 0) continue
      await press("g", letter)
      await page.waitForURL((url) => url.pathname === `/dashboard${pageViews[at]!.path}`)
      await settled(page)
      expect(await focused(page)).toBe(`h1 ${await page.locator("h1").innerText()}`)
    }
  }, millisMax)

  it("/ goes to the search, Esc leaves it, arrows and Enter open a row, and Esc comes back to it", async () => {
    await mine.go("/requests")
    await press("/")
    expect(await focused(page)).toMatch(/^input Search/)
    await page.keyboard.type("example")
    await page.waitForURL(/text=example/)
    await settled(page)
    await press("Escape")
    expect(await focused(page)).not.toMatch(/^input/)
    await mine.go("/requests")
    await page.locator("tbody tr").first().focus()
    await press("ArrowDown", "ArrowDown", "ArrowUp")
    const row = await focused(page)
    expect(row).toBe(`tr ${(await page.locator("tbody tr").nth(1).textContent())!.trim().slice(0, 60)}`)
    await press("Enter")
    await page.getByRole("dialog", { name: "Request" }).waitFor()
    await settled(page)
    expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true)
    await press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await expect.poll(() => focused(page)).toBe(row)
    await press("End", "Home")
    expect(await focused(page)).toBe(
      `tr ${(await page.locator("tbody tr").first().textContent())!.trim().slice(0, 60)}`
    )
  })

  it("a dialog keeps the focus, and gives it back", async () => {
    await mine.go("/settings/keys")
    await page.getByRole("button", { name: "Create a key" }).focus()
    await press("Enter")
    await page.getByRole("dialog").waitFor()
    await expect.poll(() => focused(page)).toMatch(/^input/)
    for (let at = 0; at < 12; at++) {
      await press(at < 9 ? "Tab" : "Shift+Tab")
      expect(await page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true)
    }
    await press("Escape")
    await page.getByRole("dialog").waitFor({ state: "hidden" })
    await expect.poll(() => focused(page)).toBe("button Create a key")
  })

  it("on a phone the navigation lies over a page that rests meanwhile, and Esc closes it", async () => {
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

  it("everything on every page is reached by Tab, and shows that it is", async () => {
    const found: Array<string> = []
    for (const { name, path } of pageViews) {
      await mine.go(path)
      for (const problem of await unreached(page)) found.push(`${name}: ${problem}`)
    }
    expect(found).toEqual([])
    expect(mine.faults).toEqual([])
  }, millisMax)
}, { requests: 400 })
