import { expect, it } from "vitest"
import { settled } from "../../../scripts/screens/Views.ts"
import { inDashboard, owner, ownersWindow, takeLink, type Window } from "./Dashboard.ts"

const next = "a slow barge under nine bridges"

/** Opens a link and chooses the password, by the keyboard alone. */
const choose = async ({ page }: Window, link: string, email: string, password: string) => {
  await page.goto(link)
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor()
  expect(await page.getByLabel("Email address").inputValue()).toBe(email)
  expect(page.url()).not.toContain("#")
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => !url.pathname.endsWith("/reset"))
  await settled(page)
}

inDashboard("a lost password", (dashboard) => {
  it("is chosen anew by a link of the command line, and by one that an owner makes", async () => {
    const { gatehouse, visitor } = dashboard()
    const before = await ownersWindow(dashboard())
    const made = await gatehouse.cli("members", "reset-password", owner.email)
    expect(made.link).toMatch(new RegExp(`^${gatehouse.baseUrl}/dashboard/reset#`))
    const mine = await visitor()
    await choose(mine, made.link, owner.email, next)
    expect((await mine.ask("GET", "/me")).status()).toBe(200)
    expect((await before.ask("GET", "/me")).status()).toBe(401)

    const other = await visitor()
    const invited = await gatehouse.cli("members", "invite", "--role", "reviewer")
    const ben = { name: "Ben", email: "ben@example.com", password: owner.password }
    await takeLink(other, invited.link, ben)
    await mine.go("/settings/members")
    expect(await mine.page.getByRole("button", { name: `Password link for ${owner.name}` }).count()).toBe(0)
    await mine.page.getByRole("button", { name: "Password link for Ben" }).click()
    await mine.page.getByRole("button", { name: "Make the link" }).click()
    const shown = mine.page.getByRole("dialog", { name: "Send this link" }).getByText(gatehouse.baseUrl)
    const link = (await shown.textContent())!
    const bens = await visitor()
    await choose(bens, link, ben.email, next)
    expect((await bens.ask("GET", "/me")).status()).toBe(200)
    expect((await other.ask("GET", "/me")).status()).toBe(401)

    await other.page.goto("about:blank")
    await other.page.goto(link)
    await other.page.getByRole("heading", { name: "This link does not work" }).waitFor()
    for (const { faults } of [before, mine, other, bens]) expect(faults).toEqual([])
  }, 120_000)
})
