import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, describe, expect, it } from "vitest"
import { authoredSource, heldOutSource } from "../../../scripts/spam/LabeledMessage.ts"
import { readAuthored, readCorpus, UnreadableMessage } from "../../../scripts/spam/ReadMessages.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-messages-"))
afterAll(() => rmSync(folder, { recursive: true }))

let count = 0
const folderWith = (files: Readonly<Record<string, string | Uint8Array>>): string => {
  const own = join(folder, String(count++))
  mkdirSync(own)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text)
  return own
}

const line = (fields: object) => JSON.stringify({ t: "a text", y: 0, src: "set", lang: "en", g: null, ...fields })

describe("reading labeled messages", () => {
  it("reads plain and compressed files in the order of their names", () => {
    const own = folderWith({
      "b.jsonl": `${line({ t: "third", g: "video" })}\n`,
      "a.jsonl.gz": gzipSync(`${line({ t: "first", y: 1 })}\n\n${line({ t: "second" })}`),
      "notes.txt": "not read"
    })
    expect(readCorpus(own).map(({ group, spam, text }) => [text, spam, group])).toEqual([
      ["first", true, null],
      ["second", false, null],
      ["third", false, "video"]
    ])
  })

  it.each([
    ["{", "no JSON"],
    ["[]", "t: a text is needed"],
    ["7", "no JSON object"],
    [line({ t: "  " }), "t: a text is needed"],
    [line({ y: "1" }), "y: 1 for spam or 0 for ordinary is needed"],
    [line({ src: null }), "src: the name of the data set is needed"]
  ])("reports the file and the line of %s", (bad, why) => {
    const own = folderWith({ "x.jsonl": `${line({})}\n${bad}\n` })
    expect(() => readCorpus(own)).toThrow(new UnreadableMessage(join(own, "x.jsonl"), 2, why))
  })

  it("reports invalid UTF-8, invalid gzip, a missing folder and an empty one", () => {
    expect(() => readCorpus(folderWith({ "x.jsonl": Uint8Array.of(0xff, 0xfe) }))).toThrow(UnreadableMessage)
    expect(() => readCorpus(folderWith({ "x.jsonl.gz": "plain" }))).toThrow(UnreadableMessage)
    expect(() => readCorpus(join(folder, "away"))).toThrow("no such folder")
    expect(() => readCorpus(folderWith({}))).toThrow("no .jsonl")
  })
})

describe("reading the project's own messages", () => {
  it("reads columns, comments and line breaks", () => {
    const own = folderWith({
      "en.tsv": "# label\tlanguage\nham\ten\tquote\tHello,\\nhow much?\r\nspam\tde\tseo\tSEO!\n"
    })
    expect(readAuthored(own, heldOutSource)).toEqual([
      { text: "Hello,\nhow much?", spam: false, source: "heldout", language: "en", group: "en", topic: "quote" },
      { text: "SEO!", spam: true, source: "heldout", language: "de", group: "en", topic: "seo" }
    ])
  })

  it("returns nothing if there is no folder", () => {
    expect(readAuthored(join(folder, "away"), authoredSource)).toEqual([])
  })

  it.each([
    ["maybe\ten\tx\ttext", "spam or ham is needed"],
    ["constructor\ten\tx\ttext", "spam or ham is needed"],
    ["ham\tEnglish\tx\ttext", "ISO 639-1"],
    ["ham\ten\tA topic\ttext", "kebab-case"],
    ["ham\ten\tx", "a text is needed"],
    ["ham\ten\tx\ttext\tmore", "more than four columns"]
  ])("reports the file and the line of %j", (bad, why) => {
    const own = folderWith({ "en.tsv": `# first\n${bad}\n` })
    expect(() => readAuthored(own, authoredSource)).toThrow(`${join(own, "en.tsv")}:2: `)
    expect(() => readAuthored(own, authoredSource)).toThrow(why)
  })
})
