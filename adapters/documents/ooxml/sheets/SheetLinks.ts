import { factCharsMax } from "../../../../core/documents/facts/Fact.ts"
import type { Budget } from "../../reading/Budget.ts"
import { readXml } from "../../xml/ReadXml.ts"
import type { OoxmlPackage, Part } from "../package/OoxmlPackage.ts"
import { TextBuffer } from "../package/PartCollector.ts"
import type { LinkTexts } from "../text/LinkTexts.ts"

/** Adds the visible text to links of sheets. A link of a sheet only names its cell, so the sheet is read again. */
export const addCellTexts = (
  ooxml: OoxmlPackage,
  all: ReadonlyArray<{ readonly part: Part; readonly links: LinkTexts }>,
  budget: Budget
): void => {
  const sheets = all.filter(({ links, part }) => links.cells.size > 0 && isSmall(part))
  if (sheets.length === 0) return
  const read = sheets.map(({ links, part }) => ({
    links,
    texts: cellTexts(ooxml.archive.read(part.entry).bytes, new Set(links.cells.keys()), budget)
  }))
  const numbers = new Set(read.flatMap(({ texts }) => [...texts.values()].filter((text) => typeof text === "number")))
  const shared = new Map<number, string>()
  for (const part of ooxml.parts) {
    if (numbers.size === 0 || !isSharedStrings(part) || !isSmall(part)) continue
    for (const [number, text] of sharedTexts(ooxml.archive.read(part.entry).bytes, numbers, budget)) {
      shared.set(number, text)
    }
  }
  const textOf = (text: CellText): string => typeof text === "number" ? shared.get(text) ?? "" : text
  for (const { links, texts } of read) {
    for (const [cell, text] of texts) links.addCellText(cell, textOf(text))
  }
}

const isSmall = ({ entry }: Part): boolean => entry.claimedBytes <= cellTextBytesMax

export const isSharedStrings = ({ contentType, relations }: Part): boolean =>
  relations.has("sharedstrings") || contentType.includes("sharedstrings")

/** Maximum size in bytes of a sheet or shared strings part that is read again for the text of link cells. */
const cellTextBytesMax = 2 * 1024 * 1024

/** Content of a cell: text, or an index into the shared strings. */
type CellText = string | number

/** Returns the contents of the given cells of a sheet (ECMA-376 part 1, 18.3.1.4). */
export const cellTexts = (
  sheet: Uint8Array,
  cells: ReadonlySet<string>,
  budget: Budget
): ReadonlyMap<string, CellText> => {
  const found = new Map<string, CellText>()
  let cell: { readonly name: string; readonly isShared: boolean; readonly text: TextBuffer } | null = null
  let isText = false
  readXml(sheet, {
    open: ({ local }, attributes) => {
      if (local === "c") {
        const name = attributes.get("r") ?? ""
        cell = cells.has(name)
          ? { name, isShared: attributes.get("t") === "s", text: new TextBuffer(factCharsMax) }
          : null
      } else if (local === "v" || local === "t") isText = true
    },
    close: ({ local }) => {
      if (local === "v" || local === "t") isText = false
      else if (local === "c" && cell !== null) {
        const text = cell.text.toString()
        found.set(cell.name, cell.isShared ? Number(text) : text)
        cell = null
      }
    },
    text: (text) => {
      if (isText) cell?.text.add(text)
    }
  }, budget)
  return found
}

/** Returns the shared strings with these indexes (ECMA-376 part 1, 18.4.8). */
export const sharedTexts = (
  strings: Uint8Array,
  numbers: ReadonlySet<number>,
  budget: Budget
): ReadonlyMap<number, string> => {
  const found = new Map<number, string>()
  let number = -1
  let gathered: TextBuffer | null = null
  let isText = false
  readXml(strings, {
    open: ({ local }) => {
      if (local === "si") gathered = numbers.has(++number) ? new TextBuffer(factCharsMax) : null
      else if (local === "t") isText = true
      else if (local === "rPh") gathered = gathered === null ? null : storeText(found, number, gathered)
    },
    close: ({ local }) => {
      if (local === "t") isText = false
      else if (local === "si" && gathered !== null) found.set(number, gathered.toString())
    },
    text: (text) => {
      if (isText) gathered?.add(text)
    }
  }, budget)
  return found
}

/** Stores a shared string. Returns null to end its collection, because only phonetic hints follow. */
const storeText = (found: Map<number, string>, number: number, gathered: TextBuffer): null => {
  found.set(number, gathered.toString())
  return null
}
