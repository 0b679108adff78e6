import { describe, expect, it } from "vitest"
import { scanBytes } from "../../adapters/documents/pool/ScanJob.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { measureCpuMillisPerRun } from "../support/CpuTime.ts"
import { isFullRun, sample } from "../support/TestRun.ts"
import { readerGroups } from "./readers/AllReaders.ts"
import { calledFunctions, textFunctions } from "./readers/CalledFunctions.ts"
import { findSuperlinearGrowth } from "./readers/Growth.ts"
import { commonPumps, type HostileText, hostileTexts, hostileTextsOf } from "./readers/HostileTexts.ts"
import { probeChars, type Reader, textReader } from "./readers/Reader.ts"
import { unprobedNames } from "./readers/UnprobedFunctions.ts"

/** Factor of the text lengths: 4 in the long run, else 1. */
const charsFactor = isFullRun ? 4 : 1

/**
 * Returns a reader's texts of the common pumps and of its own pumps.
 *
 * `npm test` uses only the texts that end with a different character, because more readers are slow on these.
 */
const ownTextsOf = ({ pumps = [] }: Reader): ReadonlyArray<HostileText> =>
  [...commonPumps, ...pumps].flatMap((pump) => isFullRun ? hostileTextsOf(pump) : hostileTextsOf(pump).slice(-1))

const slowTextsOf = (reader: Reader, texts: ReadonlyArray<HostileText>) =>
  [...texts, ...ownTextsOf(reader)].flatMap(({ name, build }) => {
    const growth = findSuperlinearGrowth(reader.work, build, probeChars(reader, charsFactor))
    if (growth === null) return []
    const [whole, quarter] = [growth.millis, growth.quarterMillis].map((millis) => `${millis.toFixed(1)} ms`)
    return [`${name}: ${whole} for ${growth.chars} characters, ${quarter} for a quarter of them`]
  })

describe.each(readerGroups)(
  "$title are read in time proportional to their size",
  ({ readers, textsInShort, title }) => {
    const texts = sample(`hostile ${title} of each reader`, hostileTexts, textsInShort)
    it.each(readers)("$name", (reader) => expect(slowTextsOf(reader, texts)).toEqual([]))
  }
)

/** Checks a small PDF on which a backtracking expression takes seconds. */
it.each([300, 2_000, 20_000])("a PDF with a link to a script of %d blanks takes less than 50 ms", (blanks) => {
  const link = `<</Type/Annot/Subtype/Link/A<</S/URI/URI(javascript:void${" ".repeat(blanks)}x)>>>>`
  const bytes = makePdf({ 1: "<</Type/Catalog/OpenAction 2 0 R>>", 2: link }, "none")
  expect(measureCpuMillisPerRun(() => void scanBytes(bytes, Infinity))).toBeLessThan(50)
})

/** Reads each character once, without allocation. The cost of large arrays is not linear. */
const sumOfCodes = (text: string): number => {
  let sum = 0
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at)
  return sum
}

describe("a reader", () => {
  it("that searches from each position is detected as slow", () => {
    const reader = textReader("slow", (text) => / +$/.test(text), { chars: 20_000 })
    expect(slowTextsOf(reader, [])).toEqual([expect.stringContaining("\" \"…")])
  })

  it.each([
    ["that reads once", (text: string) => text.split(" ")],
    ["that sorts", (text: string) => [...text].toSorted()],
    ["that reads many times", (text: string) => Array.from({ length: 400 }, () => sumOfCodes(text))]
  ])("%s is not detected as slow", (_, read) => {
    expect(slowTextsOf(textReader("fast", read), [])).toEqual([])
  })
})

/** Characters of each text. Short texts reach the same functions as long ones. */
const shortChars = 80
/** Uses every ninth hostile text, which is enough to reach the same functions. */
const textStep = 9

const readAll = () => {
  for (const { pumps = [], work } of readerGroups.flatMap(({ readers }) => readers)) {
    const texts = [...hostileTexts.filter((_, at) => at % textStep === 0), ...pumps.flatMap(hostileTextsOf)]
    for (const { build } of texts) work(build(shortChars))()
  }
}

it("every exported function that takes text or bytes is probed or listed as an exception", async () => {
  const called = await calledFunctions(readAll)
  const functions = textFunctions(["core", "adapters"])
  const unprobed = functions.filter((name) => !called.has(name))
  const isExcused = (name: string) =>
    unprobedNames.some((one) => one === name || one.endsWith("/") && name.startsWith(one))
  expect(unprobed.filter((name) => !isExcused(name))).toEqual([])
  expect(unprobedNames.filter((one) => !functions.some((name) => name === one || name.startsWith(one)))).toEqual([])
})
