import type { Page } from "playwright-core"
import { Random as SeededRandom } from "../../../scripts/seed/Random.ts"
import type { Start } from "../Chromium.ts"

/** Numbers from 0 to 1. */
export type Random = () => number

/** Numbers that are the same for the same name in each run with the same seed. */
export const seededRandom = (name: string): Random => {
  const seed = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0)!, 0)
  const random = new SeededRandom(Number(process.env["GATEHOUSE_TEST_SEED"]) ^ seed)
  return () => random.next()
}

/** One way to fill in a form and send it. */
export interface Driver {
  readonly name: string
  readonly is: "person" | "bot"
  readonly start: Start
  readonly device: "desktop" | "phone"
  /** The form goes without anything that could be judged. */
  readonly sendsNothing?: true
  /** Ends when the form is sent. */
  readonly fill: (page: Page, random: Random) => Promise<void>
}

export const values = [
  { name: "Ada Byron", email: "ada.b@example.com", message: "Do you ship to Malta?" },
  { name: "Tom Weller", email: "weller@example.org", message: "Call me on Monday." },
  { name: "Inge Maas", email: "imaas@example.net", message: "Is a room free in May?" }
] as const

export const pick = <A>(random: Random, of: ReadonlyArray<A>): A => of[Math.floor(random() * of.length)]!

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Around `median`, more often a bit less and seldom much more: as times of people are spread. */
export const logNormal = (random: Random, median: number, sigma: number): number =>
  median * Math.exp(sigma * normal(random))

export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
