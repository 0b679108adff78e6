import * as fc from "fast-check"
import { deflateSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import {
  dictionaryValueCost,
  manyElementsMin,
  manyElementValueCost,
  manyEntryValueCost
} from "../../../../../adapters/documents/pdf/objects/PdfLexer.ts"
import {
  linearSearchEntriesMax,
  PdfDictionary,
  PdfName,
  PdfString,
  type PdfValue
} from "../../../../../adapters/documents/pdf/objects/PdfValue.ts"
import { Budget, stringBytesMax } from "../../../../../adapters/documents/reading/Budget.ts"
import { runs } from "../../../../support/TestRun.ts"
import { locked, openToAll } from "../EncryptedPdfs.ts"

const fileOf = (content: string | Uint8Array, budget = new Budget()): PdfFile =>
  new PdfFile(typeof content === "string" ? Buffer.from(content, "latin1") : content, budget)

const entry = (value: PdfValue | undefined, key: string): PdfValue =>
  value instanceof PdfDictionary ? value.get(key) ?? null : null

const textOf = (value: PdfValue): string | null =>
  value instanceof PdfString
    ? Buffer.from(value.bytes).toString("latin1")
    : value instanceof PdfName
    ? value.text
    : null

/** Returns all scripts of a file, in any object. */
const scriptsOf = (file: PdfFile): ReadonlyArray<string> =>
  file.objects.flatMap(({ value }) => textOf(file.resolve(entry(value, "JS"))) ?? [])

const streamOf = (file: PdfFile, number: number): string | null => {
  const object = file.latestOf(number)
  const decoded = object === undefined ? null : file.streamOf(object)
  return decoded === null ? null : Buffer.from(decoded.bytes).toString("latin1")
}

const objectStream = (number: number, objects: Readonly<Record<number, string>>, more = ""): string => {
  const texts = Object.values(objects)
  const heads = Object.keys(objects).map((key, at) =>
    `${key} ${texts.slice(0, at).join(" ").length + (at > 0 ? 1 : 0)}`
  )
  const head = `${heads.join(" ")} `
  const content = deflateSync(head + texts.join(" ")).toString("latin1")
  return `${number} 0 obj <</Type/ObjStm/N ${texts.length}/First ${head.length}/Filter/FlateDecode/Length ${content.length}` +
    `${more}>>stream\n${content}\nendstream endobj\n`
}

describe("an encrypted file", () => {
  it.each(openToAll)("is read if it opens without a password: %s", (_, bytes) => {
    const file = fileOf(bytes)
    expect(file.encryption).toBe("opened")
    expect(scriptsOf(file)).toEqual(["app.launchURL('https://example.org/')"])
    const contents = file.objects.map((object) => file.streamOf(object)).filter((stream) => stream !== null)
    expect(contents.map(({ bytes }) => Buffer.from(bytes).toString("latin1"))).toContain("BT (Hi) Tj ET")
  })

  it("stays locked if it needs a password", () => {
    const file = fileOf(locked)
    expect([file.encryption, scriptsOf(file)]).toEqual(["locked", []])
  })

  it("hides nothing if it is wrongly marked as encrypted", () => {
    const file = fileOf(
      `1 0 obj <</Type/Catalog>> endobj ${objectStream(2, { 3: "<</S/JavaScript/JS(x)>>" })}` +
        "trailer <</Root 1 0 R/Encrypt<</Filter/Standard/V 5/R 6/O(o)/U(u)>>>>"
    )
    expect([file.encryption, scriptsOf(file)]).toEqual(["locked", ["x"]])
  })

  it("is not detected in stream data or comments", () => {
    const file = fileOf(
      "1 0 obj <</Length 60>>stream\ntrailer <</Encrypt<</Filter/Standard>>>> endobj 1 0 obj\nendstream endobj\n" +
        "trailer <</Root 1 0 R>>"
    )
    expect(file.encryption).toBe("none")
  })
})

describe("objects", () => {
  it("are found in every revision, regardless of the cross-reference table", () => {
    const file = fileOf("%PDF-1.4\n1 0 obj(old)endobj\n2 0 obj 5 endobj xref 0 0 trailer<<>>\n1 0 obj(new)endobj")
    expect(file.objects.map(({ value }) => textOf(value) ?? value)).toEqual(["old", 5, "new"])
    expect(textOf(file.latestOf(1)!.value)).toBe("new")
  })

  it.each<readonly [string, ReadonlyArray<number>]>([
    ["1 0 obj 1", [1]],
    ["1 0obj 1", [1]],
    ["01 00 obj 1", [1]],
    ["1\0\t0\f\r\nobj 1", [1]],
    ["7 1 0 obj 1", [1]],
    ["endobj 1 0 obj 1 endobj", [1]],
    ["x1 0 obj 1", [1]],
    ["obj 0 obj -1 0 obj 1", [1]],
    ["1 obj 1", []],
    ["", []]
  ])(
    "of %j have the numbers %j",
    (content, numbers) => expect(fileOf(content).objects.map(({ number }) => number)).toEqual(numbers)
  )

  it("in an object stream are found, and are replaced by later ones with the same number", () => {
    const contained = objectStream(5, { 1: "(contained)", 2: "<</A 1>>", 3: "[4 0 R]" })
    const before = fileOf(`1 0 obj(direct)endobj ${contained}`)
    expect(textOf(before.latestOf(1)!.value)).toBe("contained")
    expect(before.objects.filter(({ container }) => container === 5)).toHaveLength(3)
    const after = fileOf(`${contained} 1 0 obj(direct)endobj`)
    expect(textOf(after.latestOf(1)!.value)).toBe("direct")
    expect(after.objects.map(({ value }) => textOf(value))).toContain("contained")
  })

  it("can refer to one another, with a limit", () => {
    const file = fileOf(
      "1 0 obj 2 0 R endobj 2 0 obj 3 0 R endobj 3 0 obj 7 endobj 4 0 obj 5 0 R endobj 5 0 obj 4 0 R endobj"
    )
    expect(file.resolve(file.latestOf(1)!.value)).toBe(7)
    expect(file.resolve(file.latestOf(4)!.value)).toBe(null)
  })

  it("are limited in number", () => {
    const budget = new Budget(Infinity, { objectsMax: 100 })
    const file = fileOf("1 0 obj 1 endobj ".repeat(110), budget)
    expect([file.objects.length, budget.exhausted]).toEqual([100, ["objects"]])
  })
})

describe("an unclosed object", () => {
  it.each(["(", "<", "[", "<<", "<</A (", "(x) 3 0 obj (y) ["])("hides nothing after it: %s", (open) => {
    const file = fileOf(`1 0 obj ${open} endobj 2 0 obj (found) endobj trailer<</Info 2 0 R>>`)
    expect(textOf(file.latestOf(2)!.value)).toBe("found")
    expect(textOf(file.trailerEntry("Info"))).toBe("found")
  })

  it.each(["1 0 obj(", "1 0 obj<", "trailer<<"])(
    "is re-read from within a limited number of times: %s",
    (open) => {
      const budget = new Budget(Infinity, { lexedBytesMax: 200_000, valuesMax: 10_000 })
      fileOf(`${open} `.repeat(1_000), budget)
      expect(budget.exhausted.some((limit) => limit === "lexed bytes" || limit === "values")).toBe(true)
    }
  )

  it("is kept up to a limit of values", () => {
    const valuesMax = manyElementsMin + 1_000
    const budget = new Budget(Infinity, { valuesMax })
    const [object] = fileOf(`1 0 obj[${"1 ".repeat(valuesMax + 9)}]endobj`, budget).objects
    expect(object?.value).toHaveLength(
      manyElementsMin + Math.floor((valuesMax - manyElementsMin) / manyElementValueCost)
    )
    expect(budget.exhausted).toContain("values")
  })

  it("is kept up to a limit of entries, which cost more in large dictionaries", () => {
    const valuesMax = 10_000
    const entriesMax = linearSearchEntriesMax +
      Math.floor((valuesMax - dictionaryValueCost - linearSearchEntriesMax) / manyEntryValueCost)
    const dictionaryOf = (count: number, budget: Budget) => {
      const entries = Array.from({ length: count }, (_, at) => `/K${at} 1`).join("")
      return fileOf(`1 0 obj<<${entries}>>endobj`, budget).objects[0]?.value as PdfDictionary
    }
    const [budget, within] = [new Budget(Infinity, { valuesMax }), new Budget()]
    expect(dictionaryOf(entriesMax + 9, budget).size).toBe(entriesMax)
    expect(budget.exhausted).toContain("values")
    const whole = dictionaryOf(10_000, within)
    expect([whole.size, whole.get("K9999"), whole.get("K10000"), within.exhausted]).toEqual([10_000, 1, undefined, []])
  })

  it("is kept up to a byte limit", () => {
    const budget = new Budget()
    const [object] = fileOf(`1 0 obj(${"a".repeat(stringBytesMax + 9)})endobj`, budget).objects
    expect((object!.value as PdfString).bytes.length).toBe(stringBytesMax + 1)
    expect(budget.exhausted).toEqual(["strings"])
    const within = new Budget()
    fileOf(`1 0 obj(${"a".repeat(stringBytesMax)})endobj`, within)
    expect(within.exhausted).toEqual([])
  })
})

describe("a stream", () => {
  const holding = (dictionary: string, body: string) => `1 0 obj <<${dictionary}>> stream\n${body} endobj`

  it.each<readonly [string, string, string]>([
    ["has the length that is given", holding("/Length 3", "abc\nendstream"), "abc"],
    ["may hold the word for its end", holding("/Length 17", "a endstream b obj\nendstream"), "a endstream b obj"],
    ["ends at the word when the length is wrong", holding("/Length 99", "abc\r\nendstream"), "abc"],
    ["ends at the word when there is no length", holding("", "abcendstream"), "abc"],
    ["ends with its object without that word", holding("/Length 99", "abc"), "abc "],
    ["ends with the file", "1 0 obj <<>> stream\nabc", "abc"],
    [
      "has a length that stands elsewhere",
      `${holding("/Length 2 0 R", "a endstream\nendstream")} 2 0 obj 11 endobj`,
      "a endstream"
    ],
    ["begins after any line end", "1 0 obj<</Length 1>>stream\rx\nendstream", "x"],
    ["is hexadecimal", holding("/Filter/ASCIIHexDecode", "61 62>endstream"), "ab"],
    [
      "has filters that stand elsewhere",
      `${holding("/Filter 2 0 R", "6162>endstream")} 2 0 obj [3 0 R] endobj 3 0 obj /AHx endobj`,
      "ab"
    ]
  ])("%s", (_, content, expected) => expect(streamOf(fileOf(content), 1)).toBe(expected))

  it("of a picture is skipped", () => {
    expect(streamOf(fileOf(holding("/Filter/DCTDecode/Length 3", "abc\nendstream")), 1)).toBe(null)
  })

  it("cannot hide an object that a cross-reference table may point to", () => {
    const file = fileOf(
      "1 0 obj(outside)endobj 2 0 obj<<>>stream\n1 0 obj(inside)endobj 3 0 obj(only)endobj\nendstream"
    )
    expect(file.objects.map(({ value }) => textOf(value)).filter((text) => text !== null)).toEqual([
      "outside",
      "inside",
      "only"
    ])
    expect([1, 3].map((number) => textOf(file.latestOf(number)!.value))).toEqual(["outside", "only"])
  })

  it("cannot hide an object after it, even with many unterminated streams", () => {
    const file = fileOf(`${"1 0 obj<<>>stream\nendobj ".repeat(20_000)} 2 0 obj (found) endobj`)
    expect(textOf(file.latestOf(2)!.value)).toBe("found")
  })
})

it("never throws on arbitrary bytes or on a changed file", () => {
  const pieces = fc.constantFrom(
    "1 0 obj",
    "endobj",
    "<<",
    ">>",
    "/Type/ObjStm",
    "/N 3/First 9",
    "/Length 2 0 R",
    "stream\n",
    "endstream",
    "trailer",
    "/Encrypt 1 0 R",
    "/Filter/FlateDecode",
    "2 0 R",
    "("
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 4 })), { maxLength: 40 }), (parts) => {
      const file = fileOf(parts.join(" "))
      for (const object of file.objects) file.streamOf(object)
    }),
    runs(250)
  )
  const changes = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(fc.constantFrom(...openToAll), changes, ([, original], edits) => {
      const bytes = Uint8Array.from(original)
      for (const [at, value] of edits) bytes[at % bytes.length] = value
      const file = fileOf(bytes)
      for (const object of file.objects) file.streamOf(object)
    }),
    runs(200)
  )
})
