import { expect, it } from "vitest"
import { type FakeShield, formHtml } from "./FakeShield.ts"
import { advance, shortMillisMax } from "./PageClock.ts"
import {
  describeInChromium,
  type OpenedPage,
  waitForRequest,
  waitForState,
  waitForSubmission,
  waitForWidgets
} from "./Pages.ts"

/** Maximum milliseconds that a form waits, as documented. */
const waitMillisMax = 3_000

/** Fills in the form and sends it. The page records how long the form waited, by the page's clock. */
const send = ({ page }: OpenedPage) =>
  page.evaluate(() => {
    document.querySelector<HTMLInputElement>("#name")!.value = "Ada"
    const sentAt = Date.now()
    document.querySelector("form")!.addEventListener(
      "formdata",
      ({ formData }) => formData.set("waited", String(Date.now() - sentAt))
    )
    document.querySelector<HTMLElement>("#go")!.click()
  })

/** Returns what the form's server received, and how long the form waited. */
const received = async ({ fake }: OpenedPage) => {
  const { waited, "shield-token": token, ...fields } = (await waitForSubmission(fake)).fields
  expect(fields).toEqual({ name: "Ada", how: "button" })
  return { token, waitedMillis: Number(waited) }
}

/**
 * Expects that the form waits until the deadline, and is then sent with the token.
 *
 * @param passedMillis milliseconds that have already passed
 */
const expectLongestWait = async (opened: OpenedPage, token: string, passedMillis = 0) => {
  await advance(opened.page, waitMillisMax - passedMillis - 1)
  expect(opened.fake.submissions).toEqual([])
  await advance(opened.page, 1)
  expect(await received(opened)).toEqual({ token, waitedMillis: waitMillisMax })
}

const silentServers: ReadonlyArray<readonly [string, (fake: FakeShield) => void, path: string]> = [
  ["hangs with the challenge", ({ behavior }) => (behavior["challenge"] = "hang"), "challenge"],
  ["hangs with the token", ({ behavior }) => (behavior["redeem"] = "hang"), "redeem"],
  ["sets puzzles without an end", ({ settings }) => (settings.bits = 31), "challenge"]
]

/** Failing servers, with the milliseconds that a form waits. A refusal is final. Other failures are retried once. */
const failingServers: ReadonlyArray<readonly [string, (fake: FakeShield) => void, waitedMillis: number]> = [
  ["cuts connections", ({ behavior }) => (behavior["challenge"] = "cut"), shortMillisMax],
  ["answers 500", ({ behavior }) => (behavior["challenge"] = 500), shortMillisMax],
  ["answers 503 to solutions", ({ behavior }) => (behavior["redeem"] = 503), shortMillisMax],
  ["answers 429", ({ behavior }) => (behavior["challenge"] = 429), shortMillisMax],
  ["answers 403", ({ behavior }) => (behavior["challenge"] = 403), 0],
  ["answers 409 for ever", ({ behavior }) => (behavior["redeem"] = 409), 0],
  ["answers 422 for ever", ({ behavior }) => (behavior["challenge"] = 422), 0]
]

describeInChromium("without a server that answers", (open, openAgain) => {
  it.each(silentServers)(
    "the form waits three seconds and is sent without a token if the server %s",
    async (_, spoil, path) => {
      const opened = await openAgain()
      await waitForWidgets(opened.page)
      spoil(opened.fake)
      await send(opened)
      await waitForRequest(opened.fake, path)
      await expectLongestWait(opened, "")
    }
  )

  it("the form waits three seconds in total if every response is slow", async () => {
    const opened = await openAgain()
    const { fake, page } = opened
    await waitForWidgets(page)
    fake.behavior["challenge"] = fake.behavior["redeem"] = "hold"
    await send(opened)
    await waitForRequest(fake, "challenge")
    await advance(page, 2_000)
    fake.release()
    await waitForRequest(fake, "redeem")
    await expectLongestWait(opened, "", 2_000)
  })

  it.each(failingServers)(
    "the form is sent without a token as soon as the server %s",
    async (_, spoil, waitedMillis) => {
      const opened = await openAgain()
      await waitForWidgets(opened.page)
      spoil(opened.fake)
      await send(opened)
      expect(await received(opened)).toEqual({ token: "", waitedMillis })
    }
  )

  it("sends the form at once after a failure, without waiting a second time", async () => {
    const opened = await openAgain()
    opened.fake.behavior["challenge"] = 500
    await opened.page.focus("#name")
    await waitForState(opened.page, "error")
    await send(opened)
    expect(await received(opened)).toEqual({ token: "", waitedMillis: 0 })
  })

  it.each(["hang", 500, "cut"] as const)(
    "sends the current token if no better one is available: %s",
    async (answer) => {
      const opened = await openAgain()
      await opened.page.focus("#name")
      await waitForState(opened.page, "verified")
      opened.fake.behavior["refresh"] = answer
      await advance(opened.page, 1_100)
      await send(opened)
      await waitForRequest(opened.fake, "refresh")
      if (answer === "hang") await expectLongestWait(opened, "sh1.sc1.1.2")
      else expect((await received(opened)).token).toBe("sh1.sc1.1.2")
    }
  )

  it("the form is sent without a token as soon as the server is gone", async () => {
    const opened = await open()
    await waitForWidgets(opened.page)
    opened.fake.stopShield()
    await send(opened)
    expect(await received(opened)).toEqual({ token: "", waitedMillis: shortMillisMax })
  })

  it("sends the form if the script's resources never load", async () => {
    const opened = await open({ prepare: ({ behavior }) => (behavior["engine.js"] = "hang") })
    await waitForWidgets(opened.page)
    await send(opened)
    await expectLongestWait(opened, "")
  })

  it("sends the form at once if the script's resources fail, and gets a token once they load", async () => {
    const opened = await open({ prepare: ({ behavior }) => (behavior["engine.js"] = 500) })
    await waitForWidgets(opened.page)
    await send(opened)
    expect(await received(opened)).toEqual({ token: "", waitedMillis: 0 })
    const { page } = await open({ prepare: ({ behavior }) => (behavior["engine.js"] = [500, "ok"]) })
    await waitForWidgets(page)
    await page.focus("#name")
    await waitForState(page, "verified")
  })

  it("sends the form if the script never loaded", async () => {
    const { fake, page } = await open({ prepare: ({ stopShield }) => stopShield() })
    await page.fill("#name", "Ada")
    await page.click("#go")
    expect((await waitForSubmission(fake)).fields).toEqual({ name: "Ada", how: "button" })
  })
})

describeInChromium("with a server that stumbles", (open, openAgain) => {
  it.each<readonly [string, number | "cut"]>([
    ["challenge", 503],
    ["challenge", 429],
    ["challenge", "cut"],
    ["redeem", 500],
    ["redeem", 409],
    ["redeem", 410],
    ["redeem", 422]
  ])("requests %s once more after %s", async (path, answer) => {
    const { fake, page } = await openAgain()
    fake.behavior[path] = [answer, "ok"]
    await page.evaluate(() => {
      const form = document.querySelector("form")!
      let errors = 0
      form.addEventListener("shield:error", () => errors++)
      form.addEventListener("formdata", ({ formData }) => formData.set("errors", String(errors)))
    })
    await page.focus("#name")
    await waitForState(page, "verified")
    await page.fill("#name", "Ada")
    await page.click("#go")
    const { fields } = await waitForSubmission(fake)
    expect(fake.countRequests(path)).toBe(2)
    expect(fields["shield-token"]).toMatch(/^sh1\./)
    expect(fields["errors"]).toBe("0")
  })

  it("solves a new challenge if the ticket is rejected", async () => {
    const { fake, page } = await openAgain()
    fake.behavior["refresh"] = [410, "ok"]
    await page.focus("#name")
    await waitForState(page, "verified")
    await advance(page, 1_100)
    await page.fill("#name", "Ada")
    await page.click("#go")
    expect((await waitForSubmission(fake)).fields["shield-token"]).toMatch(/^sh1\.sc1\.3\./)
  })

  it("sends degraded tokens unchanged", async () => {
    const { fake, page } = await openAgain()
    fake.settings.isDegraded = true
    await page.fill("#name", "Ada")
    await waitForState(page, "degraded")
    await advance(page, 1_100)
    await page.click("#go")
    expect((await waitForSubmission(fake)).fields["shield-token"]).toBe("shd1.2")
    expect(fake.requests).toHaveLength(2)
  })

  it("reports a site that is not configured to the developer, and stops requesting", async () => {
    const { errors, fake, page } = await openAgain()
    fake.behavior["challenge"] = 403
    await page.focus("#name")
    await waitForState(page, "refused")
    await page.fill("#name", "Ada")
    expect(fake.requests).toHaveLength(1)
    expect(errors.at(-1)).toMatch(/^Shield: .*does not list.*gh_site_1, localhost/)
  })

  it("checks again with the button", async () => {
    const { fake, page } = await openAgain()
    fake.behavior["challenge"] = 500
    await page.focus("#name")
    await waitForState(page, "error")
    fake.behavior["challenge"] = "ok"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await waitForState(page, "verified")
  })

  it("checks again by itself after a while", async () => {
    const { fake, page } = await openAgain()
    fake.behavior["challenge"] = 500
    await page.focus("#name")
    await waitForState(page, "error")
    fake.behavior["challenge"] = "ok"
    await advance(page, 8_000)
    await waitForState(page, "verified")
  })

  it("sends a waiting form without a token if its widget is removed", async () => {
    const opened = await open({ body: formHtml("data-execution=submit") })
    opened.fake.behavior["challenge"] = "hang"
    await waitForWidgets(opened.page)
    await opened.page.evaluate(() =>
      window.addEventListener("click", () => setTimeout(() => window.shield!.remove(), 50))
    )
    await send(opened)
    expect(await received(opened)).toEqual({ token: undefined, waitedMillis: 50 })
  })
})
