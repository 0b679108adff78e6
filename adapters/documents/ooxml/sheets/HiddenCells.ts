import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import type { Visibility } from "../../excel/Sheets.ts"
import type { Budget } from "../../reading/Budget.ts"
import type { Findings } from "../../reading/Findings.ts"
import { readXml } from "../../xml/ReadXml.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import type { OoxmlPackage, Part } from "../package/OoxmlPackage.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"
import { isSharedStrings, sharedTexts } from "./SheetLinks.ts"

/** Maximum size in bytes of a sheet, or of the shared strings, that is read for hidden cells. */
export const hiddenSheetBytesMax = 2 * 1024 * 1024
/** Maximum hidden sheets that are read per workbook. */
export const hiddenSheetsMax = 16
/** Maximum cells with shared strings that are read per workbook. */
export const hiddenCellsMax = 10_000

/** Notices whether a worksheet hides rows or columns. */
export class HiddenLines implements PartCollector {
  isAny = false

  selects({ local }: XmlName): boolean {
    return local === "row" || local === "col"
  }

  open({ local }: XmlName, attributes: XmlAttributes): void {
    if ((local === "row" || local === "col") && isOn(attributes.get("hidden"))) this.isAny = true
  }

  close(): void {
    // Only attributes count.
  }

  text(): void {
    // Only attributes count.
  }
}

/** A sheet and whether the workbook hides it. */
interface NamedSheet {
  readonly part: Part
  readonly visibility: Visibility
}

/**
 * Adds the text of hidden sheets, rows and columns of a workbook (ECMA-376 part 1, 18.2.19, 18.3.1.13 and 18.3.1.73). Reads
 * hidden sheets, and visible ones that hide rows or columns.
 */
export const addHiddenCells = (
  ooxml: OoxmlPackage,
  sheets: ReadonlyArray<NamedSheet>,
  budget: Budget,
  findings: Findings
): void => {
  const small = sheets.filter(({ part }) => part.entry.claimedBytes <= hiddenSheetBytesMax).slice(0, hiddenSheetsMax)
  const read = small.map(({ part, visibility }) => ({
    part,
    cells: hiddenCells(ooxml.archive.read(part.entry).bytes, visibility !== "visible", budget)
  }))
  const numbers = new Set(read.flatMap(({ cells }) => cells.shared).slice(0, hiddenCellsMax))
  const shared = new Map<number, string>()
  for (const part of ooxml.parts) {
    if (numbers.size === 0 || !isSharedStrings(part) || part.entry.claimedBytes > hiddenSheetBytesMax) continue
    for (const [number, text] of sharedTexts(ooxml.archive.read(part.entry).bytes, numbers, budget)) {
      shared.set(number, text)
    }
  }
  for (const { cells, part } of read) {
    const text = [...cells.shared.map((number) => shared.get(number) ?? ""), ...cells.inline].join("\n").trim()
    if (text === "") continue
    findings.add({
      kind: "hidden text",
      how: "a hidden sheet, row or column",
      text: text.slice(0, textCharsMax),
      where: part.name
    })
  }
}

interface Cells {
  /** Indexes of shared strings. */
  readonly shared: ReadonlyArray<number>
  readonly inline: ReadonlyArray<string>
}

/** Returns the strings of the cells that are not shown. */
const hiddenCells = (sheet: Uint8Array, isSheetHidden: boolean, budget: Budget): Cells => {
  const shared: Array<number> = []
  const inline: Array<string> = []
  const columns: Array<readonly [first: number, last: number]> = []
  let [isRowHidden, isShared, isText, isCellHidden] = [false, false, false, false]
  let buffer = new TextBuffer(textCharsMax)
  readXml(sheet, {
    open: ({ local }, attributes) => {
      if (local === "col" && isOn(attributes.get("hidden")) && columns.length < columnRangesMax) {
        columns.push([Number(attributes.get("min") ?? 0), Number(attributes.get("max") ?? 0)])
      } else if (local === "row") isRowHidden = isOn(attributes.get("hidden"))
      else if (local === "c") {
        const column = columnOf(attributes.get("r") ?? "")
        isCellHidden = isSheetHidden || isRowHidden ||
          columns.some(([first, last]) => column >= first && column <= last)
        isShared = attributes.get("t") === "s"
        buffer = new TextBuffer(textCharsMax)
      } else if (local === "v" || local === "t") isText = isCellHidden
    },
    close: ({ local }) => {
      if (local === "v" || local === "t") isText = false
      if (local !== "c" || !isCellHidden) return
      const text = buffer.toString().trim()
      if (text === "" || shared.length + inline.length >= hiddenCellsMax) return
      if (isShared) shared.push(Number(text))
      // A number is not a text.
      else if (!/^[-+\d.,eE\s]+$/.test(text)) inline.push(text)
    },
    text: (text) => {
      if (isText) buffer.add(text)
    }
  }, budget)
  return { shared, inline }
}

/** Maximum ranges of hidden columns that are examined. */
const columnRangesMax = 64

const isOn = (value: string | undefined): boolean => value === "1" || value === "true"

/** Returns the one-based number of the column in a cell reference such as `AB12`; 0 if there is none. */
const columnOf = (reference: string): number => {
  let column = 0
  for (const letter of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "") column = column * 26 + letter.charCodeAt(0) - 64
  return column
}
