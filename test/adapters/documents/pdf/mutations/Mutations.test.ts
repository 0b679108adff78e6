import { describe, expect, it } from "vitest"
import { isJudged } from "../../../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../../../adapters/documents/pool/ScanJob.ts"
import { publicSuffixes } from "../../../../../adapters/lists/PublicSuffixesTldts.ts"
import { judgeLinks } from "../../../../../core/documents/judge/JudgeLinks.ts"
import { reasonsOf, scoreOf } from "../../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../../core/scoring/Bands.ts"
import { sample } from "../../../../support/TestRun.ts"
import { existingCases } from "./ExistingCases.ts"
import { filterMutations } from "./FilterMutations.ts"
import { type MustBlock, mustBlock } from "./MustBlock.ts"
import { readWithPdfJs } from "./PdfJs.ts"
import { structureMutations } from "./StructureMutations.ts"
import { type Mutation, syntaxMutations } from "./SyntaxMutations.ts"

const mutations: Readonly<Record<string, Mutation>> = { ...structureMutations, ...syntaxMutations, ...filterMutations }
const unchanged = structureMutations["nothing"]!

/** Returns the rating of a document and the codes of its reasons. A refused document has no codes. */
const rate = (bytes: Uint8Array): { readonly rating: string; readonly codes: ReadonlyArray<string> } => {
  const answer = scanBytes(bytes, Infinity)
  if (answer === "unreadable" || !isJudged(answer)) return { rating: "refused", codes: [] }
  const findings = [...answer.findings, ...judgeLinks(answer.links, publicSuffixes.registrableDomain)]
  return { rating: documentRatings.nameOf(scoreOf(findings)), codes: reasonsOf(findings).map(({ code }) => code) }
}

/** Reports whether a document is blocked for the expected reason, or because it hides its data. */
const isBlocked = ({ code }: MustBlock, bytes: Uint8Array): boolean => {
  const { codes, rating } = rate(bytes)
  const isExpected = code === null || codes.includes(code) || codes.includes("OBFUSCATED_OBJECT")
  return rating === "refused" || rating === "block" && isExpected
}

const cases = [...mustBlock, ...sample("PDFs of other tests that are mutated", existingCases, 12)]

/** Content that pdf.js finds in each document before it is mutated. */
const contents = new Map(
  await Promise.all(cases.map(async (one) => [one, await readWithPdfJs(unchanged(one.objects))] as const))
)

/** Reports whether pdf.js finds in a mutated document all content of the original. */
const isStillShown = async (one: MustBlock, bytes: Uint8Array): Promise<boolean> => {
  const shown = await readWithPdfJs(bytes)
  return shown !== null && [...contents.get(one)!].every((line) => shown.has(line))
}

it("blocks each document before it is mutated, and pdf.js opens it", () => {
  expect(cases.filter((one) => !isBlocked(one, unchanged(one.objects))).map(({ name }) => name)).toEqual([])
  expect(cases.filter((one) => contents.get(one) === null).map(({ name }) => name)).toEqual([])
  // The other documents contain an action that pdf.js does not report, so that only their pages are compared.
  expect(mustBlock.filter((one) => contents.get(one)!.size < 2).map(({ name }) => name)).toEqual([])
})

/** Mutations after which pdf.js opens no document, or finds other content in each. */
const notShown: ReadonlySet<string> = new Set([
  "no trailer",
  "a header without a version",
  "no header",
  "object stream: FlateDecode with blanks before it",
  "object stream: FlateDecode with a damaged header",
  "object stream: FlateDecode without a header",
  "object stream: ASCII85Decode with its marker",
  "object stream: the first of two filters",
  "object stream: with too many objects"
])

describe("a document that must be blocked is blocked after a mutation that pdf.js repairs", () => {
  it.each(Object.entries(mutations))("%s", async (name, mutate) => {
    const passed: Array<string> = []
    let shownCount = 0
    for (const one of cases) {
      const bytes = mutate(one.objects)
      if (!await isStillShown(one, bytes)) continue
      shownCount++
      if (!isBlocked(one, bytes)) passed.push(`${one.name}: ${JSON.stringify(rate(bytes))}`)
    }
    expect(passed).toEqual([])
    expect([name, shownCount > 0]).toEqual([name, !notShown.has(name)])
  })
})
