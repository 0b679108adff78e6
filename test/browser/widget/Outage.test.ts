import { expect, it } from "vitest"
import { type FakeShield, formOf } from "./FakeShield.ts"
import { advance, shortMillisMax } from "./PageClock.ts"
import { askedFor, formSent, inChromium, type Opened, rendered, stateIs } from "./Pages.ts"

/** The widget's documented deadline. */
const waitMillisMax = 3_000

/** Fills the form in and sends it. The page then records how long the form waited, by the page's clock. */
const send = ({ page }: Opened) =>
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
const received = async ({ fake }: Opened) => {
  const { waited, "shield-token": token, ...fields } = (await formSent(fake)).fields
  expect(fields).toEqual({ name: "Ada", how: "button" })
  return { token, waitedMillis: Number(waited) }
}

/**
 * Expects that the form waits until the deadline, and the token that it is sent with. `passedMillis` have passed
 * already.
 */
const expectLongestWait = async (opened: Opened, token: string, passedMillis = 0) => {
  await advance(opened.page, waitMillisMax - passedMillis - 1)
  expect(opened.fake.sent).toEqual([])
  await advance(opened.page, 1)
  expect(await received(opened)).toEqual({ token, waitedMillis: waitMillisMax })
}

const silentServers: ReadonlyArray<readonly [string, (fake: FakeShield) => void, path: string]> = [
  ["hangs with the challenge", ({ behaviour }) => (behaviour["challenge"] = "hang"), "challenge"],
  ["hangs with the token", ({ behaviour }) => (behaviour["redeem"] = "hang"), "redeem"],
  ["sets puzzles without an end", ({ settings }) => (settings.bits = 31), "challenge"]
]

/** With the time that a form waits for them: a refusal is final, and a fault is retried once. */
const failingServers: ReadonlyArray<readonly [string, (fake: FakeShield) => void, waitedMillis: number]> = [
  ["cuts connections", ({ behaviour }) => (behaviour["challenge"] = "cut"), shortMillisMax],
  ["answers 500", ({ behaviour }) => (behaviour["challenge"] = 500), shortMillisMax],
  ["answers 503 to solutions", ({ behaviour }) => (behaviour["redeem"] = 503), shortMillisMax],
  ["answers 429", ({ behaviour }) => (behaviour["challenge"] = 429), shortMillisMax],
  ["answers 403", ({ behaviour }) => (behaviour["challenge"] = 403), 0],
  ["answers 409 for ever", ({ behaviour }) => (behaviour["redeem"] = 409), 0],
  ["answers 422 for ever", ({ behaviour }) => (behaviour["challenge"] = 422), 0]
]

inChromium("without a server that answers", (open, openAgain) => {
  it.each(silentServers)(
    "the form waits three seconds and is sent without a token if the server %s",
    async (_, spoil, path) => {
      const opened = await openAgain()
      await rendered(opened.page)
      spoil(opened.fake)
      await send(opened)
      await askedFor(opened.fake, path)
      await expectLongestWait(opened, "")
    }
  )

  it("the form waits three seconds in total if every response is slow", async () => {
    const opened = await openAgain()
    const { fake, page } = opened
    await rendered(page)
    fake.behaviour["challenge"] = fake.behaviour["redeem"] = "hold"
    await send(opened)
    await askedFor(fake, "challenge")
    await advance(page, 2_000)
    fake.release()
    await askedFor(fake, "redeem")
    await expectLongestWait(opened, "", 2_000)
  })

  it.each(failingServers)(
    "the form is sent without a token as soon as the server %s",
    async (_, spoil, waitedMillis) => {
      const opened = await openAgain()
      await rendered(opened.page)
      spoil(opened.fake)
      await send(opened)
      expect(await received(opened)).toEqual({ token: "", waitedMillis })
    }
  )

  it("sends the form at once after a failure, without waiting a second time", async () => {
    const opened = await openAgain()
    opened.fake.behaviour["challenge"] = 500
    await opened.page.focus("#name")
    await stateIs(opened.page, "error")
    await send(opened)
    expect(await received(opened)).toEqual({ token: "", waitedMillis: 0 })
  })

  it.each(["hang", 500, "cut"] as const)(
    "sends the current token if no better one is available: %s",
    async (answer) => {
      const opened = await openAgain()
      await opened.page.focus("#name")
      await stateIs(opened.page, "verified")
      opened.fake.behaviour["refresh"] = answer
      await advance(opened.page, 1_100)
      await send(opened)
      await askedFor(opened.fake, "refresh")
      if (answer === "hang") await expectLongestWait(opened, "sh1.sc1.1.2")
      else expect((await received(opened)).token).toBe("sh1.sc1.1.2")
    }
  )

  it("the form is sent without a token as soon as the server is gone", async () => {
    const opened = await open()
    await rendered(opened.page)
    opened.fake.die()
    await send(opened)
    expect(await received(opened)).toEqual({ token: "", waitedMillis: shortMillisMax })
  })

  it("sends the form if the script's resources never load", async () => {
    const opened = await open({ prepare: ({ behaviour }) => (behaviour["engine.js"] = "hang") })
    await rendered(opened.page)
    await send(opened)
    await expectLongestWait(opened, "")
  })

  it("sends the form at once if the script's resources fail, and gets a token once they load", async () => {
    const opened = await open({ prepare: ({ behaviour }) => (behaviour["engine.js"] = 500) })
    await rendered(opened.page)
    await send(opened)
    expect(await received(opened)).toEqual({ token: "", waitedMillis: 0 })
    const { page } = await open({ prepare: ({ behaviour }) => (behaviour["engine.js"] = [500, "ok"]) })
    await rendered(page)
    await page.focus("#name")
    await stateIs(page, "verified")
  })

  it("sends the form if the script never loaded", async () => {
    const { fake, page } = await open({ prepare: ({ die }) => die() })
    await page.fill("#name", "Ada")
    await page.click("#go")
    expect((await formSent(fake)).fields).toEqual({ name: "Ada", how: "button" })
  })
})

inChromium("with a server that stumbles", (open, openAgain) => {
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
    fake.behaviour[path] = [answer, "ok"]
    await page.evaluate(() => {
      const form = document.querySelector("form")!
      let errors = 0
      form.addEventListener("shield:error", () => errors++)
      form.addEventListener("formdata", ({ formData }) => formData.set("errors", String(errors)))
    })
    await page.focus("#name")
    await stateIs(page, "verified")
    await page.fill("#name", "Ada")
    await page.click("#go")
    const { fields } = await formSent(fake)
    expect(fake.askedFor(path)).toBe(2)
    expect(fields["shield-token"]).toMatch(/^sh1\./)
    expect(fields["errors"]).toBe("0")
  })

  it("solves a new challenge if the ticket is rejected", async () => {
    const { fake, page } = await openAgain()
    fake.behaviour["refresh"] = [410, "ok"]
    await page.focus("#name")
    await stateIs(page, "verified")
    await advance(page, 1_100)
    await page.fill("#name", "Ada")
    await page.click("#go")
    expect((await formSent(fake)).fields["shield-token"]).toMatch(/^sh1\.sc1\.3\./)
  })

  it("sends degraded tokens unchanged", async () => {
    const { fake, page } = await openAgain()
    fake.settings.isDegraded = true
    await page.fill("#name", "Ada")
    await stateIs(page, "degraded")
    await advance(page, 1_100)
    await page.click("#go")
    expect((await formSent(fake)).fields["shield-token"]).toBe("shd1.2")
    expect(fake.asked).toHaveLength(2)
  })

  it("reports a site that is not configured to the developer, and stops requesting", async () => {
    const { errors, fake, page } = await openAgain()
    fake.behaviour["challenge"] = 403
    await page.focus("#name")
    await stateIs(page, "refused")
    await page.fill("#name", "Ada")
    expect(fake.asked).toHaveLength(1)
    expect(errors.at(-1)).toMatch(/^Shield: .*does not list.*gh_site_1, localhost/)
  })

  it("checks again with the button", async () => {
    const { fake, page } = await openAgain()
    fake.behaviour["challenge"] = 500
    await page.focus("#name")
    await stateIs(page, "error")
    fake.behaviour["challenge"] = "ok"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await stateIs(page, "verified")
  })

  it("checks again by itself after a while", async () => {
    const { fake, page } = await openAgain()
    fake.behaviour["challenge"] = 500
    await page.focus("#name")
    await stateIs(page, "error")
    fake.behaviour["challenge"] = "ok"
    await advance(page, 8_000)
    await stateIs(page, "verified")
  })

  it("sends a waiting form without a token if its widget is removed", async () => {
    const opened = await open({ body: formOf("data-execution=submit") })
    opened.fake.behaviour["challenge"] = "hang"
    await rendered(opened.page)
    await opened.page.evaluate(() =>
      window.addEventListener("click", () => setTimeout(() => window.shield!.remove(), 50))
    )
    await send(opened)
    expect(await received(opened)).toEqual({ token: undefined, waitedMillis: 50 })
  })
})
