import { beforeAll, expect, it } from "vitest"
import { waitUntilSettled } from "../../../../scripts/screens/Views.ts"
import { faintTexts } from "../FaintTexts.ts"
import { siteOptions } from "../SiteOptions.ts"
import type { Window } from "../Windows.ts"

/** Tests that unfinished work on a page is not lost. */
export const unfinishedWorkTests = (window: () => Window): void => {
  let mine: Window
  beforeAll(() => void (mine = window()))

  it("Try it keeps its results after a visit to the request, and a list stays selected", async () => {
    const { page } = mine
    await mine.go("/try/addresses")
    await page.getByText("List", { exact: true }).click()
    await page.getByRole("textbox", { name: "Addresses" }).fill("ann@example.com\nbob@mailinator.com")
    await page.getByRole("button", { name: "Check 2 addresses" }).click()
    await page.getByText("Done: 2 of 2").waitFor()
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Results")
    await page.getByRole("tab", { name: "URL" }).click()
    await page.getByRole("textbox", { name: "URL", exact: true }).fill("https://example.com/")
    await page.getByRole("button", { name: "Screen URL", exact: true }).click()
    await page.getByText("Not listed").waitFor()
    await page.getByText(/^Checked only against \d+ built-in test URLs and your blocklist/).waitFor()
    await page.getByRole("link", { name: "View request" }).click()
    await page.waitForURL(/\/requests\//)
    await waitUntilSettled(page)
    await page.goBack()
    await page.getByText("Not listed").waitFor()
    expect(await page.getByRole("textbox", { name: "URL", exact: true }).inputValue()).toBe("https://example.com/")
    await page.getByRole("tab", { name: "Email" }).click()
    await page.getByText("Done: 2 of 2").waitFor()
  })

  it("a link can be reported without a scan, and found again by its number", async () => {
    const { page } = mine
    await mine.load("/try/url")
    await page.getByRole("textbox", { name: "URL", exact: true }).fill("http://paypa1-login.example/verify")
    await page.getByRole("button", { name: "Report as phishing" }).click()
    await page.getByText(/^Reported for review/).waitFor()
    await page.emulateMedia({ colorScheme: "dark" })
    expect(await faintTexts(page)).toEqual([])
    await page.emulateMedia({ colorScheme: "light" })
    await page.getByRole("link", { name: "View reported link 1" }).click()
    await page.getByRole("region", { name: "Reported link 1" }).getByText("paypa1-login.example").first().waitFor()
  })

  it("unsaved options are not discarded without confirmation, by a link or by Back", async () => {
    const { page } = mine
    const made = await mine.ask("POST", "/sites", {
      name: "shop",
      hostnames: ["shop.example"],
      options: siteOptions
    })
    expect(made.status(), await made.text()).toBe(200)
    await mine.load("/shield")
    await page.getByRole("link", { name: "shop" }).first().click()
    await page.getByRole("tab", { name: "Options" }).click()
    const name = page.getByRole("textbox", { name: "Name", exact: true })
    await name.fill("another name")
    const dialog = page.getByRole("dialog", { name: "Leave without saving?" })
    await page.getByRole("navigation").getByRole("link", { name: "Rules" }).click()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "hidden" })
    expect(await name.inputValue()).toBe("another name")
    await page.goBack()
    await dialog.getByRole("button", { name: "Cancel" }).click()
    await dialog.waitFor({ state: "hidden" })
    expect([page.url().includes("tab=options"), await name.inputValue()]).toEqual([true, "another name"])
    await page.getByRole("navigation").getByRole("link", { name: "Rules" }).click()
    await dialog.getByRole("button", { name: "Leave without saving" }).click()
    await page.waitForURL(/\/rules$/)
    await page.getByRole("heading", { name: "Rules", exact: true }).waitFor()
  })

  it("a rule deleted elsewhere leaves the list with the error", async () => {
    const { page } = mine
    for (const value of ["one.example", "two.example"]) {
      await mine.ask("POST", "/rules", { kind: "domain", action: "block", value, note: "" })
    }
    await mine.load("/rules")
    // If no element has the focus, the key focuses the first row.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await page.keyboard.press("j")
    expect(await page.evaluate(() => document.activeElement === document.querySelector("tbody tr"))).toBe(true)
    const [first] = await (await mine.ask("GET", "/rules")).json()
    await mine.ask("DELETE", `/rules/${first.id}`)
    await page.getByRole("button", { name: `Remove block ${first.value}` }).click()
    await page.getByText("This rule was already removed").waitFor()
    await page.getByRole("button", { name: `Remove block ${first.value}` }).waitFor({ state: "detached" })
    expect(mine.faults).toEqual([])
  })
}
