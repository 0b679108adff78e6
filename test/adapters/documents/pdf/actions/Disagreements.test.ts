import { describe, expect, it } from "vitest"
import { readPdf } from "../../../../../adapters/documents/pdf/ReadPdf.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { PdfWriter } from "../mutations/PdfParts.ts"

const script = "<</S/JavaScript/JS(app.alert\\(1\\))>>"

/** Builds a file with an object of number 2 that the table lists, and a later one that it does not list. */
const fileOf = (key: string, listed: string, unlisted: string): Uint8Array => {
  const writer = new PdfWriter().object(1, `<</Type/Catalog${key} 2 0 R>>`).object(2, listed)
  writer.add(`2 0 obj${unlisted}endobj\n`).table()
  return writer.bytes
}

const disagreementsIn = (bytes: Uint8Array) =>
  readPdf(bytes, new Budget()).facts.filter(({ kind }) => kind === "disagreement")

describe("viewers disagree in an action", () => {
  it.each([["listed", script, "null"], ["found", "null", script]])("that is only %s", (_, listed, unlisted) => {
    expect(disagreementsIn(fileOf("/OpenAction", listed, unlisted))).toEqual([
      { kind: "disagreement", detail: "/JavaScript", where: "object 2" }
    ])
  })

  it("with another effect", () => {
    const other = script.replace("1", "2")
    expect(disagreementsIn(fileOf("/OpenAction", script, other))).toHaveLength(1)
  })
})

describe("viewers agree", () => {
  it("in the same action", () => {
    expect(disagreementsIn(fileOf("/OpenAction", script, script))).toEqual([])
  })

  it("in a revision that a table lists", () => {
    const writer = new PdfWriter().object(1, "<</Type/Catalog/OpenAction 2 0 R>>").object(2, "null")
    const first = writer.table()
    writer.object(2, script).table(`/Root 1 0 R/Prev ${first}`, { first: false })
    expect(disagreementsIn(writer.bytes)).toEqual([])
  })

  it("in links on which a reader clicks", () => {
    expect(disagreementsIn(fileOf("/A", "<</S/URI/URI(https://a.example)>>", "null"))).toEqual([])
  })

  it("in a file without a table, whose last revision may be incomplete", () => {
    const file = Buffer.from(fileOf("/OpenAction", "null", script)).toString("latin1").replace(/xref[\s\S]*/, "")
    expect(disagreementsIn(Buffer.from(file, "latin1"))).toEqual([])
  })
})
