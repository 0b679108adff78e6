import type { Page } from "playwright-core"
import { type Driver, formValues, pause, pickRandom, type Random } from "./Driver.ts"

const sent = "body[data-sent]"

const fillAndClick = async (page: Page, random: Random) => {
  const { name, email, message } = pickRandom(random, formValues)
  await page.fill("[name=name]", name)
  await page.fill("[name=email]", email)
  await page.fill("[name=message]", message)
  await page.click("button")
  await page.waitForSelector(sent)
}

const typeAndClick = (delay: number, wait: number) => async (page: Page, random: Random) => {
  const { name, email, message } = pickRandom(random, formValues)
  for (const [field, text] of [["name", name], ["email", email], ["message", message]] as const) {
    await page.click(`[name=${field}]`)
    await page.locator(`[name=${field}]`).pressSequentially(text, { delay })
    await pause(wait)
  }
  await page.click("button")
  await page.waitForSelector(sent)
}

/** Moves the mouse in straight, even steps, and waits between actions so that it is not too fast. */
const patient = async (page: Page, random: Random) => {
  const { name, email, message } = pickRandom(random, formValues)
  for (const [field, text] of [["name", name], ["email", email], ["message", message], ["", ""]] as const) {
    const box = (await page.locator(field ? `[name=${field}]` : "button").boundingBox())!
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.55, { steps: 25 })
    await page.mouse.down()
    await page.mouse.up()
    if (text) await page.keyboard.type(text, { delay: 70 })
    await pause(500)
  }
  await page.waitForSelector(sent)
}

const tapAndFill = async (page: Page, random: Random) => {
  const { name, email, message } = pickRandom(random, formValues)
  for (const [field, text] of [["name", name], ["email", email], ["message", message]] as const) {
    await page.tap(`[name=${field}]`)
    await page.fill(`[name=${field}]`, text)
    await pause(1_000)
  }
  await page.tap("button")
  await page.waitForSelector(sent)
}

const setAndSubmit = async (page: Page, random: Random) => {
  await page.evaluate((texts) => {
    const form = document.querySelector("form")!
    for (const [name, text] of Object.entries(texts)) (form.elements.namedItem(name) as HTMLInputElement).value = text
    form.requestSubmit()
  }, pickRandom(random, formValues))
  await page.waitForSelector(sent)
}

const setEventsAndClick = async (page: Page, random: Random) => {
  await page.evaluate((texts) => {
    const form = document.querySelector("form")!
    for (const [name, text] of Object.entries(texts)) {
      const field = form.elements.namedItem(name) as HTMLInputElement
      field.focus()
      field.value = text
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }))
    }
    document.querySelector("button")!.click()
  }, pickRandom(random, formValues))
  await page.waitForSelector(sent)
}

const setAndLeave = async (page: Page, random: Random) => {
  const left = page.waitForURL(/message=/)
  await page.evaluate((texts) => {
    const form = document.querySelector("form")!
    for (const [name, text] of Object.entries(texts)) (form.elements.namedItem(name) as HTMLInputElement).value = text
    setTimeout(() => form.submit())
  }, pickRandom(random, formValues))
  await left
}

/** Requests the token at once, so that its signals date from before the first action. */
const askSetAndLeave = async (page: Page, random: Random) => {
  await page.evaluate(() => (window as unknown as { readonly ask: () => Promise<void> }).ask())
  await page.waitForResponse(/judge/)
  await setAndLeave(page, random)
}

const bot = (name: string, start: Driver["start"], fill: Driver["fill"]): Driver => ({
  name,
  expected: "bot",
  start,
  device: "desktop",
  fill
})

export const scriptDrivers: ReadonlyArray<Driver> = [
  bot("Playwright: fill and click", "stock", fillAndClick),
  bot("Playwright: type and click", "stock", typeAndClick(0, 0)),
  bot("Playwright, hidden: fill and click", "stealth", fillAndClick),
  bot("Playwright, hidden: type and click", "stealth", typeAndClick(0, 0)),
  bot("Playwright, hidden: type with delay and click", "stealth", typeAndClick(80, 300)),
  bot("Playwright, hidden: straight moves and delays", "stealth", patient),
  { ...bot("Playwright, hidden, as a phone: tap and fill", "stealth", tapAndFill), device: "phone" },
  bot("script: values and requestSubmit", "stock", setAndSubmit),
  bot("script, hidden: values and requestSubmit", "stealth", setAndSubmit),
  bot("script, hidden: values, events and click()", "stealth", setEventsAndClick),
  { ...bot("script, hidden: values and form.submit()", "stealth", setAndLeave), sendsNothing: true },
  bot("script, hidden: token at once, values and form.submit()", "stealth", askSetAndLeave)
]
