import { describe, expect, it } from "vitest"
import type { FileFacts } from "../../../../core/documents/facts/DocumentFacts.ts"
import type { EmbeddedFile, Fact } from "../../../../core/documents/facts/Fact.ts"
import type { FileKind } from "../../../../core/documents/facts/FileKind.ts"
import { judgeDocument } from "../../../../core/documents/judge/JudgeDocument.ts"
import { scoreOf } from "../../../../core/documents/reasons/Finding.ts"
import { documentRatings } from "../../../../core/scoring/Bands.ts"

const file = (name: string, more: Partial<FileFacts> = {}): FileFacts => ({
  name,
  otherNames: [],
  as: "attachment",
  where: "object 1",
  bytes: 1,
  kind: "other",
  unread: null,
  document: null,
  files: [],
  ...more
})

const judge = (files: ReadonlyArray<FileFacts>, facts: ReadonlyArray<Fact> = []) =>
  judgeDocument({ type: "pdf", facts, files })

const worst = (...files: ReadonlyArray<FileFacts>): string => {
  const [first] = judge(files).findings.toSorted((a, b) => b.penalty - a.penalty)
  return first === undefined ? "" : `${first.code} ${first.penalty}`
}

const runnable = "EMBEDDED_EXECUTABLE 65"
const attached = "EMBEDDED_FILE 4"

describe("the name of an attached file", () => {
  it.each([
    "setup.exe",
    "SETUP.EXE",
    "a.exe.",
    "a.exe  ",
    "a.scr",
    "a.js",
    "a.lnk",
    "a.iso",
    "a.hta",
    "a.url",
    "a.vbs",
    "a.settingcontent-ms",
    "folder/a.cmd",
    "invoice.pdf.exe",
    "invoice.docx .js",
    "photo.jpg                .exe",
    "photo.jpg                .txt",
    "photo\u202egpj.exe",
    "photo\u202ejs.pdf",
    "\u2066a.pdf"
  ])("%j names a program or hides its extension", (name) => expect(worst(file(name))).toBe(runnable))

  it.each([
    "a.pdf",
    "a.txt",
    "exe",
    "a.exe.txt",
    "report.pdf.zip",
    "v1.2 notes.docx",
    "a.docx.pdf",
    "setup.exe/a.txt",
    ""
  ])(
    "%j does neither",
    (name) => expect(worst(file(name))).toBe(attached)
  )

  it("is checked under each of its names, except in a package, where programs choose names", () => {
    expect(worst(file("a.txt", { otherNames: ["C:\\tmp\\a.exe"] }))).toBe(runnable)
    expect(worst(file("a.txt", { as: "ole package", otherNames: ["a.bat"] }))).toBe(runnable)
    expect(worst(file("word/a.js", { as: "package part" }))).toBe("")
  })
})

describe("the type of a file", () => {
  it.each<readonly [FileKind, EmbeddedFile["as"], string]>([
    ["program", "attachment", runnable],
    ["program", "ole package", runnable],
    ["program", "package part", runnable],
    ["program", "ole object", runnable],
    ["program", "form", runnable],
    ["shortcut", "attachment", runnable],
    ["script", "attachment", runnable],
    ["html", "attachment", "EMBEDDED_EXECUTABLE 20"],
    ["html", "package part", ""],
    ["picture", "attachment", attached],
    ["picture", "ole package", "OLE_PACKAGE 8"],
    ["other", "ole object", ""],
    ["archive", "attachment", attached]
  ])("%s, as %s: %j", (kind, as, is) => expect(worst(file("a", { as, kind }))).toBe(is))
})

describe("an unread file", () => {
  const unread = "a RAR archive"

  it.each<EmbeddedFile["as"]>(["attachment", "ole package", "ole object", "package part", "decrypted", "form"])(
    "as %s is at most a warning, and is named",
    (as) => {
      const { findings } = judge([file("a.dat", { as, unread })])
      expect(findings).toContainEqual({
        code: "UNREAD_CONTENT",
        penalty: 20,
        message: "The file a.dat was not scanned because it is a RAR archive",
        where: "object 1"
      })
      expect(documentRatings.nameOf(scoreOf(findings))).toBe("warn")
    }
  )

  it("in an attached document is reported as unread and as nothing else", () => {
    const inner = file("b.doc", { document: { type: "ole2", facts: [], files: [file("a.dat", { unread })] } })
    const codes = judge([inner]).findings.map(({ code }) => code)
    expect(codes).toEqual(["EMBEDDED_FILE", "UNREAD_CONTENT"])
  })

  it("hides no danger", () => {
    expect(worst(file("a.exe", { unread }))).toBe(runnable)
  })
})

describe("an archive", () => {
  const archive = (...files: ReadonlyArray<FileFacts>) => file("a.zip", { kind: "archive", files })
  const within = (name: string) => file(name, { as: "package part" })

  it("is dangerous if it contains programs", () => {
    expect(worst(archive(file("read me.txt"), file("bin/setup.exe")))).toBe(runnable)
    expect(worst(archive(file("invoice.pdf.js")))).toBe(runnable)
    expect(worst(archive(archive(file("setup.exe"))))).toBe(runnable)
    expect(worst(archive(file("a.txt"), file("b/c.pdf")))).toBe(attached)
    expect(worst(archive(within("setup.txt")))).toBe(attached)
  })
})

describe("a document within a document", () => {
  const launching: Fact = {
    kind: "action",
    action: { kind: "Launch", trigger: "open", target: "a.exe", script: null },
    where: "object 7"
  }
  const script: Fact = {
    kind: "action",
    action: { kind: "JavaScript", trigger: "open", target: null, script: "1" },
    where: "object 8"
  }
  const inner = (facts: ReadonlyArray<Fact>, more: Partial<FileFacts> = {}): FileFacts =>
    file("inner.pdf", { kind: "pdf", document: { type: "pdf", facts, files: [] }, ...more })
  const nested = (one: FileFacts): FileFacts =>
    file("middle.pdf", { kind: "pdf", document: { type: "pdf", facts: [], files: [one] } })

  it.each<readonly [string, FileFacts, string]>([
    ["that blocks", inner([launching]), "EMBEDDED_ACTIVE_DOCUMENT 40"],
    ["that warns", inner([script]), "EMBEDDED_ACTIVE_DOCUMENT 20"],
    ["with nothing in it", inner([]), attached],
    ["in another, that blocks", nested(inner([launching])), "EMBEDDED_ACTIVE_DOCUMENT 40"],
    ["in another, that warns", nested(inner([script])), "EMBEDDED_ACTIVE_DOCUMENT 20"],
    ["in another, with a program", nested(file("a.exe")), "EMBEDDED_ACTIVE_DOCUMENT 40"],
    ["that is the document itself, decrypted", inner([launching], { as: "decrypted" }), "LAUNCH_ACTION 70"],
    ["that is a part of the text", inner([launching], { as: "alternative chunk" }), "LAUNCH_ACTION 70"],
    ["that grows without measure", inner([{ kind: "bomb", detail: "a", where: "b" }]), "RESOURCE_BOMB 60"],
    [
      "that was not read to the end",
      inner([{ kind: "cut off", limit: "a", where: "b" }]),
      "EMBEDDED_ACTIVE_DOCUMENT 20"
    ]
  ])("%s", (_, one, is) => expect(worst(one)).toBe(is))

  it("makes the rating at least as bad as its own, through nested attachments", () => {
    const rank = ["ok", "warn", "block"]
    const ratingOf = (one: FileFacts) => rank.indexOf(documentRatings.nameOf(scoreOf(judge([one]).findings)))
    for (const [facts, own] of [[[], 0], [[script], 1], [[launching], 2]] as const) {
      for (const one of [inner(facts), nested(inner(facts)), nested(nested(inner(facts)))]) {
        expect(ratingOf(one)).toBe(own)
      }
    }
  })

  it("contributes its macros, files and links to the whole", () => {
    const macro: Fact = { kind: "odf macro", language: "Basic", source: "", where: "a" }
    const link: Fact = { kind: "link", url: "https://example.com/", text: null, from: "annotation", where: "a" }
    expect(judge([nested(inner([macro, link]))])).toMatchObject({
      hasEmbeddedFiles: true,
      hasMacros: true,
      links: [{ href: "https://example.com/" }]
    })
    expect(judge([inner([macro], { as: "decrypted" })])).toMatchObject({ hasEmbeddedFiles: false, hasMacros: true })
    expect(judge([inner([])])).toMatchObject({ hasEmbeddedFiles: true, hasMacros: false, links: [] })
    expect(judge([])).toMatchObject({ hasEmbeddedFiles: false, hasMacros: false })
  })
})
