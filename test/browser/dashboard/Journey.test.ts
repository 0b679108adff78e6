import { expect, it } from "vitest"
import { waitUntilSettled } from "../../../scripts/screens/Views.ts"
import { startProgram } from "../../server/RunningProgram.ts"
import { copyBy } from "../SharedChromium.ts"
import { inDashboard, owner, takeLink } from "./Dashboard.ts"
import { runShell } from "./RunShell.ts"
import { startShop } from "./Shop.ts"
import type { Window } from "./Windows.ts"

/** PDF file that starts a program when it is opened. */
const invoice = `%PDF-1.7
1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj
trailer<</Root 1 0 R>>`

inDashboard("an account, from its first hour", () => startProgram(), (dashboard) => {
  let mine: Window
  let curl = ""
  /**
   * Returns the number of items in a list. Tests poll it, because a request appears in the history shortly after its
   * response.
   */
  const countOf = async (path: string) => (await (await mine.ask("GET", path)).json()).items.length

  it("starts with the link that the server prints, a password and the overview", async () => {
    const { gatehouse, visitor } = dashboard()
    const link = /Set up the dashboard: (\S+)/.exec(gatehouse.output())![1]!
    mine = await visitor()
    const { page } = mine
    await takeLink(mine, link, owner)
    expect(new URL(page.url()).pathname).toMatch(/^\/dashboard\/?$/)
    expect(await page.locator("h1").textContent()).toBe("Overview")
    await page.goto(link)
    await page.getByText("This link does not work").waitFor()
    await mine.load("/settings/keys")
  })

  it("shows a new key once, with a command that works", async () => {
    const { page } = mine
    await page.getByRole("button", { name: "Create API key" }).click()
    await page.getByLabel("Name").fill("Shop, production")
    await page.getByRole("dialog").getByRole("button", { name: "Create API key" }).click()
    const dialog = page.getByRole("dialog", { name: "Your new API key" })
    const key = await dialog.getByRole("region", { name: "API key" }).innerText()
    curl = await dialog.getByRole("region", { name: "curl command" }).innerText()
    expect(key).toMatch(/^gh_live_\w+$/)
    expect(await dialog.getByRole("button", { name: "Done" }).isDisabled()).toBe(true)
    expect(await copyBy(dialog.getByRole("button", { name: "Copy API key" }).first())).toBe(key)
    expect(await runShell(curl)).toMatchObject({ ok: true, email: "ann@example.com" })
    await dialog.getByRole("checkbox").check()
    await dialog.getByRole("button", { name: "Done" }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.getByText("Shop, production").waitFor()
    expect(await page.content()).not.toContain(key)
    expect(await (await mine.ask("GET", "/keys")).text()).not.toContain(key.slice(8))
  })

  it("shows the request at its own URL", async () => {
    const { go, page } = mine
    await expect.poll(() => countOf("/requests")).toBe(1)
    await go("/requests")
    await page.getByRole("row", { name: /a\*\*\*@example\.com/ }).click()
    const detail = page.getByRole("dialog", { name: "Request" })
    await detail.getByText("Shop, production").waitFor()
    await page.reload()
    await detail.getByText("Shop, production").waitFor()
    await page.keyboard.press("Escape")
    await detail.waitFor({ state: "hidden" })
    expect(new URL(page.url()).pathname).toBe("/dashboard/requests")
  })

  it("revokes the key, which then gets status 401", async () => {
    const { go, page } = mine
    await go("/settings/keys")
    await page.getByRole("button", { name: "Revoke key Shop, production" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click()
    await page.getByRole("row", { name: /Shop, production.*Revoked/ }).waitFor()
    const key = /gh_live_\w+/.exec(curl)![0]
    const { json, status } = await dashboard().gatehouse.post("/scan/email", { email: "ann@example.com" }, {
      "API-KEY": key
    })
    expect([status, json.ok]).toEqual([401, false])
  })

  it("explains a dropped document", async () => {
    const { go, page } = mine
    await go("/try/document")
    const dataTransfer = await page.evaluateHandle((text) => {
      const data = new DataTransfer()
      data.items.add(new File([text], "invoice.pdf", { type: "application/pdf" }))
      return data
    }, invoice)
    await page.locator("[aria-label='Documents to scan']").dispatchEvent("drop", { dataTransfer })
    const answer = page.getByRole("region", { name: "Response", exact: true })
    await answer.getByText("Dangerous").first().waitFor()
    await answer.getByText("cmd.exe is started automatically").first().waitFor()
    await expect.poll(() => countOf("/documents")).toBe(1)
    await go("/documents")
    await page.getByRole("row", { name: /PDF file/ }).click()
    await waitUntilSettled(page)
    await page.getByText("cmd.exe is started automatically").first().waitFor()
  })

  it("blocks a reported link once the report is accepted", async () => {
    const { gatehouse } = dashboard()
    const { go, page } = mine
    const headers = { "API-KEY": gatehouse.key }
    const url = "http://paypa1-login.example/verify?step=1"
    const screened = async () => (await gatehouse.post("/scan/url", { url }, headers)).json
    expect((await gatehouse.post("/submit-phishing-link", { url }, headers)).status).toBe(201)
    expect(await screened()).toEqual({ ok: true })
    await go("/threats")
    await page.getByRole("row", { name: /paypa1-login\.example/ }).click()
    const report = page.getByRole("region", { name: /Reported link \d+/ })
    expect(await report.locator("a").count(), "links to what is suspected").toBe(0)
    const signals = await report.getByRole("table", { name: "Signals" }).innerText()
    const points = [...signals.matchAll(/\+(\d+)/g)].reduce((sum, [, counted]) => sum + Number(counted), 0)
    expect(points, "what counted adds up").toBe(Number(/(\d+) of 100/.exec(signals)![1]))
    expect(points).toBeGreaterThan(0)
    await report.getByRole("button", { name: /^Accept report/ }).click()
    await report.getByRole("radio", { name: /host/i }).first().check()
    await report.getByRole("button", { name: "Accept and block link" }).click()
    await page.getByText("No links to review").waitFor()
    await expect.poll(screened).toEqual({ ok: false })
    await go("/threats/blocklist")
    await page.getByRole("row", { name: /paypa1-login\.example.*Olive Owner/ }).waitFor()
  })

  it("shows a long blocklist entry on one line and copies all of it", async () => {
    const { ask, load, page } = mine
    const url = `https://long.example/${"path/".repeat(40)}end`
    const entry = { url, scope: "url", action: "block", reason: "", days: null, force: false }
    const { expression } = await (await ask("POST", "/threats/blocklist", entry)).json()
    await load("/threats/blocklist")
    const [long, short] = [/long\.example/, /paypa1-login\.example/].map((name) => page.getByRole("row", { name }))
    const heightOf = async (text: RegExp) => (await page.getByText(text).first().boundingBox())!.height
    expect(await heightOf(/^long\.example/)).toBe(await heightOf(/^paypa1-login\.example/))
    await short!.hover()
    expect(await long!.innerText()).toMatch(/path\/end/)
    expect(await copyBy(long!.getByRole("button", { name: "Copy entry" }))).toBe(expression)
    expect(expression.length).toBeGreaterThan(200)
  })

  it("protects a form with the code from a site's page, and counts it", async () => {
    const { gatehouse } = dashboard()
    const { go, page } = mine
    await go("/shield")
    await page.getByRole("button", { name: "Create site" }).click()
    await page.getByRole("textbox", { name: /^Name/ }).fill("Contact form")
    await page.getByRole("combobox", { name: /^Host names/ }).fill("127.0.0.1")
    await page.keyboard.press("Enter")
    await page.getByRole("dialog").getByRole("button", { name: "Create site" }).click()
    const made = page.getByRole("dialog", { name: "Site created" })
    const secret = await made.getByRole("region", { name: "secret key" }).innerText()
    await made.getByRole("checkbox").check()
    await made.getByRole("button", { name: "Done" }).click()
    await page.waitForURL(/tab=install/)
    expect(await page.content()).not.toContain(secret)
    const shop = await startShop(await copyBy(page.getByRole("button", { name: "Copy page code" })))
    const customer = await dashboard().visitor({ reducedMotion: "no-preference" })
    try {
      await customer.page.goto(shop.url)
      await customer.page.getByLabel("Name").pressSequentially("Ada", { delay: 30 })
      await customer.page.getByLabel("Message").pressSequentially("What does it cost?", { delay: 20 })
      await customer.page.waitForSelector(".shield-widget .box.verified")
      await customer.page.getByRole("button", { name: "Send" }).click()
      await customer.page.getByText("Thank you").waitFor()
    } finally {
      shop.close()
      await customer.context.close()
    }
    const verified = await gatehouse.post("/shield/siteverify", { secret, token: shop.tokens[0] })
    expect(verified.json).toMatchObject({ success: true })
    const [, id = ""] = /\/shield\/([^/?]+)/.exec(page.url()) ?? []
    const day = 86_400_000
    const week = `from=${Date.now() - 7 * day}&to=${Date.now() + day}`
    await expect.poll(async () => (await mine.ask("GET", `/sites/${id}/traffic?${week}`)).text()).toMatch(/"human":1\b/)
    await mine.load(`/shield/${id}`)
    expect(await page.locator("main").innerText()).toMatch(/\bVerified\s+1\s/)
  })

  it("adds rules and explains their effect", async () => {
    const { go, page } = mine
    await go("/rules")
    await page.getByRole("button", { name: "Add rule" }).first().click()
    const dialog = page.getByRole("dialog", { name: "Add rule" })
    await dialog.getByLabel("Value", { exact: true }).fill("spam.example")
    await dialog.getByRole("button", { name: "Add block rule", exact: true }).click()
    await dialog.waitFor({ state: "hidden" })
    await page.getByRole("row", { name: /spam\.example/ }).waitFor()
    await page.getByLabel("Test a value").fill("ann@mail.spam.example")
    await page.getByRole("button", { name: "Test value", exact: true }).click()
    await page.getByText("Blocked", { exact: true }).waitFor()
    await page.getByText("decides").waitFor()
    const requestBody = { email: "ann@mail.spam.example" }
    await expect.poll(async () =>
      (await dashboard().gatehouse.post("/scan/email", requestBody, { "API-KEY": dashboard().gatehouse.key })).json
        .email_blocked
    ).toBe(true)
  })

  it("explains a lead, asks for feedback next to the result, and deletes the lead", async () => {
    const { go, page } = mine
    const { gatehouse } = dashboard()
    const message = "Buy backlinks and guest posts now: first page of Google guaranteed, reply for prices and samples"
    await gatehouse.post("/lead/analyze", { email: "ann@mailinator.com", message }, { "API-KEY": gatehouse.key })
    await expect.poll(() => countOf("/leads")).toBe(1)
    await go("/leads")
    await page.getByRole("row", { name: /Spam wording/ }).click()
    const lead = page.getByRole("region", { name: "Lead", exact: true })
    await lead.getByText(/\d+% spam probability, based on the message text/).waitFor()
    await waitUntilSettled(page)
    const leadText = await lead.innerText()
    const places = ["of 100", "Findings", "Is this verdict right?"].map((words) => leadText.indexOf(words))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(leadText).not.toMatch(/linear|\b0\.\d/)
    const button = lead.getByRole("button", { name: "Not spam" })
    const { height, y } = (await button.boundingBox())!
    expect(y + height, "without scrolling").toBeLessThan(page.viewportSize()!.height)
    await page.keyboard.press("h")
    await lead.getByRole("button", { name: "Not spam", pressed: true }).waitFor()
    await waitUntilSettled(page)
    expect((await button.boundingBox())!.y, "nothing has moved").toBe(y)
    await lead.getByRole("button", { name: "Remove mark" }).click()
    await lead.getByRole("button", { name: "Not spam", pressed: false }).waitFor()
    const refused: Array<string> = []
    page.on("response", (response) => response.status() >= 400 && refused.push(response.url()))
    await lead.getByRole("button", { name: "Erase lead" }).click()
    await page.getByRole("dialog").getByRole("button", { name: "Erase lead" }).click()
    await page.getByText("No leads analyzed yet").waitFor()
    await waitUntilSettled(page)
    expect(refused).toEqual([])
  })

  it("invites a reviewer without access to keys in the navigation, by URL or by API", async () => {
    const { go, page } = mine
    await go("/settings/members")
    await page.getByText("An account needs an owner").filter({ visible: true }).waitFor()
    expect(await page.getByRole("button", { name: /^Remove/ }).count(), "what would be refused is not offered").toBe(0)
    expect(await page.getByRole("combobox", { name: /^Role of/ }).count()).toBe(0)
    expect(await page.locator("main, header").allInnerTexts()).not.toContainEqual(expect.stringMatching(/\bdefault\b/))
    await page.getByRole("button", { name: "Invite member", exact: true }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Email address").fill("rita@example.com")
    await dialog.getByText("Reviewer").first().click()
    await dialog.locator("button[type=submit]").click()
    const link =
      /https?:\/\/\S+\/dashboard\/join#[\w-]+/.exec(await page.getByText("/dashboard/join#").first().innerText())![0]
    // Uses the same browser, but without the owner's session.
    await mine.context.clearCookies()
    await takeLink(mine, link, { name: "Rita Reviewer", password: "four wet boots by the stove" })
    const offered = await page.getByRole("navigation").getByRole("link").allInnerTexts()
    expect(offered).toEqual(["Leads", "Threat data", "Sessions", "Profile"])
    await go("/settings/keys")
    await page.getByText("Page not found").waitFor()
    expect(await page.content()).not.toContain("first key")
    expect((await mine.ask("GET", "/keys")).status()).toBe(403)
    expect((await mine.ask("POST", "/keys", { name: "mine", requestsPerMinute: 60 })).status()).toBe(403)
    expect((await mine.ask("GET", "/threats/submissions")).status()).toBe(200)
    await go("/threats/blocklist?action=block")
    await mine.context.clearCookies()
    await page.getByRole("tab", { name: "Sources" }).click()
    await page.getByText("Your session has ended").waitFor()
    await page.getByLabel("Email address").fill("rita@example.com")
    await page.getByLabel("Password", { exact: true }).fill("four wet boots by the stove")
    await page.getByRole("button", { name: "Sign in" }).click()
    await page.waitForURL(/\/threats\/sources$/)
    expect(mine.faults).toEqual([])
  })
})
