import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { type InlineOptions, layerWith } from "../../../../adapters/documents/pool/DocumentReaderInline.ts"
import { DocumentReader } from "../../../../core/documents/DocumentReader.ts"
import { makePdf } from "../pdf/MakePdf.ts"
import { macros } from "../reasons/OfficeParts.ts"

const codesOf = (bytes: Uint8Array, options: InlineOptions): ReadonlyArray<string> =>
  Effect.runSync(
    Effect.flatMap(DocumentReader, ({ judge }) => judge(bytes)).pipe(
      Effect.map(({ findings }) => findings.map(({ code }) => code)),
      Effect.provide(layerWith(options))
    )
  )

/** Returns a clock that advances by one millisecond at each reading. */
const clock = () => {
  let at = 0
  return () => at++
}

const scriptCount = 40

const scripts = makePdf(
  Object.fromEntries(
    Array.from({ length: scriptCount }, (_, at) => [at + 1, `<</S/JavaScript/JS(app.alert\\(${at}\\))>>`])
  ),
  "none"
)

describe("a document read in the calling thread", () => {
  it("is reported as a bomb if rating it takes too long, as in a worker", () => {
    expect(codesOf(scripts, { readMillisMax: 1_000_000, jobMillisMax: 1, now: clock() })).toEqual(["RESOURCE_BOMB"])
    expect(
      codesOf(macros("Sub AutoOpen()\nBeep\nEnd Sub\n"), { readMillisMax: 1_000_000, jobMillisMax: 1, now: clock() })
    )
      .toEqual(["RESOURCE_BOMB"])
  })

  it("is rated by the part that was read if reading takes too long", () => {
    const codes = codesOf(scripts, { readMillisMax: 1, jobMillisMax: 1_000_000, now: clock() })
    expect(codes).toContain("PARTIAL_SCAN")
    expect(codes).not.toContain("RESOURCE_BOMB")
  })

  it("is rated completely within the deadline", () => {
    const now = () => 0
    expect(codesOf(scripts, { readMillisMax: 1, jobMillisMax: 1, now })).toContain("JAVASCRIPT")
  })

  it("gets a result at any deadline", () => {
    let looks = 0
    const end = (after: number) => {
      looks = 0
      return () => looks++ < after ? 0 : Infinity
    }
    codesOf(scripts, { now: end(Infinity) })
    const looksInTime = looks
    // Reading also checks the clock, so some deadlines cut the document off and others make it a bomb.
    const answers = Array.from({ length: looksInTime }, (_, after) => codesOf(scripts, { now: end(after + 1) }).join())
    expect(new Set(answers.filter((codes) => codes.includes("RESOURCE_BOMB")))).toEqual(new Set(["RESOURCE_BOMB"]))
    expect(answers.filter((codes) => codes === "")).toEqual([])
    expect(answers.filter((codes) => codes === "RESOURCE_BOMB").length).toBeGreaterThan(2 * scriptCount)
  })
})
