import { expect, it } from "vitest"
import { widgetHtml } from "./FakeShield.ts"
import { advance } from "./PageClock.ts"
import { describeInChromium, waitForState, waitForSubmission, waitForWidgets } from "./Pages.ts"

const record = `<script>
  window.widgetEvents = []
  for (const name of ["ready", "state", "verified", "error", "expired", "timeout"]) {
    document.addEventListener("shield:" + name, ({ detail }) => widgetEvents.push([name, detail && (detail.state || detail.error || detail.token)]))
  }
  const onToken = (token) => widgetEvents.push(["callback", token])
  const onError = (error) => widgetEvents.push(["error-callback", error])
  const onExpired = () => { widgetEvents.push(["expired-callback"]); throw new Error("A fault of the page") }
  const onTimeout = () => widgetEvents.push(["timeout-callback"])
  Object.assign(window, { onToken, onError, onExpired, onTimeout })
  const onShield = () => widgetEvents.push(["onload", typeof shield.render])
  window.onShield = onShield
</script>`

const reportedEvents = (page: { evaluate: <A>(run: () => A) => Promise<A> }) =>
  page.evaluate(() => (window as any).widgetEvents)

describeInChromium("window.shield", (open) => {
  it("renders on demand and reports its progress", async () => {
    const { errors, page } = await open({
      body: `${widgetHtml()}<form><div id="place"></div><input id="name"></form>`,
      head: record,
      query: "?onload=onShield&render=explicit"
    })
    await page.waitForFunction(() => (window as any).widgetEvents.length > 1)
    expect(await reportedEvents(page)).toEqual([["onload", "function"], ["ready", null]])
    expect(await page.evaluate(() => document.querySelector(".shield-widget")!.shadowRoot)).toBe(null)
    const seen = await page.evaluate(async () => {
      const api = window.shield!
      const id = api.render("#place", {
        sitekey: "gh_site_1",
        execution: "execute",
        "response-field-name": "proof",
        callback: "onToken",
        "error-callback": (error) => (window as any).widgetEvents.push(["error-callback", error])
      })
      const again = api.render(document.querySelector("#place")!, { sitekey: "gh_site_1" })
      const before = [api.getResponse(id), api.isExpired(id), api.getState(id)]
      const token = await api.execute(id)
      const after = [api.getResponse("#place") === token, api.isExpired(), api.getState(id)]
      const field = document.querySelector<HTMLInputElement>("input[name=proof]")!.value === token
      api.reset(id)
      const reset = [
        api.getResponse(),
        api.getState(id),
        document.querySelector<HTMLInputElement>("input[name=proof]")!.value
      ]
      api.remove(id)
      const wrong = [
        api.render("#nowhere"),
        api.render("<"),
        api.render(document.body),
        api.getResponse(),
        api.isExpired("x")
      ]
      await api.execute().catch((cause: Error) => wrong.push(cause.message))
      return {
        id,
        again,
        before,
        token,
        after,
        field,
        reset,
        wrong,
        left: document.querySelectorAll("[name=proof]").length
      }
    })
    expect(seen).toEqual({
      id: "shield-1",
      again: "shield-1",
      before: [undefined, false, "idle"],
      token: "sh1.sc1.1.2",
      after: [true, false, "verified"],
      field: true,
      reset: [undefined, "idle", ""],
      wrong: [undefined, undefined, undefined, undefined, false, "Shield: unknown widget"],
      left: 0
    })
    expect((await reportedEvents(page)).slice(2)).toEqual([
      ["state", "working"],
      ["state", "verified"],
      ["verified", "sh1.sc1.1.2"],
      ["callback", "sh1.sc1.1.2"],
      ["state", "idle"]
    ])
    expect(errors).toEqual([
      "Shield: no element matches #nowhere",
      "Shield: no element matches <",
      "Shield: data-sitekey is missing"
    ])
  })

  it("calls the callbacks that the element names, and survives their errors", async () => {
    const callbacks = [
      "callback=onToken",
      "error-callback=onError",
      "expired-callback=onExpired",
      "timeout-callback=onTimeout"
    ]
    const { errors, fake, page } = await open({
      body: `<form action="/send" target="frame">${
        widgetHtml(`${callbacks.map((one) => `data-${one}`).join(" ")} data-refresh-expired="never"`)
      }<button id="go">Send</button></form><iframe name="frame" title="Frame"></iframe>`,
      head: record,
      prepare: ({ settings }) => Object.assign(settings, { tokenSeconds: 5.5, ticketSeconds: 6 })
    })
    await page.focus("#go")
    await waitForState(page, "verified")
    await advance(page, 500)
    await waitForState(page, "expired")
    fake.behavior["challenge"] = "hang"
    await page.click("#go")
    await expect.poll(() => fake.countRequests("challenge")).toBe(2)
    await advance(page, 3_000)
    await waitForSubmission(fake)
    // Resets the widget before the response changes, because the widget may repeat the request automatically.
    await page.evaluate(() => window.shield!.reset())
    fake.behavior["challenge"] = 403
    expect(await page.evaluate(() => window.shield!.execute().catch((cause: Error) => cause.message))).toBe("refused")
    expect(await reportedEvents(page)).toEqual([
      ["ready", null],
      ["state", "working"],
      ["state", "verified"],
      ["verified", "sh1.sc1.1.2"],
      ["callback", "sh1.sc1.1.2"],
      ["state", "expired"],
      ["expired", undefined],
      ["expired-callback"],
      ["state", "working"],
      ["timeout", undefined],
      ["timeout-callback"],
      ["state", "idle"],
      ["state", "working"],
      ["state", "refused"],
      ["error", "refused"],
      ["error-callback", "refused"]
    ])
    expect(errors).toContain("A fault of the page")
  })

  it("loads once, even if several scripts name it", async () => {
    const { page } = await open({ head: `<script src="SHIELD/shield/widget.js"></script>` })
    await waitForWidgets(page)
    expect(await page.locator("input[name=shield-token]").count()).toBe(1)
    expect(await page.evaluate(() => new Promise((done) => window.shield!.ready(() => done("ready"))))).toBe("ready")
  })

  it("omits the field if the page disables it", async () => {
    const { page } = await open({ body: `<form>${widgetHtml("data-response-field=false")}</form>` })
    await waitForWidgets(page)
    expect(await page.locator("input").count()).toBe(0)
  })
})
