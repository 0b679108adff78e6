import { expect, it } from "vitest"
import { waitUntilSettled } from "../../../../scripts/screens/Views.ts"
import type { InProcessServer } from "../../../support/InProcessServer.ts"
import { runCli } from "../../../support/Server.ts"
import { accept, type Dashboard, owner } from "../Dashboard.ts"
import type { Window } from "../Windows.ts"

const next = "a slow barge under nine bridges"

/** Opens a link and chooses the password with only the keyboard. */
const choose = async ({ page }: Window, link: string, email: string, password: string) => {
  await page.goto(link)
  await page.getByRole("heading", { name: "Choose a new password" }).waitFor()
  expect(await page.getByLabel("Email address").inputValue()).toBe(email)
  expect(page.url()).not.toContain("#")
  await page.keyboard.type(password)
  await page.keyboard.press("Enter")
  await page.waitForURL((url) => !url.pathname.endsWith("/reset"))
  await waitUntilSettled(page)
}

/**
 * Tests the links with which a member resets a password. The tests sign `window` out.
 *
 * @param window window in which the owner of the account is signed in
 */
export const lostPasswordTests = (dashboard: () => Dashboard<InProcessServer>, window: () => Window): void => {
  it("a lost password is reset by a link from the command line, and by one from an owner", async () => {
    const { gatehouse, visitor } = dashboard()
    // The command runs in the server's process, so it does not detect the server as another instance. It takes the base
    // URL of links from these settings.
    const settings = { DATABASE_URL: `sqlite:${gatehouse.filename}`, GATEHOUSE_PUBLIC_URL: gatehouse.baseUrl }
    const cli = (...args: ReadonlyArray<string>) => runCli([...args, "--json"], settings)
    const before = await visitor()
    expect((await before.ask("POST", "/sign-in", { email: owner.email, password: owner.password })).status()).toBe(200)
    const made = await cli("members", "reset-password", owner.email)
    const mine = window()
    await choose(mine, made.link, owner.email, next)
    expect((await mine.ask("GET", "/me")).status()).toBe(200)
    expect((await before.ask("GET", "/me")).status()).toBe(401)

    const bens = await visitor()
    const ben = { name: "Ben", email: "ben@example.com", password: owner.password }
    await accept(bens, (await cli("members", "invite", "--role", "reviewer")).link, ben)
    await mine.load("/settings/members")
    expect(await mine.page.getByRole("button", { name: `Reset password for ${owner.name}` }).count()).toBe(0)
    await mine.page.getByRole("button", { name: "Reset password of Ben" }).click()
    await mine.page.getByRole("button", { name: "Create link" }).click()
    const shown = mine.page.getByRole("dialog", { name: "Send this link" }).getByText(gatehouse.baseUrl)
    const link = (await shown.textContent())!
    // Uses the link through the API, because `choose` has already tested the page.
    const other = await visitor()
    const used = await other.ask("POST", "/password-link/use", { token: link.split("#")[1], password: next })
    expect(used.status()).toBe(200)
    expect((await other.ask("GET", "/me")).status()).toBe(200)
    expect((await bens.ask("GET", "/me")).status()).toBe(401)

    await mine.page.goto(link)
    await mine.page.getByRole("heading", { name: "This link does not work" }).waitFor()
    for (const { faults } of [before, mine, bens, other]) expect(faults).toEqual([])
  })
}
