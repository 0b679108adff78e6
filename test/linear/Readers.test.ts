import { describe, expect, it } from "vitest"
import { isFullRun, sample } from "../support/TestRun.ts"
import { binaryReaders } from "./readers/BinaryReaders.ts"
import { tooFastGrowth } from "./readers/Growth.ts"
import { type HostileText, hostileTexts, hostileTextsOf } from "./readers/HostileTexts.ts"
import { httpReaders } from "./readers/HttpReaders.ts"
import { officeReaders } from "./readers/OfficeReaders.ts"
import { pdfReaders } from "./readers/PdfReaders.ts"
import { charsDefault, ofText, type Reader } from "./readers/Reader.ts"
import { textReaders } from "./readers/TextReaders.ts"
import { threatReaders } from "./readers/ThreatReaders.ts"
import { vbaReaders } from "./readers/VbaReaders.ts"

/** How much longer texts are in the long run. */
const charsFactor = isFullRun ? 4 : 1

const slowTextsOf = ({ chars = charsDefault, near = [], work }: Reader, texts: ReadonlyArray<HostileText>) =>
  [...texts, ...near.flatMap(hostileTextsOf)].flatMap(({ name, ofChars }) => {
    const growth = tooFastGrowth(work, ofChars, charsFactor * chars)
    if (growth === null) return []
    const [whole, quarter] = [growth.millis, growth.quarterMillis].map((millis) => `${millis.toFixed(1)} ms`)
    return [`${name}: ${whole} for ${growth.chars} characters, ${quarter} for a quarter of them`]
  })

/** With the number of hostile texts in `npm test`, beside those that are made for each reader. */
describe.each([
  ["texts", textReaders, 40],
  ["requests", httpReaders, 40],
  ["threat lists", threatReaders, 20],
  ["PDF documents", pdfReaders, 12],
  ["Office documents", officeReaders, 12],
  ["macros", vbaReaders, 12],
  ["other documents", binaryReaders, 12]
])("%s are read in time in proportion to their size", (what, readers, textsInShort) => {
  const texts = sample(`hostile ${what} of each reader`, hostileTexts, textsInShort)
  it.each(readers)("$name", (reader) => expect(slowTextsOf(reader, texts)).toEqual([]))
})

describe("a reader", () => {
  it.each([
    ["that searches from each place", (text: string) => / +$/.test(`${text}x`)],
    ["that compares each character with all before", (text: string) => {
      let equal = 0
      for (let at = 0; at < text.length; at++) {
        for (let before = 0; before < at; before++) if (text[before] === text[at]) equal++
      }
      return equal
    }]
  ])("%s is found to be slow", (_, read) => {
    expect(slowTextsOf(ofText("slow", read, { chars: 6_000 }), hostileTextsOf(" "))).not.toEqual([])
  })

  it.each([
    ["that reads once", (text: string) => text.split(" ")],
    ["that sorts", (text: string) => [...text].toSorted()],
    ["that reads many times", (text: string) => Array.from({ length: 40 }, () => [...text].length)]
  ])("%s is not", (_, read) => {
    expect(slowTextsOf(ofText("fast", read), hostileTextsOf(" "))).toEqual([])
  })
})
