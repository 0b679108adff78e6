import { expect, it } from "vitest"
import { type FakeShield, formOf } from "./FakeShield.ts"
import { inChromium, type Opened, rendered, stateIs } from "./Pages.ts"

/** As the widget promises. */
const sentMillisMax = 3_000
/** And a little for what has to be done then: 200 ms where nothing else is to do. */
const turnsMax = 20
const turnMillis = 10

/**
 * Sends a form at once. It is late where a timer of the same page, set at the same moment, has fired and turned so often before it
 * went: a busy machine makes both late.
 */
const send = async ({ fake, page }: Opened, millisMax = sentMillisMax, name = "") => {
  await page.evaluate(({ millisMax, turnMillis, turnsMax }) => {
    let isLate = false
    let turns = 0
    const turn = () => {
      isLate = ++turns > turnsMax
      if (!isLate) setTimeout(turn, turnMillis)
    }
    document.querySelector<HTMLInputElement>("#name")!.value = "Ada"
    document.querySelector("form")!.addEventListener("formdata", ({ formData }) => formData.set("late", String(isLate)))
    setTimeout(turn, millisMax)
    document.querySelector<HTMLElement>("#go")!.click()
  }, { millisMax, turnMillis, turnsMax })
  await page.waitForSelector("#sent")
  expect(fake.sent).toHaveLength(1)
  const { fields } = fake.sent[0]!
  expect(fields, name).toMatchObject({ name: "Ada", how: "button", late: "false" })
  return fields["shield-token"]!
}

const badServers: ReadonlyArray<readonly [string, (fake: FakeShield) => void]> = [
  ["hangs with the challenge", ({ behaviour }) => (behaviour["challenge"] = "hang")],
  ["hangs with the token", ({ behaviour }) => (behaviour["redeem"] = "hang")],
  ["is slow", ({ behaviour }) => (behaviour["challenge"] = behaviour["redeem"] = { afterMillis: 2_000 })],
  ["cuts connections", ({ behaviour }) => (behaviour["challenge"] = "cut")],
  ["answers 500", ({ behaviour }) => (behaviour["challenge"] = 500)],
  ["answers 503 to answers", ({ behaviour }) => (behaviour["redeem"] = 503)],
  ["answers 429", ({ behaviour }) => (behaviour["challenge"] = 429)],
  ["answers 403", ({ behaviour }) => (behaviour["challenge"] = 403)],
  ["says 409 for ever", ({ behaviour }) => (behaviour["redeem"] = 409)],
  ["says 422 for ever", ({ behaviour }) => (behaviour["challenge"] = 422)],
  ["is gone", ({ die }) => die()]
]

inChromium("without a server that answers", (open) => {
  it("the form goes within three seconds, without a token", async () => {
    await Promise.all(badServers.map(async ([name, spoil]) => {
      const opened = await open()
      await rendered(opened.page)
      spoil(opened.fake)
      expect([name, await send(opened, sentMillisMax, name)]).toEqual([name, ""])
    }))
  })

  it("goes without a token where puzzles have no end", async () => {
    const opened = await open({ prepare: ({ settings }) => (settings.bits = 31) })
    await rendered(opened.page)
    expect(await send(opened)).toBe("")
  })

  it("goes with the token that is there where no better one can be had", async () => {
    await Promise.all((["hang", 500, "cut"] as const).map(async (answer) => {
      const opened = await open()
      await opened.page.focus("#name")
      await stateIs(opened.page, "verified")
      opened.fake.behaviour["refresh"] = answer
      await opened.page.waitForTimeout(1_100)
      expect(await send(opened)).toBe("sh1.sc1.1.2")
    }))
  })

  it("goes where what the script loads does not come, and gets a token as soon as it does", async () => {
    for (const answer of ["hang", 500] as const) {
      const opened = await open({ prepare: ({ behaviour }) => (behaviour["engine.js"] = answer) })
      await rendered(opened.page)
      expect(await send(opened)).toBe("")
    }
    const { page } = await open({ prepare: ({ behaviour }) => (behaviour["engine.js"] = [500, "ok"]) })
    await rendered(page)
    await page.focus("#name")
    await stateIs(page, "verified")
  })

  it("goes where the script never came", async () => {
    const { fake, page } = await open({ prepare: ({ die }) => die() })
    await page.fill("#name", "Ada")
    await page.click("#go")
    await page.waitForSelector("#sent")
    expect(fake.sent[0]!.fields).toEqual({ name: "Ada", how: "button" })
  })

  it("goes at once after a failure, and does not wait a second time", async () => {
    const opened = await open({ prepare: ({ behaviour }) => (behaviour["challenge"] = 500) })
    await opened.page.focus("#name")
    await stateIs(opened.page, "error")
    expect(await send(opened, 100)).toBe("")
  })
})

inChromium("with a server that stumbles", (open) => {
  const recovers = async (spoil: (fake: FakeShield) => void) => {
    const { fake, page } = await open({ prepare: spoil })
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
    await page.waitForSelector("#sent")
    expect(fake.sent[0]!.fields["shield-token"]).toMatch(/^sh1\./)
    expect(fake.sent[0]!.fields["errors"]).toBe("0")
  }

  it.each<readonly [string, number | "cut"]>([
    ["challenge", 503],
    ["challenge", 429],
    ["challenge", "cut"],
    ["redeem", 500],
    ["redeem", 409],
    ["redeem", 410],
    ["redeem", 422]
  ])("asks %s once more after %s", async (path, answer) => {
    await recovers(({ behaviour }) => (behaviour[path] = [answer, "ok"]))
  })

  it("solves a new challenge where the ticket is refused", async () => {
    const { fake, page } = await open({ prepare: ({ behaviour }) => (behaviour["refresh"] = [410, "ok"]) })
    await page.focus("#name")
    await stateIs(page, "verified")
    await page.waitForTimeout(1_100)
    await page.fill("#name", "Ada")
    await page.click("#go")
    await page.waitForSelector("#sent")
    expect(fake.sent[0]!.fields["shield-token"]).toMatch(/^sh1\.sc1\.3\./)
  })

  it("sends degraded tokens as they are", async () => {
    const { fake, page } = await open({ prepare: ({ settings }) => (settings.isDegraded = true) })
    await page.fill("#name", "Ada")
    await stateIs(page, "degraded")
    await page.waitForTimeout(1_100)
    await page.click("#go")
    await page.waitForSelector("#sent")
    expect(fake.sent[0]!.fields["shield-token"]).toBe("shd1.2")
    expect(fake.asked).toHaveLength(2)
  })

  it("tells the developer where the site is not set up, and asks no more", async () => {
    const { errors, fake, page } = await open({ prepare: ({ behaviour }) => (behaviour["challenge"] = 403) })
    await page.focus("#name")
    await stateIs(page, "refused")
    await page.fill("#name", "Ada")
    expect(fake.asked).toHaveLength(1)
    expect(errors.at(-1)).toMatch(/^Shield: .*does not list.*gh_site_1, localhost/)
  })

  it("checks again with the button, and by itself with what the person does later", async () => {
    const { fake, page } = await open({ prepare: ({ behaviour }) => (behaviour["challenge"] = 500) })
    await page.focus("#name")
    await stateIs(page, "error")
    fake.behaviour["challenge"] = "ok"
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await stateIs(page, "verified")
  })

  it("works in a form that waits while its widget is taken away", async () => {
    const opened = await open({ body: formOf("data-execution=submit") })
    opened.fake.behaviour["challenge"] = "hang"
    await rendered(opened.page)
    await opened.page.evaluate(() =>
      window.addEventListener("click", () => setTimeout(() => window.shield!.remove(), 50))
    )
    expect(await send(opened, 2_000)).toBe(undefined)
  })
})
