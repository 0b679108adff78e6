import { encodeQR } from "qr"
import { describe, expect, it } from "vitest"
import {
  gridSideMax,
  isDarkColor,
  readLetterCodes,
  TableCells,
  tableDepthMax
} from "../../../../adapters/documents/images/CellCodes.ts"
import { readDocument } from "../../../../adapters/documents/ReadDocument.ts"
import { Budget } from "../../../../adapters/documents/reading/Budget.ts"
import { makeOoxml } from "../ooxml/MakeOoxml.ts"

const address = "https://evil.example/login"
const modules = encodeQR(address, "raw", { border: 2, ecc: "medium" })

const linksOf = (bytes: Uint8Array | string): ReadonlyArray<string> =>
  (readDocument(Buffer.from(bytes), new Budget())?.facts ?? []).flatMap((fact) =>
    fact.kind === "link" && fact.from === "qr" ? [fact.url] : []
  )

const lines = (rows: ReadonlyArray<ReadonlyArray<boolean>>, dark: string, blank: string): string =>
  rows.map((row) => row.map((isDark) => isDark ? dark : blank).join("")).join("\n")

/** Returns the code with two rows of modules per line. */
const halfBlocks = (isInverted: boolean): string =>
  modules.flatMap((row, y) =>
    y % 2 === 1 ? [] : [
      row.map((isDark, x) => {
        const [upper, lower] = [isDark !== isInverted, (modules[y + 1]?.[x] ?? false) !== isInverted]
        return upper ? lower ? "\u2588" : "\u2580" : lower ? "\u2584" : " "
      }).join("")
    ]
  ).join("\n")

describe("a QR code in letters", () => {
  it.each([
    ["half blocks", halfBlocks(false)],
    ["half blocks on a dark ground", halfBlocks(true)],
    ["two full blocks per module", lines(modules, "\u2588\u2588", "  ")],
    ["two full blocks per module, with other blanks", lines(modules, "\u2588\u2588", "\u00a0\u2591")],
    ["square symbols", lines(modules, "\u2b1b", "\u2b1c")]
  ])("is read from %s", (_, text) => {
    expect(readLetterCodes(text)).toEqual([address])
    expect(readLetterCodes(`Scan this:\n${text}\nThank you`)).toEqual([address])
  })

  it("is read from messages, pages and documents", () => {
    const text = halfBlocks(false)
    expect(linksOf(`From: a@b.example\r\nContent-Type: text/plain; charset=utf-8\r\n\r\nScan:\r\n${text}\r\n`)).toEqual(
      [
        address
      ]
    )
    expect(linksOf(`<html xmlns:o="urn:schemas-microsoft-com:office:office"><pre>${text}</pre></html>`)).toEqual([
      address
    ])
    const paragraphs = text.split("\n").map((line) => `<w:p><w:r><w:t xml:space="preserve">${line}</w:t></w:r></w:p>`)
    expect(linksOf(wordOf(paragraphs.join("")))).toEqual([address])
  })

  it("is not read from a frame, a progress bar or too many lines", () => {
    expect(readLetterCodes("\u2588\u2588\u2588\u2588 80 %")).toEqual([])
    expect(readLetterCodes(Array.from({ length: 30 }, () => "\u2588".repeat(60)).join("\n"))).toEqual([])
    expect(readLetterCodes(`${"\u2588 \n".repeat(gridSideMax)}${halfBlocks(false)}`)).toEqual([])
  })
})

const wordOf = (body: string): Uint8Array =>
  makeOoxml({
    mainContent:
      `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`
  })

describe("a QR code in the cells of a table", () => {
  const html = (cell: (isDark: boolean) => string) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><table>${
      modules.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("")
    }</table></html>`

  it.each([
    ["bgcolor", html((isDark) => `<td bgcolor=${isDark ? "black" : "white"}></td>`)],
    ["style", html((isDark) => `<td style="width:3px;background-color: ${isDark ? "#001" : "#ffffff"}"></td>`)],
    ["rgb", html((isDark) => isDark ? `<td style="background:rgb(0, 0, 0)">` : "<td>")],
    ["th", html((isDark) => isDark ? `<th bgcolor="#000000">` : "<th>")]
  ])("is read from a page: %s", (_, page) => expect(linksOf(page)).toEqual([address]))

  it("is read from a page that spans cells over equal modules", () => {
    const runs = (row: ReadonlyArray<boolean>) =>
      row.flatMap((isDark, x) => {
        if (row[x - 1] === isDark) return []
        const end = row.findIndex((other, at) => at > x && other !== isDark)
        return [`<td colspan=${(end < 0 ? row.length : end) - x} bgcolor=${isDark ? "#000" : "#fff"}>`]
      }).join("")
    expect(linksOf(
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><table><tr><td><table>${
        modules.map((row) => `<tr>${runs(row)}`).join("")
      }</table></table></html>`
    )).toEqual([address])
  })

  it("is read from Word", () => {
    const cell = (isDark: boolean, span = "") =>
      `<w:tc><w:tcPr>${span}<w:shd w:val="clear" w:fill="${
        isDark ? "000000" : "auto"
      }"/></w:tcPr><w:p><w:r><w:rPr><w:shd w:fill="FFFFFF"/></w:rPr></w:r></w:p></w:tc>`
    const rows = modules.map((row) => `<w:tr>${row.map((isDark) => cell(isDark)).join("")}</w:tr>`).join("")
    expect(linksOf(wordOf(`<w:tbl>${rows}</w:tbl>`))).toEqual([address])
    const striped = modules.map((row) => `<w:tr>${row.map(() => cell(false)).join("")}</w:tr>`).join("")
    expect(linksOf(wordOf(`<w:tbl>${striped}</w:tbl>`))).toEqual([])
  })

  it("is not read from tables of other sizes, or nested too deeply", () => {
    const read = (rows: ReadonlyArray<ReadonlyArray<boolean>>, depth: number) => {
      const cells = new TableCells()
      for (let level = 0; level < depth; level++) cells.openTable()
      for (const row of rows) {
        cells.openRow()
        for (const isDark of row) cells.addCell(isDark)
      }
      for (let level = 0; level < depth; level++) cells.closeTable()
      cells.closeTable()
      return cells.readCodes()
    }
    expect(read(modules, 1)).toEqual([address])
    expect(read(modules, tableDepthMax)).toEqual([address])
    expect(read(modules, tableDepthMax + 1)).toEqual([])
    expect(read(modules.slice(0, 20), 1)).toEqual([])
    expect(read([...modules, ...Array.from({ length: gridSideMax }, () => [true])], 1)).toEqual([])
  })
})

it.each([
  ["black", true],
  ["#000", true],
  ["1F3864", true],
  ["rgb(20,20,20)", true],
  ["rgba( 0, 0, 0, 1)", true],
  ["DarkBlue", true],
  ["white", false],
  ["#eee", false],
  ["auto", false],
  ["rgb(200 200 200)", false],
  ["#12", false],
  ["", false]
])("%j is dark: %j", (color, isDark) => expect(isDarkColor(color)).toBe(isDark))
