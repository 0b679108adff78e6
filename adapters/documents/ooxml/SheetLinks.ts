import type { Budget } from "../reading/Budget.ts"
import { type CellText, cellTextBytesMax, cellTexts, sharedTexts } from "./CellTexts.ts"
import type { LinkTexts } from "./LinkTexts.ts"
import type { OoxmlPackage, Part } from "./OoxmlPackage.ts"

/** Links of sheets say which cell they are of: what stands in it is what a person sees. */
export const noteCellTexts = (
  ooxml: OoxmlPackage,
  all: ReadonlyArray<{ readonly part: Part; readonly links: LinkTexts }>,
  budget: Budget
): void => {
  const sheets = all.filter(({ links, part }) => links.cells.size > 0 && isSmall(part))
  if (sheets.length === 0) return
  const texts = sheets.map(({ links, part }) =>
    cellTexts(ooxml.archive.read(part.entry).bytes, new Set(links.cells.keys()), budget)
  )
  const numbers = new Set(texts.flatMap((found) => [...found.values()].filter((text) => typeof text === "number")))
  const shared = new Map<number, string>()
  for (const part of ooxml.parts) {
    if (numbers.size === 0 || !isShared(part) || !isSmall(part)) continue
    for (const [number, text] of sharedTexts(ooxml.archive.read(part.entry).bytes, numbers, budget)) {
      shared.set(number, text)
    }
  }
  const textOf = (text: CellText): string => typeof text === "number" ? shared.get(text) ?? "" : text
  for (const [at, { links }] of sheets.entries()) {
    for (const [cell, text] of texts[at]!) links.noteCell(cell, textOf(text))
  }
}

const isSmall = ({ entry }: Part): boolean => entry.claimedBytes <= cellTextBytesMax

const isShared = ({ contentType, relations }: Part): boolean =>
  relations.has("sharedstrings") || contentType.includes("sharedstrings")
