import axe from "axe-core"
import type { Page } from "playwright-core"
import { screenSizes, type View, waitUntilSettled } from "../../../scripts/screens/Views.ts"
import { isFullRun } from "../../support/TestRun.ts"
import { faintTexts } from "./FaintTexts.ts"
import type { Window } from "./Windows.ts"

/**
 * Themes and screens to check. Two are enough: contrast does not depend on the size, and layout does not depend on the
 * theme.
 */
const looks = {
  "light, desktop": { colorScheme: "light", viewport: screenSizes.desktop.viewport },
  "dark, phone": { colorScheme: "dark", viewport: screenSizes.phone.viewport }
} as const

export type Look = keyof typeof looks

const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
/** Rules that are skipped. Their findings are never serious, and they take a tenth of axe's time. */
const neverSerious = ["region", "hidden-content"]
/** Rule that takes half of axe's time. `faintTexts` finds the same problems in each view. */
const contrast = "color-contrast"

/** Rules that axe checks: none, all except contrast (`structure`), or all. */
export type Axe = "none" | "structure" | "all"

/** Returns axe's findings that are serious or critical, or about landmarks. */
const axeProblems = async (page: Page, withContrast: boolean): Promise<ReadonlyArray<string>> => {
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source)
  return page.evaluate(async ({ disabled, tags }) => {
    const axe = (globalThis as any).axe
    // Excludes rows that differ only in their text, because they have the same problems.
    const seen = new Set<string>()
    const repeated: Array<Element> = []
    for (const row of document.querySelectorAll("tbody tr, li")) {
      const kind = row.outerHTML.replaceAll(/>[^<]+</g, "><").replaceAll(
        / (?:id|href|title|datetime|data-index|tabindex|aria-(?:label|labelledby|describedby|controls))="[^"]*"/g,
        ""
      )
      if (seen.has(kind)) repeated.push(row)
      seen.add(kind)
    }
    const rules = Object.fromEntries(disabled.map((id) => [id, { enabled: false }]))
    const { violations } = await axe.run(
      { include: document, exclude: repeated },
      { resultTypes: ["violations"], preload: false, runOnly: tags, rules }
    )
    /** Checks a target again in the middle of the screen, because the bar at the bottom can cover it. */
    const isStillTooSmall = async (element: Element) => {
      element.scrollIntoView({ block: "center" })
      const { violations } = await axe.run(element, { runOnly: ["target-size"] })
      return violations.length > 0
    }
    const problems: Array<string> = []
    for (const { id, impact, nodes } of violations) {
      if (impact !== "serious" && impact !== "critical" && !id.startsWith("landmark-")) continue
      for (const { any, html, target } of nodes) {
        if (id === "target-size" && !await isStillTooSmall(document.querySelector(target[0]))) continue
        problems.push(`${id}: ${html.slice(0, 160)} ${any[0]?.message ?? ""}`)
      }
    }
    return problems
  }, { disabled: [...neverSerious, ...withContrast ? [] : [contrast]], tags })
}

/** Minimum height in pixels of a control on a phone, including its border. */
const targetPixelsMin = 40
const targets = ["Button", "ActionIcon", "NavLink", "SegmentedControl"].map((name) => `.mantine-${name}-root`)
  .concat(
    ".mantine-Input-input",
    ".mantine-Tabs-tab",
    ".mantine-CloseButton-root:not(.mantine-Pill-remove)",
    ".mantine-Chip-label"
  )

const smallTargets = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(
    ({ pixelsMin, targets }) =>
      [...document.querySelectorAll(targets)]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => one.getBoundingClientRect().height < pixelsMin)
        .map(({ outerHTML }) => `touch target too small: ${outerHTML.slice(0, 160)}`),
    { pixelsMin: targetPixelsMin, targets: targets.join() }
  )

/** Sets the color scheme and the size of a window. */
export const setLook = async ({ page }: Window, look: Look): Promise<void> => {
  const { colorScheme, viewport } = looks[look]
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
}

/** Returns a message if the page is wider than the screen, with an element that reaches beyond it. */
export const tooWideElements = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() => {
    const pixels = document.documentElement.scrollWidth - innerWidth
    if (pixels <= 0) return []
    const beyond = [...document.querySelectorAll("body *")]
      .filter((one) => Math.abs(one.getBoundingClientRect().right - innerWidth - pixels) < 1)
    return [`${pixels} pixels wider than the screen: ${beyond.at(-1)?.outerHTML.slice(0, 160)}`]
  })

/** Returns the problems of a page in its current state, in the window's current look. */
const problemsNow = async ({ page }: Window, look: Look, axe: Axe = "all"): Promise<ReadonlyArray<string>> => {
  const tooWide = await tooWideElements(page)
  return [
    ...await faintTexts(page),
    ...axe === "none" ? [] : await axeProblems(page, axe === "all"),
    ...tooWide,
    ...look === "dark, phone" ? await smallTargets(page) : []
  ].map((problem) => `${look}: ${problem}`)
}

/**
 * Returns the accessibility and layout problems of views in a look, and the faults of the window.
 *
 * @param axeOf returns the rules that axe checks in a view; the full run checks all rules in every view
 */
export const problemsIn = async (
  window: Window,
  look: Look,
  views: ReadonlyArray<View>,
  axeOf: (view: View) => Axe = () => "all"
): Promise<ReadonlyArray<string>> => {
  const { page } = window
  const found: Array<string> = []
  await setLook(window, look)
  for (const view of views) {
    await window.go(view.path)
    if (view.open !== undefined) {
      await view.open(page)
      await waitUntilSettled(page)
    }
    const problems = await problemsNow(window, look, isFullRun ? "all" : axeOf(view))
    found.push(...problems.map((problem) => `${view.name}, ${problem}`))
    // An open dialog or menu would cover the next page.
    if (view.open !== undefined) await page.keyboard.press("Escape")
  }
  return [...found, ...window.faults.splice(0)]
}
