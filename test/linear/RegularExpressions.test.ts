import { describe, expect, it } from "vitest"
import { isFullRun, needs, sample } from "../support/TestRun.ts"
import { collectPatterns } from "./patterns/CollectPatterns.ts"
import { parseModule } from "./patterns/ConstantText.ts"
import { exceptions, findException } from "./patterns/Exceptions.ts"
import { findSlowText } from "./patterns/Slowness.ts"
import { collectSourcePatterns } from "./patterns/SourcePatterns.ts"
import { findObjection, findUnchecked } from "./patterns/Verdicts.ts"

const { patterns, unknown, unusedSamples } = collectSourcePatterns()
/** Expressions that recheck has not checked yet. */
const unchecked = findUnchecked(patterns)

describe("every regular expression of the product", () => {
  it("is a constant or has a sample", () => {
    expect(unknown).toEqual([])
    expect(unusedSamples).toEqual([])
    expect(patterns.length).toBeGreaterThan(800)
  })

  it("takes time proportional to the text", () => {
    const checked = patterns.filter((pattern) => !unchecked.includes(pattern))
    const timed = [...unchecked, ...sample("timed regular expressions that recheck knows", checked, 100)]
    const slow = timed.flatMap((pattern) => {
      const { file, flags, line, source } = pattern
      const found = findSlowText(source, flags, findException(pattern)?.charsMax ?? Infinity)
      if (found === null) return []
      const { attack: { head, pump, tail }, chars, cpuMillis } = found
      const text = `${JSON.stringify(head)} + ${JSON.stringify(pump)}.repeat(…) + ${JSON.stringify(tail)}`
      return [`${file}:${line} /${source}/${flags}: ${cpuMillis.toFixed(1)} ms for ${chars} characters of ${text}`]
    })
    expect(slow).toEqual([])
  })

  /** Maximum expressions that this test checks with `recheck`. For more, `npm run patterns` is faster. */
  const checkedHereMax = 24

  it("is linear according to recheck (`npm run patterns` records it)", async () => {
    expect(unchecked.length, "new expressions: run `npm run patterns`").toBeLessThanOrEqual(checkedHereMax)
    const objections = await Promise.all(unchecked.map((pattern) => findObjection(pattern, "pure")))
    expect(objections.filter((objection) => objection !== null)).toEqual([])
  })

  it("is linear according to recheck, regardless of the recorded results", { tags: [needs.full] }, async () => {
    for (const pattern of isFullRun ? patterns : []) expect(await findObjection(pattern, "auto")).toBeNull()
  })

  it.each(exceptions)("in $file that is listed as an exception exists", (exception) => {
    expect(patterns.filter((pattern) => findException(pattern) === exception)).toHaveLength(1)
  })
})

describe("slow expressions are detected", () => {
  it.each([
    ["one repetition before an end, from each place", /^[ \t]+|[ \t]+$/g],
    ["five repetitions of blanks", /^\s*(?:void\s*\(?\s*0?\s*\)?|\/\/|#)?\s*;?\s*$/],
    ["exponential, by a repetition of a repetition", /^(?:a+)+$/],
    ["exponential, by two alternatives that take the same", /^(?:\w|[a-f])*!$/],
    ["exponential, by words of several letters", /^(?:\w{4,}\s?)+$/],
    ["exponential, by an optional separator", /^(?:\d+,?)+$/],
    ["exponential, with each match within a lookahead", /^(?=(?:[a-z]+\.?)+$)/],
    ["a cube", /^\s*\n?\s*\n?\s*x/],
    ["a search that begins again at each `/`", /\/:.*$/],
    ["a search that begins again at each opener", /<!--[^]*?-->/],
    ["lines of blanks", /^\s*(?:From |To )/im],
    ["a part of a class before the class", /^([\p{L}._-]+)[^\p{L}]+$/u],
    ["a class of sets", /[[\p{L}\d]--[a-f]]+@/v],
    ["two repetitions around a dot", /^[^\s/]+\.[^\s/]+\/$/],
    ["words before an at sign", /[^\s@]+@[^\s@]+/g],
    ["a short match where a long one is tried first, again and again", /a+c|a/g],
    ["a lookbehind over the whole text", /(?<=^x.*)y/s],
    ["a reference", /^(a*)\1*b/],
    ["a program within a path", /\b(?:cmd|excel\\?[^\s]*\.\.)(?:\.exe)?\b/i]
  ])("%s: %s", (_, { flags, source }) => {
    expect(findSlowText(source, flags)).not.toBeNull()
  })
})

describe("linear expressions are accepted", () => {
  it.each([
    ["a search for the last blanks that begins at their first", /^[ \t]+|(?<![ \t])[ \t]+$/g],
    ["blanks each behind a sign", /^(?:void(?:\s*\()?(?:\s*0)?(?:\s*\))?(?:\s*;)?|(?:\/\/|#)(?:\s*;)?|;)?$/],
    ["a repetition that is short", /\s{0,20}=\s{0,20}x/],
    ["a name and what is no name", /^([\p{L}._-]+)(?:[^\p{L}._-][^\p{L}]*|[._-])$/u],
    ["all to the end", /\/:.*$/s],
    ["tried at one place", /[ \t]*;/y],
    ["nothing that repeats", /^(?:a|b|c)?d$/],
    ["one class", /[\p{L}\p{N}]+/gu]
  ])("%s: %s", (_, { flags, source }) => {
    expect(findSlowText(source, flags)).toBeNull()
  })

  it("for texts whose length the code limits", () => {
    expect(findSlowText("[ \\t]+$", "")).not.toBeNull()
    expect(findSlowText("[ \\t]+$", "", 400)).toBeNull()
  })
})

describe("recheck", () => {
  const pattern = ({ flags, source }: RegExp) => ({ file: "a.ts", line: 1, source, flags })

  it("rejects the two expressions that were slow once", async () => {
    for (const slow of [/^[ \t]+|[ \t]+$/g, /^\s*(?:void\s*\(?\s*0?\s*\)?|\/\/|#)?\s*;?\s*$/]) {
      expect(await findObjection(pattern(slow), "pure")).toMatch(/^a\.ts:1 .*polynomial/)
    }
    expect(await findObjection(pattern(/^a+$/), "pure")).toBeNull()
  })

  it("has no recorded result for a new expression", () => {
    expect(findUnchecked([pattern(/a new expression [x-y]*/)])).toHaveLength(1)
  })
})

describe("expressions are collected", () => {
  const files: Readonly<Record<string, string>> = {
    "core/parts/Part.ts": "export const part = \"x+\"\nexport const whole = new RegExp(part)\n"
  }
  const load = (file: string) => parseModule(file, files[file])
  const found = (text: string, samples = {}) => {
    const { patterns, unknown } = collectPatterns({
      module: parseModule("core/A.ts", text),
      samples: { "core/A.ts": samples },
      load
    })
    return [...patterns.map(({ flags, line, source }) => `${line}: /${source}/${flags}`), ...unknown]
  }

  it.each([
    ["from literals, wherever they stand", "\nconst f = (a = /b+/gi) => a.split(/\\s/)", ["2: /b+/gi", "2: /\\s/"]],
    ["from texts", "new RegExp(\"a\\\\.b\", \"g\")", ["1: /a\\.b/g"]],
    ["without `new`", "RegExp(\"a\")", ["1: /a/"]],
    ["from templates and sums of constants", "const a = \"b\"\nnew RegExp(`${a}+` + \"c\", \"u\")", ["2: /b+c/u"]],
    ["from raw templates", "const a = String.raw`\\s`\nnew RegExp(String.raw`\\d${a}`)", ["2: /\\d\\s/"]],
    ["from lists", "const all = [\"a\", \"b\"].join(\"|\")\nnew RegExp(all)", ["2: /a|b/"]],
    ["from sources of others", "const a = /b/\nnew RegExp(`${a.source}+`)", ["1: /b/", "2: /b+/"]],
    [
      "from imported constants",
      "import { part as p, whole } from \"./parts/Part.ts\"\nnew RegExp(`${p}${whole.source}`)",
      ["2: /x+x+/"]
    ],
    ["from texts that are matched", "\"a\".match(\"b+\")", ["1: /b+/g"]],
    ["and unknown ones are told", "const f = (a) => new RegExp(`^${a}`)", ["core/A.ts: new RegExp(`^${a}`)"]],
    ["and unknown flags are told", "const f = (a) => new RegExp(\"b\", a)", ["core/A.ts: new RegExp(\"b\", a)"]]
  ])("%s", (_, text, expected) => expect(found(text)).toEqual(expected))

  it("with samples for unknown values", () => {
    expect(found("const f = (a) => new RegExp(`^${a}`)", { a: "b" })).toEqual(["1: /^b/"])
  })
})
