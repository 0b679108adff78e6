import type { Page } from "playwright-core"
import { beforeAll, expect, it } from "vitest"
import { screenSizes, waitUntilSettled } from "../../../../scripts/screens/Views.ts"
import { sample } from "../../../support/TestRun.ts"
import { setLook, tooWideElements } from "../Looks.ts"
import type { Window } from "../Windows.ts"

/** Maximum height of a card in pixels: three lines of text with padding. */
const cardPixelsMax = 105

/** Returns the texts of each row's cells by column title. */
const rowsOf = (page: Page): Promise<ReadonlyArray<Readonly<Record<string, string>>>> =>
  page.locator("main table[role=table]").first().evaluate((table) =>
    [...(table as HTMLTableElement).tBodies[0]!.rows].map((row) =>
      Object.fromEntries([...row.cells].map((cell) => [cell.dataset["title"], cell.innerText.trim()]))
    )
  )

const numberOf = (text: string): number => Number(text.replaceAll(",", "").replace("−", "-").replace("+", ""))

/** Parses an entry such as `Available −20`, on one line or two. */
const entryOf = (text: string) => {
  const [, account = "", amount = ""] = /^([\w ]+?)\s+([+−][\d,]+)$/.exec(text) ?? []
  return { account, amount: numberOf(amount) }
}

/** Tests the content and the layout of lists. */
export const listTests = (window: () => Window): void => {
  let mine: Window
  let page: Page
  beforeAll(async () => {
    mine = window()
    page = mine.page
    await setLook(mine, "light, desktop")
  })

  it("the filters of requests are in one row below the search, with a menu for days", async () => {
    await mine.go("/requests")
    const search = page.getByRole("search")
    const usual = page.viewportSize()!
    for (const width of [1024, usual.width]) {
      await page.setViewportSize({ ...usual, width })
      const [field, ...filters] = await search.locator("input, select, button").evaluateAll((all) =>
        all.filter((one) => one.checkVisibility()).map((one) => {
          const { right, top, width } = one.getBoundingClientRect()
          return { right: Math.round(right), top: Math.round(top), width }
        })
      )
      expect(filters.length).toBe(5)
      expect(new Set(filters.map(({ top }) => top)).size).toBe(1)
      // The search field has space for a long address. It ends at the same edge as the row of filters.
      expect(field!.width).toBeGreaterThan(480)
      expect(field!.right).toBe(filters.at(-1)!.right)
    }
    const all = (await rowsOf(page)).length
    await search.getByRole("button", { name: "Period: Any time" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Today" }).click()
    await page.waitForURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/)
    await search.getByRole("button", { name: "Period: Today" }).waitFor()
    await waitUntilSettled(page)
    expect(await page.locator("main tbody tr").count()).toBeLessThan(all)
    await search.getByRole("button", { name: "Clear filters" }).click()
    await page.waitForURL((url) => url.search === "")
    await search.getByRole("button", { name: "Period: Any time" }).waitFor()
  })

  it("masked documents are distinguishable, and the page explains the masking", async () => {
    await mine.go("/documents")
    await page.getByText("this server stores only the extension of a file name").waitFor()
    const files = (await rowsOf(page)).map(({ File }) => File!)
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(file).toMatch(/^[A-Z]+ file [0-9a-f]{8}$/)
    expect(new Set(files).size).toBe(files.length)
    for (const { Size } of await rowsOf(page)) expect(Size).toMatch(/^[\d.]+ [KM]iB$/)
  })

  it("each entry of credits debits one account and credits another, down to the balance", async () => {
    await mine.go("/credits?view=entries")
    const lines = (await rowsOf(page)).map((row) => ({
      out: entryOf(row["From"]!),
      into: entryOf(row["To"]!),
      after: numberOf(row["Available after"]!)
    }))
    expect(lines.length).toBeGreaterThan(20)
    for (const [at, { after, into, out }] of lines.entries()) {
      expect(out.amount).toBeLessThan(0)
      expect(out.amount + into.amount).toBe(0)
      const change = [out, into].reduce((sum, one) => one.account === "Available" ? sum + one.amount : sum, 0)
      const before = lines[at + 1]
      if (before !== undefined) expect(before.after + change).toBe(after)
    }
  })

  it("each request has one entry of credits, with the balance after it", async () => {
    await mine.go("/credits")
    const lines = (await rowsOf(page)).map((row) => ({
      change: numberOf(row["Credits"]!),
      left: numberOf(row["Balance"]!)
    }))
    expect(lines.length).toBeGreaterThan(20)
    for (const [at, { change, left }] of lines.entries()) {
      const before = lines[at + 1]
      if (before !== undefined) expect(before.left + change).toBe(left)
    }
  })

  it("text shortened in the middle breaks between two characters, without a gap", async () => {
    for (const [path, label] of [["/threats/blocklist", "Blocklist"], ["/shield", "Sites"]] as const) {
      let cut = 0
      await mine.go(path)
      for (const width of [320, 1_280]) {
        await page.setViewportSize({ width, height: 800 })
        const widths = await page.getByRole("table", { name: label }).locator("td [dir=ltr] span").evaluateAll(
          (all) => {
            const ruler = all[0]!.appendChild(document.createElement("span"))
            ruler.textContent = "0".repeat(100)
            const character = ruler.getBoundingClientRect().width / 100
            ruler.remove()
            return all.filter((one) => one.querySelector("span") === null && one.scrollWidth > one.clientWidth + 1)
              .map((one) => one.getBoundingClientRect().width / character)
          }
        )
        cut += widths.length
        for (const characters of widths) {
          expect(characters, `${path} at ${width}`).toBeGreaterThanOrEqual(2)
          expect(characters - Math.floor(characters + 0.05), `${path} at ${width}`).toBeLessThan(0.2)
        }
      }
      expect(cut, path).toBeGreaterThan(0)
    }
  })

  it("nothing is wider than the screen, including with a tablet's navigation", async () => {
    const pages = ["/", "/requests", "/documents", "/credits", "/try", "/threats"]
    const sizes = pages.flatMap((path) => [320, 800, 1_024].map((width) => ({ path, width })))
    for (const { path, width } of sample("pages of the dashboard, by width", sizes, 9)) {
      await page.setViewportSize({ width, height: 800 })
      await mine.go(path)
      expect(await tooWideElements(page), `${path} at ${width}`).toEqual([])
    }
    await mine.go("/leads")
    await page.locator("main tbody a").first().click()
    await page.getByRole("region", { name: "Lead", exact: true }).waitFor()
    for (const width of [1_000, 1_060, 1_200]) {
      await page.setViewportSize({ width, height: 800 })
      await waitUntilSettled(page)
      const [sender, tooWide] = await page.locator("main table[role=table]").first().evaluate((table) =>
        table.checkVisibility()
          ? [table.querySelector("td")!.clientWidth, table.scrollWidth - table.parentElement!.clientWidth]
          : [Infinity, 0]
      )
      expect(sender, `who sent it, in the list beside a lead at ${width}`).toBeGreaterThan(110)
      expect(tooWide, `the list beside a lead at ${width}`).toBeLessThanOrEqual(0)
    }
  })

  it("active, selected and drawn elements stay visible in forced colors", async () => {
    await page.setViewportSize({ width: 1_280, height: 800 })
    await page.emulateMedia({ forcedColors: "active" })
    const stylesOf = (selector: string, property: string) =>
      page.locator(selector).evaluateAll(
        (all, property) => all.map((one) => getComputedStyle(one).getPropertyValue(property)),
        property
      )
    await mine.go("/documents")
    await page.locator("main tbody a").first().click()
    await page.getByRole("img", { name: /of 100/ }).waitFor()
    expect(new Set(await stylesOf("main [role=img] [data-drawn] > *", "background-color")).size).toBe(3)
    await mine.go("/shield")
    expect(new Set(await stylesOf("main td [data-drawn] div", "background-color")).size).toBeGreaterThan(1)
    await mine.go("/threats")
    const shown = await stylesOf("[role=tab][aria-selected=true]", "border-bottom-color")
    expect(await stylesOf("[role=tab][aria-selected=false]", "border-bottom-color")).not.toContain(shown[0])
    await mine.go("/shield")
    await page.locator("main tbody a").first().click()
    await page.getByRole("tab", { name: "Options" }).click()
    const control = page.getByRole("switch").first()
    const trackOf = async () => (await stylesOf("main [role=switch] + *", "background-color"))[0]
    const before = await trackOf()
    await control.setChecked(!await control.isChecked(), { force: true })
    expect(await trackOf()).not.toBe(before)
    // Restores the state, so that no change is left unsaved.
    await control.setChecked(!await control.isChecked(), { force: true })
    expect(await trackOf()).toBe(before)
    expect(await stylesOf("main [role=switch] + *", "border-top-style")).toContain("solid")
    await page.emulateMedia({ forcedColors: "none" })
  })

  it("in a low window the actions stay visible, and the focused element is above them", async () => {
    await page.setViewportSize({ width: 640, height: 400 })
    await mine.go("/rules")
    await page.getByRole("main").getByRole("button", { name: "Add rule" }).click()
    const block = (await page.getByRole("dialog").getByRole("button", { name: "Add block rule" }).boundingBox())!
    expect(block.y + block.height).toBeLessThan(400)
    await page.setViewportSize({ width: 1_280, height: 560 })
    await mine.go("/leads")
    await page.locator("main tbody a").first().click()
    const erase = page.getByRole("button", { name: "Erase lead" })
    await erase.focus()
    const isCovered = await erase.evaluate((one) => {
      const { bottom, left, right } = one.getBoundingClientRect()
      return !one.contains(document.elementFromPoint((left + right) / 2, bottom - 2))
    })
    expect(isCovered).toBe(false)
  })

  it("on a phone each entry is a card of two or three lines, and a button opens the filters", async () => {
    await page.setViewportSize(screenSizes.phone.viewport)
    for (const path of ["/requests", "/credits"]) {
      await mine.go(path)
      const heights = await page.locator("main tbody tr").evaluateAll((rows) =>
        rows.map((row) => row.getBoundingClientRect().height)
      )
      expect(heights.length, path).toBeGreaterThan(20)
      expect(Math.max(...heights), path).toBeLessThanOrEqual(cardPixelsMax)
    }
    // Rows that open an item have an arrow. Rows of the statement have none.
    for (const [path, sign] of [["/requests", "solid"], ["/credits", "none"]] as const) {
      await mine.go(path)
      const edge = (one: Element) => getComputedStyle(one, "::after").borderTopStyle
      expect(await page.locator("main tbody tr").first().evaluate(edge), path).toBe(sign)
    }
    await mine.go("/requests")
    const operation = page.getByLabel("Operation")
    expect(await operation.isVisible()).toBe(false)
    await page.getByRole("button", { name: "Filters" }).click()
    await operation.selectOption("scan")
    await page.getByRole("button", { name: "Filters (1)" }).waitFor()
    expect(mine.faults).toEqual([])
  })

  it("a card's action is large enough for a finger and covers nothing else", async () => {
    await page.setViewportSize(screenSizes.phone.viewport)
    for (const path of ["/rules", "/settings/keys", "/settings/members"]) {
      await mine.go(path)
      const cards = await page.locator("main tbody tr").evaluateAll((rows) => {
        const boxOf = (one: Element) => one.getBoundingClientRect().toJSON() as DOMRect
        return rows.map((row) => ({
          buttons: [...row.querySelectorAll("button")].map(boxOf),
          values: [...row.querySelectorAll("td > div")].filter((one) => !one.querySelector("button")).map(boxOf),
          height: boxOf(row).height
        }))
      })
      expect(cards.flatMap(({ buttons }) => buttons).length, path).toBeGreaterThan(2)
      for (const { buttons, values } of cards) {
        for (const { bottom, height, left, right, top, width } of buttons) {
          expect(Math.min(width, height), path).toBeGreaterThanOrEqual(40)
          const below = values.filter((one) => one.width * one.height > 0 && one.top < bottom && one.bottom > top)
          expect(below.filter((one) => one.left < right && one.right > left), path).toEqual([])
        }
      }
      // The card of a rule without a note has two lines: the value and the kind.
      if (path === "/rules") expect(Math.min(...cards.map(({ height }) => height))).toBeLessThan(72)
    }
  })
}
