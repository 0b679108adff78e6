import type { Page } from "playwright-core"
import { ActionRecorder, type ActionRecording } from "./ActionRecorder.ts"
import { type Driver, formValues, logNormal, normal, pause, pickRandom, type Random } from "./Driver.ts"

interface Point {
  readonly x: number
  readonly y: number
}

/** Returns a point within an element, usually near its center: people do not hit the center exactly. */
export const pointIn = async (page: Page, random: Random, selector: string): Promise<Point> => {
  const box = (await page.locator(selector).boundingBox())!
  const spread = (side: number) => side / 2 + Math.max(-0.42, Math.min(0.42, 0.16 * normal(random))) * side
  return { x: box.x + spread(box.width), y: box.y + spread(box.height) }
}

/** Moves the mouse like a hand: on a curve, with changing speed, tremor, and a correction at the end. */
export const moveTo = async (hand: ActionRecorder, random: Random, from: Point, to: Point): Promise<void> => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  const millis = 180 + 90 * Math.log2(1 + distance / 40) * (0.8 + 0.5 * random())
  const bow = 0.15 * normal(random) * distance
  const [nx, ny] = [-(to.y - from.y) / (distance || 1), (to.x - from.x) / (distance || 1)]
  const start = performance.now()
  for (let share = 0; share < 1;) {
    share = Math.min(1, (performance.now() - start) / millis)
    // Minimum-jerk trajectory (Flash and Hogan, 1985).
    const progress = share ** 3 * (10 - 15 * share + 6 * share ** 2)
    const side = bow * Math.sin(Math.PI * progress) + 0.6 * normal(random)
    await hand.perform({
      kind: "mouse",
      x: from.x + (to.x - from.x) * progress + nx * side,
      y: from.y + (to.y - from.y) * progress + ny * side
    })
    await pause(8 + 6 * random())
  }
}

export const click = async (hand: ActionRecorder, random: Random): Promise<void> => {
  await pause(logNormal(random, 90, 0.4))
  await hand.perform({ kind: "press" })
  await pause(logNormal(random, 85, 0.3))
  await hand.perform({ kind: "release" })
}

/** Types like a person, with overlapping keys, pauses between words, and corrected typos. */
const type = async (hand: ActionRecorder, random: Random, text: string): Promise<void> => {
  const releases: Array<Promise<void>> = []
  const press = async (key: string) => {
    await hand.perform({ kind: "down", key })
    releases.push(pause(logNormal(random, 92, 0.28)).then(() => hand.perform({ kind: "up", key })))
    await pause(logNormal(random, key === " " ? 150 : 115, 0.45))
  }
  for (const letter of text) {
    if (random() < 0.04) {
      await press("e")
      await pause(logNormal(random, 260, 0.3))
      await press("Backspace")
    }
    await press(letter)
  }
  await Promise.all(releases)
}

const read = (random: Random) => pause(logNormal(random, 420, 0.4))

export const fillWithMouse = async (page: Page, random: Random): Promise<ActionRecording> => {
  const { name, email, message } = pickRandom(random, formValues)
  const hand = await ActionRecorder.open(page)
  let at: Point = { x: 200 * random(), y: 300 * random() }
  for (
    const [selector, text] of [["[name=name]", name], ["[name=email]", email], ["[name=message]", message], [
      "button",
      ""
    ]] as const
  ) {
    await read(random)
    const to = await pointIn(page, random, selector)
    await moveTo(hand, random, at, to)
    at = to
    await click(hand, random)
    if (text) await pause(logNormal(random, 250, 0.3))
    await type(hand, random, text)
  }
  await page.waitForSelector("body[data-sent]")
  return hand.recording
}

export const fillWithKeys = async (page: Page, random: Random): Promise<ActionRecording> => {
  const { name, email, message } = pickRandom(random, formValues)
  const hand = await ActionRecorder.open(page)
  const key = async (key: string) => {
    await pause(logNormal(random, 220, 0.4))
    await hand.perform({ kind: "down", key })
    await pause(logNormal(random, 95, 0.25))
    await hand.perform({ kind: "up", key })
  }
  for (const text of [name, email, message]) {
    await key("Tab")
    await read(random)
    await type(hand, random, text)
  }
  await key("Tab")
  await key(random() < 0.5 ? "Enter" : " ")
  await page.waitForSelector("body[data-sent]")
  return hand.recording
}

export const fillWithFinger = async (page: Page, random: Random): Promise<ActionRecording> => {
  const { name, email, message } = pickRandom(random, formValues)
  const hand = await ActionRecorder.open(page)
  for (
    const [selector, text] of [["[name=name]", name], ["[name=email]", email], ["[name=message]", message], [
      "button",
      ""
    ]] as const
  ) {
    await read(random)
    await page.locator(selector).scrollIntoViewIfNeeded()
    const { x, y } = await pointIn(page, random, selector)
    const radius = 9 + 5 * random()
    await hand.perform({ kind: "touch", x, y, radius })
    await pause(logNormal(random, 40, 0.3))
    if (random() < 0.5) {
      await hand.perform({ kind: "drag", x: x + random(), y: y + random(), radius: radius + random() })
    }
    await pause(logNormal(random, 35, 0.3))
    await hand.perform({ kind: "lift" })
    await read(random)
    for (const letter of text) {
      await hand.perform({ kind: "letter", text: letter })
      await pause(logNormal(random, 130, 0.4))
    }
  }
  await page.waitForSelector("body[data-sent]")
  return hand.recording
}

/**
 * Tabs into the form, inserts whole words as dictation does, and sends the form with a key. Causes few events, and no
 * pointer events.
 */
const fillWithFew = async (page: Page, random: Random): Promise<void> => {
  const { name, email, message } = pickRandom(random, formValues)
  for (const text of [name, email, message]) {
    await pause(logNormal(random, 500, 0.3))
    await page.keyboard.press("Tab", { delay: logNormal(random, 80, 0.2) })
    for (const word of text.split(/(?<= )/)) {
      await pause(logNormal(random, 380, 0.4))
      await page.keyboard.insertText(word)
    }
  }
  await pause(logNormal(random, 500, 0.3))
  await page.keyboard.press("Tab", { delay: logNormal(random, 80, 0.2) })
  await page.keyboard.press("Enter", { delay: logNormal(random, 80, 0.2) })
  await page.waitForSelector("body[data-sent]")
}

const person = (
  name: string,
  device: Driver["device"],
  fill: (page: Page, random: Random) => Promise<unknown>
): Driver => ({
  name,
  expected: "person",
  start: "stealth",
  device,
  fill: async (page, random) => void await fill(page, random)
})

export const personDrivers: ReadonlyArray<Driver> = [
  person("person: mouse and keys", "desktop", fillWithMouse),
  person("person: keys only", "desktop", fillWithKeys),
  person("person: finger", "phone", fillWithFinger),
  person("person: dictated, no pointer", "desktop", fillWithFew)
]
