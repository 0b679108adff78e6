import type { Page } from "playwright-core"
import { Random as SeededRandom } from "../../../scripts/seed/Random.ts"
import type { Appearance } from "../Chromium.ts"

/** Returns a random number from 0 to 1. */
export type Random = () => number

/** Returns a generator that yields the same numbers for the same name and seed. */
export const createSeededRandom = (name: string): Random => {
  const seed = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.codePointAt(0)!, 0)
  const random = new SeededRandom(Number(process.env["GATEHOUSE_TEST_SEED"]) ^ seed)
  return () => random.next()
}

/** Person or program that fills in a form and sends it. */
export interface Driver {
  readonly name: string
  readonly expected: "person" | "bot"
  readonly start: Appearance
  readonly device: "desktop" | "phone"
  /** Set if the form sends no signals to judge. */
  readonly sendsNothing?: true
  /** Resolves when the form is sent. */
  readonly fill: (page: Page, random: Random) => Promise<void>
}

export const formValues = [
  { name: "Ada Byron", email: "ada.b@example.com", message: "Do you ship to Malta?" },
  { name: "Tom Weller", email: "weller@example.org", message: "Call me on Monday." },
  { name: "Inge Maas", email: "imaas@example.net", message: "Is a room free in May?" }
] as const

export const pickRandom = <A>(random: Random, of: ReadonlyArray<A>): A => of[Math.floor(random() * of.length)]!

export const pause = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis))

/** Returns a log-normal random number around `median`. Human reaction times have this distribution. */
export const logNormal = (random: Random, median: number, sigma: number): number =>
  median * Math.exp(sigma * normal(random))

export const normal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
