import type { Page } from "playwright-core"
import { expect, it } from "vitest"
import { formHtml, widgetHtml } from "./FakeShield.ts"
import { advance } from "./PageClock.ts"
import {
  describeInChromium,
  readToken,
  waitForRequest,
  waitForState,
  waitForSubmission,
  waitForWidgets
} from "./Pages.ts"

declare global {
  /** Number of times that the browser sent the form. Exists only in a page. */
  var sends: number
}

describeInChromium("sending a form", (open, openAgain) => {
  it("starts with the first interaction with the form, and fills in a token", async () => {
    const { errors, fake, page } = await open()
    await waitForWidgets(page)
    expect(fake.requests).toEqual([])
    expect(await readToken(page)).toBe("")
    await page.focus("#name")
    await waitForState(page, "verified")
    expect(await readToken(page)).toMatch(/^sh1\.sc1\.1\./)
    expect(fake.requests.map(({ path }) => path)).toEqual(["challenge", "redeem"])
    expect(fake.requests[0]!.body).toEqual({ sitekey: "gh_site_1", profile: "argon2id" })
    expect(fake.requests[1]!.body["counters"]).toHaveLength(2)
    expect(typeof fake.requests[1]!.body["signals"]).toBe("object")
    expect(errors).toEqual([])
  })

  it("prepares when the pointer moves over the form, without a request", async () => {
    const { fake, page } = await open()
    await waitForWidgets(page)
    await page.hover("#name")
    await expect.poll(() => page.locator("link[rel=preconnect]").getAttribute("href")).toBe(fake.shield)
    await expect.poll(() => page.workers().length).toBe(1)
    expect(fake.requests).toEqual([])
  })

  it("renews the token with better signals, and keeps the submitter", async () => {
    const { fake, page } = await openAgain()
    await page.fill("#name", "Ada")
    await waitForState(page, "verified")
    await advance(page, 1_001)
    await page.click("#go")
    expect((await waitForSubmission(fake)).fields).toEqual({
      name: "Ada",
      how: "button",
      "shield-token": "sh1.sc1.1.3"
    })
    expect(fake.countRequests("challenge")).toBe(1)
    expect(fake.countRequests("refresh")).toBe(1)
  })

  it("sends a fresh token unchanged if no interaction followed its signals", async () => {
    const { fake, page } = await openAgain()
    await waitForWidgets(page)
    await page.evaluate(() => (document.querySelector<HTMLInputElement>("#name")!.value = "Ada"))
    await page.focus("#go")
    await waitForState(page, "verified")
    await advance(page, 1_000)
    await page.evaluate(() => document.querySelector("form")!.requestSubmit())
    expect((await waitForSubmission(fake)).fields["shield-token"]).toBe("sh1.sc1.1.2")
    expect(fake.countRequests("refresh")).toBe(0)
  })

  /** Fills in the form by script, with the events that pages listen for, as password managers do. */
  const fillAsPasswordManager = () => {
    const field = document.querySelector<HTMLInputElement>("#name")!
    field.value = "Ada"
    for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }))
  }

  it.each([
    ["Enter", (page: Page) => page.keyboard.press("Enter")],
    ["a click", (page: Page) => page.click("#go")]
  ])("collects signals again when a password manager fills in the form and %s sends it at once", async (_, act) => {
    const { fake, page } = await openAgain()
    await page.focus("#name")
    await waitForState(page, "verified")
    await page.evaluate(fillAsPasswordManager)
    await act(page)
    expect((await waitForSubmission(fake)).fields["shield-token"]).toBe("sh1.sc1.1.3")
    const [redeemed, refreshed] = ["redeem", "refresh"].map((path) => fake.requests.filter((one) => one.path === path))
    expect(redeemed!.map(({ body }) => body["signals"])).toMatchObject([{ filled: 0 }])
    expect(refreshed!.map(({ body }) => body["signals"])).toMatchObject([{ filled: 1, assisted: 1 }])
    const acts = [redeemed, refreshed].map((requests) =>
      (requests![0]!.body["signals"] as { readonly acts: number }).acts
    )
    expect(acts[1]).toBeGreaterThan(acts[0]!)
  })

  it("collects signals again if the pending token's signals precede the submitting action", async () => {
    const { fake, page } = await openAgain()
    fake.behavior["redeem"] = "hold"
    await page.focus("#name")
    await waitForRequest(fake, "redeem")
    await page.evaluate(fillAsPasswordManager)
    await page.keyboard.press("Enter")
    fake.behavior["redeem"] = "ok"
    fake.release()
    await waitForSubmission(fake)
    expect(fake.requests.map(({ path }) => path)).toEqual(["challenge", "redeem", "refresh"])
    expect(fake.requests.at(-1)!.body["signals"]).toMatchObject({ filled: 1, assisted: 1 })
  })

  it("sends the form once, however often the button is pressed", async () => {
    const { fake, page } = await openAgain()
    fake.behavior["redeem"] = "hold"
    await page.fill("#name", "Ada")
    await page.evaluate(() => {
      // Counts only submissions that the widget lets through. It hides other submit events from the page.
      document.querySelector("form")!.addEventListener("submit", () => sends++)
      globalThis.sends = 0
    })
    await page.dblclick("#go")
    await page.click("#go")
    await waitForRequest(fake, "redeem")
    fake.behavior["redeem"] = "ok"
    fake.release()
    await waitForSubmission(fake)
    await advance(page, 999)
    await page.click("#go")
    expect(await page.evaluate(() => sends)).toBe(1)
    // A click after the double-click interval is a separate submission.
    await advance(page, 1)
    await page.click("#go")
    await waitForSubmission(fake, 2)
  })

  it("gets a token from a new challenge for each submission of a page that stays", async () => {
    const { fake, page } = await openAgain()
    for (const [at, name] of ["Ada", "Bob"].entries()) {
      await page.fill("#name", name)
      await page.click("#go")
      await waitForSubmission(fake, at + 1)
    }
    const [first, second] = fake.submissions.map(({ fields }) => fields["shield-token"]!.split(".")[2])
    expect(second).not.toBe(first)
  })

  it("ignores events from scripts, which do not send the form", async () => {
    const { fake, page } = await openAgain()
    await waitForWidgets(page)
    const seen = await page.evaluate(() => {
      let seen = 0
      const form = document.querySelector("form")!
      form.addEventListener("submit", () => seen++)
      const isAllowed = form.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }))
      return [seen, isAllowed]
    })
    expect(seen).toEqual([1, true])
    expect(fake.requests).toEqual([])
  })

  it.each(["submit", "focus"])(
    "waits for a token if none is requested or one is in progress: %s",
    async (execution) => {
      const { fake, page } = await open({ body: formHtml(`data-execution="${execution}"`) })
      fake.behavior["redeem"] = "hold"
      await page.fill("#name", "Ada")
      await page.click("#go")
      await waitForRequest(fake, "redeem")
      await advance(page, 2_999)
      expect(fake.submissions).toEqual([])
      fake.release()
      expect((await waitForSubmission(fake)).fields["shield-token"]).toMatch(/^sh1\./)
    }
  )

  it("solves a new challenge if the token has expired", async () => {
    const { fake, page } = await open({ body: formHtml(`data-refresh-expired="never"`) })
    fake.settings.tokenSeconds = fake.settings.ticketSeconds = 6
    await page.fill("#name", "Ada")
    await waitForState(page, "verified")
    // The widget treats a token as expired 5 s early, to leave time for its transfer.
    await advance(page, 1_000)
    await waitForState(page, "expired")
    expect(await readToken(page)).toBe("")
    fake.settings.tokenSeconds = fake.settings.ticketSeconds = 300
    await page.evaluate(() => document.querySelector<HTMLElement>("#go")!.click())
    expect((await waitForSubmission(fake)).fields["shield-token"]).toMatch(/^sh1\.sc1\.3\./)
  })

  it("runs the page's listeners and the browser's validation once", async () => {
    const { fake, page } = await open()
    await page.evaluate(() => {
      const events: Array<string> = (window as any).seen = []
      const form = document.querySelector("form")!
      for (const target of [window, document, form]) {
        for (const capture of [true, false]) {
          target.addEventListener("submit", (event) => {
            events.push(`${target.constructor.name} ${capture} ${(event as SubmitEvent).submitter?.id}`)
            throw new Error("A fault of the page")
          }, { capture })
        }
      }
      form.addEventListener("invalid", () => events.push("invalid"), true)
      form.addEventListener("formdata", ({ formData }) => formData.set("seen", JSON.stringify(events)))
    })
    await page.click("#go")
    expect(await page.evaluate(() => (window as any).seen)).toEqual(["invalid"])
    expect(fake.submissions).toEqual([])
    await page.fill("#name", "Ada")
    await page.click("#go")
    expect(JSON.parse((await waitForSubmission(fake)).fields["seen"]!)).toEqual([
      "invalid",
      "Window true go",
      "HTMLDocument true go",
      "HTMLFormElement true go",
      "HTMLFormElement false go",
      "HTMLDocument false go",
      "Window false go"
    ])
  })

  it("supports Enter, formaction, formmethod and buttons that the page disables on a click", async () => {
    const more = `<button name="draft" value="1" formaction="/send/draft" formmethod="get" id="draft">Keep</button>`
    const { fake, page } = await open({ body: formHtml("data-execution=submit", more) })
    await page.fill("#name", "Ada")
    await page.keyboard.press("Enter")
    expect(await waitForSubmission(fake)).toMatchObject({ url: "/send/draft", fields: { name: "Ada", draft: "1" } })

    await page.goto(fake.url)
    await page.fill("#name", "Ada")
    await page.evaluate(() => {
      const button = document.querySelector<HTMLButtonElement>("#go")!
      button.addEventListener("click", () => setTimeout(() => (button.disabled = true)))
    })
    await page.click("#go")
    expect(await waitForSubmission(fake, 2)).toMatchObject({ url: "/send", fields: { name: "Ada", how: "button" } })
  })

  it("works with unusual input names, dialog forms and forms sent by script", async () => {
    const odd = ["submit", "action", "elements", "requestSubmit", "method", "name", "id", "isConnected", "contains"]
      .concat("addEventListener", "dispatchEvent", "getRootNode", "querySelector", "closest")
      .map((name) => `<input name="${name}">`).join("")
    const dialog =
      `<dialog open><form method="dialog" id="box">${widgetHtml()}<button id="close">Close</button></form></dialog>`
    const { errors, fake, page } = await open({ body: formHtml("", odd) + dialog })
    await page.click("#close")
    expect(await page.evaluate(() => document.querySelector("dialog")!.open)).toBe(false)
    await page.fill("#name", "Ada")
    await waitForState(page, "verified")
    await page.click("#go")
    expect((await waitForSubmission(fake)).fields["shield-token"]).toMatch(/^sh1\./)

    await page.goto(fake.url)
    await page.focus("#name")
    await waitForState(page, "verified")
    await page.evaluate(() => HTMLFormElement.prototype.submit.call(document.querySelector("form")))
    expect((await waitForSubmission(fake, 2)).fields["shield-token"]).toMatch(/^sh1\./)
    expect(errors).toEqual([])
  })
})
