import type { Page } from "playwright-core"
import { ActionRecorder } from "./ActionRecorder.ts"
import { type Driver, formValues, logNormal, pause, pickRandom, type Random } from "./Driver.ts"
import { click, moveTo, pointIn } from "./PersonDrivers.ts"

/** Fills in the form by script, with the events that pages listen for, as password managers do. */
const fillByScript = (page: Page, random: Random): Promise<void> =>
  page.evaluate((texts) => {
    const form = document.querySelector("form")!
    for (const [name, text] of Object.entries(texts)) {
      const field = form.elements.namedItem(name) as HTMLInputElement
      field.value = text
      for (const kind of ["input", "change"]) field.dispatchEvent(new Event(kind, { bubbles: true }))
    }
  }, pickRandom(random, formValues))

const sent = (page: Page) => page.waitForSelector("body[data-sent]")

/**
 * Returns a driver that presses Enter after a password manager has filled in the form.
 *
 * @param reading approximate milliseconds for which a person looks at the form before the password manager fills it in
 */
const fillAndPress = (reading: number) => async (page: Page, random: Random) => {
  await page.focus("[name=email]")
  await pause(logNormal(random, reading, 0.2))
  await fillByScript(page, random)
  await pause(logNormal(random, 350, 0.3))
  await page.keyboard.press("Enter", { delay: logNormal(random, 90, 0.2) })
  await sent(page)
}

const fillAndClick = async (page: Page, random: Random) => {
  await page.focus("[name=email]")
  await pause(logNormal(random, 900, 0.2))
  await fillByScript(page, random)
  const hand = await ActionRecorder.open(page)
  await moveTo(hand, random, { x: 200 * random(), y: 300 * random() }, await pointIn(page, random, "button"))
  await click(hand, random)
  await sent(page)
}

/** Returns the driver of a program that fills in and sends the form by script, like a password manager. */
const fillAndSubmit = (submit: string) => async (page: Page, random: Random) => {
  await page.focus("[name=email]")
  await pause(900)
  await fillByScript(page, random)
  await page.evaluate(submit)
  await sent(page)
}

const driver = (is: Driver["expected"], name: string, fill: Driver["fill"]): Driver => ({
  name: `${is === "person" ? "person" : "script"}, password manager: ${name}`,
  expected: is,
  start: "untraced",
  device: "desktop",
  fill
})

/** Drivers that fill in a form by script and send it at once. They are people with a password manager, or programs. */
export const passwordManagerDrivers: ReadonlyArray<Driver> = [
  driver("person", "Enter", fillAndPress(900)),
  driver("person", "Enter after a while", fillAndPress(5_500)),
  driver("person", "click", fillAndClick),
  driver("bot", "requestSubmit()", fillAndSubmit("document.querySelector('form').requestSubmit()")),
  driver("bot", "click()", fillAndSubmit("document.querySelector('button').click()"))
]
