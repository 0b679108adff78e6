import { expect, it } from "vitest"
import { formHtml, widgetHtml } from "./FakeShield.ts"
import { advance } from "./PageClock.ts"
import { describeInChromium, readToken, waitForState, waitForSubmission, waitForWidgets } from "./Pages.ts"

describeInChromium("a widget on its page", (open) => {
  it("renders in elements added later, and leaves with removed elements", async () => {
    const { fake, page } = await open({ body: `<div id="place"></div>` })
    const control = formHtml().replaceAll(/ id="[a-z]+"/g, "")
    await page.evaluate(
      (html) => setTimeout(() => (document.querySelector("#place")!.innerHTML = html)),
      formHtml() + control
    )
    await waitForWidgets(page)
    await page.evaluate(() => {
      const form = document.querySelector("form")!
      document.querySelector(".shield-widget")!.remove()
      form.addEventListener("submit", (event) => event.preventDefault())
    })
    await page.waitForFunction(() => window.shield!.getState("shield-1") === undefined)
    await page.fill("#name", "Ada")
    await page.click("#go")
    // If the form without a widget sent a request, it would arrive before the other form's request.
    await page.focus("input[name=name] >> nth=1")
    await waitForState(page, "verified")
    expect(fake.countRequests("challenge")).toBe(1)
    expect(await page.locator("#place form >> nth=0 >> input[name=shield-token]").count()).toBe(0)
  })

  it("stays removed if the page removed it, and logs a missing key once", async () => {
    const { errors, page } = await open({ body: formHtml() + `<div class="shield-widget" data-sitekey=""></div>` })
    await waitForWidgets(page)
    await page.evaluate(async () => {
      window.shield!.remove()
      document.body.append("more")
      await new Promise((done) => setTimeout(done))
    })
    expect(await page.evaluate(() => window.shield!.getState())).toBe(undefined)
    expect(errors).toEqual(["Shield: data-sitekey is missing"])
    await page.evaluate(() => window.shield!.render(".shield-widget"))
    await page.fill("#name", "Ada")
    await waitForState(page, "verified")
  })

  it("continues if its element moves into another form", async () => {
    const { fake, page } = await open({
      body: formHtml() + `<form id="other" action="/send/other" method="post"></form>`
    })
    await waitForWidgets(page)
    await page.evaluate(() => {
      const other = document.querySelector("#other")!
      other.append(document.querySelector(".shield-widget")!, document.querySelector("#go")!)
    })
    await page.click("#go")
    const { fields, url } = await waitForSubmission(fake)
    expect({ fields, url }).toMatchObject({ url: "/send/other", fields: { how: "button" } })
    expect(fields["shield-token"]).toMatch(/^sh1\./)
  })

  it("renders several times on a page, once for each form", async () => {
    const second = `<form action="/send/2" method="post"><input id="more" name="more">${
      widgetHtml("data-response-field-name=proof")
    }<button id="go2">Send</button></form>`
    const { fake, page } = await open({ body: formHtml() + second })
    await page.focus("#more")
    await waitForState(page, "verified", 1)
    await waitForState(page, "idle", 0)
    expect(fake.countRequests("challenge")).toBe(1)
    expect(await readToken(page)).toBe("")
    await page.click("#go2")
    expect(Object.keys((await waitForSubmission(fake)).fields)).toEqual(["more", "proof"])
  })

  it("starts as its element says", async () => {
    const auto = await open({ body: formHtml("data-execution=auto") })
    await waitForState(auto.page, "verified")
    for (const execution of ["submit", "manual"]) {
      const { fake, page } = await open({ body: formHtml(`data-execution=${execution}`) })
      await page.fill("#name", "Ada")
      expect(fake.requests).toEqual([])
      await page.click("#go")
      expect((await waitForSubmission(fake)).fields["shield-token"]!.slice(0, 4)).toBe(
        execution === "submit" ? "sh1." : ""
      )
    }
    const focused = await open({ body: formHtml().replace("required", "autofocus") })
    await waitForState(focused.page, "verified")
  })

  it("renews its token and the ticket before the token expires", async () => {
    const { fake, page } = await open({
      prepare: ({ settings }) => Object.assign(settings, { tokenSeconds: 6, ticketSeconds: 6.5 })
    })
    await page.focus("#name")
    await waitForState(page, "verified")
    await advance(page, 4_799)
    expect(fake.requests).toHaveLength(2)
    await advance(page, 1)
    await expect.poll(() => fake.countRequests("challenge")).toBe(2)
    await expect.poll(() => readToken(page)).toMatch(/^sh1\.sc1\.[^1]/)
    await waitForState(page, "verified")
  })

  it("starts again when the page returns from the back/forward cache or otherwise", async () => {
    const { fake, page } = await open()
    await page.fill("#name", "Ada")
    await waitForState(page, "verified")
    await page.keyboard.press("Enter")
    await waitForSubmission(fake)
    expect(await readToken(page)).toMatch(/^sh1\./)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })))
    await waitForState(page, "idle")
    expect(await readToken(page)).toBe("")
    await page.click("#go")
    await waitForSubmission(fake, 2)
    fake.site.submitResponse = "ok"
    await advance(page, 1_000)
    await page.click("#go")
    await page.waitForSelector("#sent")
    await page.goBack()
    await page.fill("#name", "Bob")
    await page.click("#go")
    await waitForSubmission(fake, 4)
    const challenges = fake.submissions.map(({ fields }) => fields["shield-token"]!.split(".")[2])
    expect(new Set(challenges).size).toBe(4)
  })

  it("can be used again after a script sent the form", async () => {
    const { fake, page } = await open()
    await page.evaluate(() =>
      document.querySelector("form")!.addEventListener("submit", (event) => {
        event.preventDefault()
        const { value } = document.querySelector<HTMLInputElement>("input[name=shield-token]")!
        void fetch("/send/script", { method: "POST", body: new URLSearchParams({ "shield-token": value }) })
      })
    )
    for (const [at, name] of ["Ada", "Bob", "Cid"].entries()) {
      await page.fill("#name", name)
      await page.click("#go")
      await waitForSubmission(fake, at + 1)
      if (at === 1) await page.evaluate(() => window.shield!.reset())
    }
    const challenges = fake.submissions.map(({ fields }) => fields["shield-token"]!.split(".")[2])
    expect(new Set(challenges).size).toBe(3)
  })

  it("treats a form that is read after a click as sent", async () => {
    const { page } = await open({ body: formHtml("", `<button type="button" id="read">Send by script</button>`) })
    await page.evaluate(() =>
      document.querySelector("#read")!.addEventListener("click", () => {
        ;(window as any).read = new FormData(document.querySelector("form")!).get("shield-token")
      })
    )
    const challenges: Array<string> = []
    for (const name of ["Ada", "Bob"]) {
      await advance(page, 1_000)
      await page.fill("#name", name)
      await waitForState(page, "verified")
      await page.click("#read")
      challenges.push(await page.evaluate(() => (window as any).read.split(".")[2]))
    }
    expect(challenges[1]).not.toBe(challenges[0])
  })

  it("works in a form of a shadow tree", async () => {
    const { fake, page } = await open({ body: `<div id="place"></div>` })
    await page.waitForFunction(() => window.shield !== undefined)
    await page.evaluate((html) => {
      const root = document.querySelector("#place")!.attachShadow({ mode: "open" })
      root.append(document.createRange().createContextualFragment(html))
      window.shield!.render(root.querySelector(".shield-widget")!)
    }, formHtml())
    await page.fill("#name", "Ada")
    await page.click("#go")
    expect((await waitForSubmission(fake)).fields["shield-token"]).toMatch(/^sh1\./)
  })
})
