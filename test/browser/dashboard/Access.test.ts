import axe from "axe-core"
import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import {
  entryViews,
  innerViews,
  newestOf,
  pageViews,
  screens,
  settled,
  type View
} from "../../../scripts/screens/Views.ts"
import { type Dashboard, inDashboard, ownersWindow, type Window } from "./Dashboard.ts"

const millisMax = 240_000

/** What axe finds that keeps people out, or leads them astray among the parts of a page. */
const problemsOf = async (page: Page): Promise<ReadonlyArray<string>> => {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (globalThis as any).axe.run(document, {
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
    })
    const isGrave = ({ id, impact }: any) => impact === "serious" || impact === "critical" || id.startsWith("landmark-")
    const grave = violations.filter(isGrave)
    return grave.flatMap(({ id, nodes }: any) =>
      nodes.map(({ any, html }: any) => `${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`)
    )
  })
}

/** The least height of a control on a phone, with the rail around it; names in a field are a little lower. */
const targetPixelsMin = 40
const targets = ["Button", "ActionIcon", "NavLink", "SegmentedControl"].map((name) => `.mantine-${name}-root`)
  .concat(
    ".mantine-Input-input",
    ".mantine-Tabs-tab",
    ".mantine-CloseButton-root:not(.mantine-Pill-remove)",
    ".mantine-Chip-label"
  )

const smallTargets = (page: Page): Promise<ReadonlyArray<string>> =>
  page.locator(targets.join()).filter({ visible: true }).evaluateAll(
    (all, pixelsMin) =>
      all.filter((one) => one.getBoundingClientRect().height < pixelsMin).map(({ outerHTML }) =>
        outerHTML.slice(0, 160)
      ),
    targetPixelsMin
  )

/**
 * A page is loaded once, light on a desktop; then the theme and the size change under it, as they do under people's hands. What
 * is too faint is so in any size, and what does not fit is so in any theme.
 */
const lookAt = async ({ page }: Window, { name, open, path }: View): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const look = async (how: string) => {
    await settled(page)
    for (const problem of await problemsOf(page)) found.push(`${name}, ${how}: ${problem}`)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (tooWide > 0) found.push(`${name}, ${how}: ${tooWide} pixels wider than the screen`)
  }
  await page.emulateMedia({ colorScheme: "light" })
  await page.setViewportSize(screens.desktop.viewport)
  await page.goto(`/dashboard${path}`)
  if (open !== undefined) {
    await settled(page)
    await open(page)
  }
  await look("light, desktop")
  await page.emulateMedia({ colorScheme: "dark" })
  await page.setViewportSize(screens.phone.viewport)
  await look("dark, phone")
  for (const target of await smallTargets(page)) found.push(`${name}: a target of a finger is too small: ${target}`)
  return found
}

const lookAtAll = async (window: Window, views: ReadonlyArray<View>): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  for (const view of views) found.push(...await lookAt(window, view))
  return [...found, ...window.faults]
}

inDashboard("an account in which nothing has happened", (dashboard: () => Dashboard) => {
  it("keeps nobody out, before the sign-in and after it", async () => {
    expect(await lookAtAll(await dashboard().visitor(), entryViews)).toEqual([])
    expect(await lookAtAll(await ownersWindow(dashboard()), pageViews)).toEqual([])
  }, millisMax)
})

inDashboard("an account after a month", (dashboard: () => Dashboard) => {
  it("keeps nobody out", async () => {
    const window = await ownersWindow(dashboard())
    await window.go("/")
    const offered = await window.page.getByRole("navigation").getByRole("link")
      .evaluateAll((links) =>
        links.map((link) => link.getAttribute("href")?.replace("/dashboard", "").replace(/^\/$/, ""))
      )
    expect(offered, "each page of the navigation is looked at").toEqual(
      pageViews.map(({ path }) => path.replace(/^\/$/, ""))
    )
    const newest = await newestOf(async (path) => (await window.ask("GET", path)).json())
    expect(Object.values(newest)).not.toContain(undefined)
    expect(await lookAtAll(window, [...pageViews, ...innerViews(newest)])).toEqual([])
  }, millisMax)
}, { requests: 400 })
