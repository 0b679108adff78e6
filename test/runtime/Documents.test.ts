import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { JudgedDocument } from "../../core/ports/DocumentReader.ts"
import { makeWorkbook } from "../adapters/documents/excel/MakeWorkbook.ts"
import { encryptAgile } from "../adapters/documents/office-crypto/EncryptPackage.ts"
import { encryptWorkbook, workbookCiphers } from "../adapters/documents/office-crypto/EncryptWorkbook.ts"
import { makeCompoundFile } from "../adapters/documents/ole/MakeCompoundFile.ts"
import { makeOoxml } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { locked, openToAll } from "../adapters/documents/pdf/EncryptedPdfs.ts"
import { disguises, makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { officeCases } from "../adapters/documents/reasons/OfficeCases.ts"
import { pdfCases } from "../adapters/documents/reasons/PdfCases.ts"
import { nodeRuntime, otherRuntimes, reportOf, type ScriptRuntime } from "./Runtimes.ts"

const launching = { 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }
const sheet = makeWorkbook([{ name: "S" }])
const reasons = [...pdfCases, ...officeCases]

/** A document for every reason, and every way to encrypt one. */
const documents: ReadonlyArray<readonly [string, Uint8Array]> = [
  ...reasons.map(({ code, penalty, raises }, at) => [`${code} ${penalty} ${at}`, raises] as const),
  ...openToAll.map(([name, bytes]) => [`PDF, ${name}`, bytes] as const),
  ["PDF, locked", locked],
  ...disguises.map((disguise) => [`PDF, ${disguise}`, makePdf(launching, disguise)] as const),
  ...workbookCiphers.map((cipher) =>
    [
      `XLS, ${cipher}`,
      makeCompoundFile({ Workbook: encryptWorkbook(sheet, cipher, "VelvetSweatshop") })
    ] as const
  ),
  ["OOXML, encrypted", encryptAgile(makeOoxml({}), "VelvetSweatshop")],
  ["damaged", new TextEncoder().encode("%PDF-1.7\n")]
]

interface Report {
  readonly answers: Readonly<Record<string, JudgedDocument | string>>
  readonly impatient: ReadonlyArray<string>
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-runtimes-"))
afterAll(() => rmSync(folder, { recursive: true }))

const reportOnce = (runtime: ScriptRuntime) =>
  reportOf<Report>(runtime, "DocumentsScript.ts", { args: [folder], millisMax: 90_000 })

const codesOf = (answer: JudgedDocument | string | undefined): ReadonlyArray<string> =>
  answer === undefined || typeof answer === "string" ? [] : answer.findings.map(({ code }) => code)

/** The first, ended for its time; two that waited for the thread after it; one without room. */
const impatient = [
  "RESOURCE_BOMB: Reading it takes more time than a document may",
  "LAUNCH_ACTION: cmd.exe is started by itself",
  "LAUNCH_ACTION: cmd.exe is started by itself",
  "ScannerBusy"
]

/** Three times at most: on a busy machine a thread that lets others go first may have no time even for a small document. */
const report = async (runtime: ScriptRuntime): Promise<Report> => {
  for (let tries = 1;; tries++) {
    const told = await reportOnce(runtime)
    if (tries === 3 || told.impatient.join() === impatient.join()) return told
  }
}

describe("scans in threads of their own", { timeout: 100_000 }, () => {
  let onNode: Report
  beforeAll(async () => {
    for (const [name, bytes] of documents) writeFileSync(join(folder, name), bytes)
    onNode = await report(nodeRuntime)
  }, 100_000)

  it("see on Node what is there", () => {
    const { answers } = onNode
    expect(Object.keys(answers)).toHaveLength(documents.length)
    expect(answers["damaged"]).toBe("UnreadableDocument")
    for (const [name] of openToAll) expect(codesOf(answers[`PDF, ${name}`]), name).toContain("JAVASCRIPT")
    for (const disguise of disguises) expect(codesOf(answers[`PDF, ${disguise}`])).toContain("LAUNCH_ACTION")
    for (const cipher of workbookCiphers) {
      expect(codesOf(answers[`XLS, ${cipher}`])).toContain("ENCRYPTED_DEFAULT_PASSWORD")
    }
    expect(codesOf(answers["PDF, locked"])).toContain("ENCRYPTED")
    expect(onNode.impatient).toEqual(impatient)
  })

  it.each(otherRuntimes("scans are"))(
    "say the same on $name, byte for byte, and end the thread that takes too long",
    async (runtime) => {
      const { answers, impatient: ended } = await report(runtime)
      for (const [name] of documents) expect(answers[name], name).toEqual(onNode.answers[name])
      expect(ended).toEqual(impatient)
    }
  )
})
