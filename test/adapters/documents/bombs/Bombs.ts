import { excelBombs } from "./ExcelBombs.ts"
import type { Bomb } from "./ExpectBombs.ts"
import { odfBombs } from "./OdfBombs.ts"
import { officeBombs } from "./OfficeBombs.ts"
import { oleBombs } from "./OleBombs.ts"
import { pdfObjectBombs } from "./PdfObjectBombs.ts"
import { pdfStreamBombs } from "./PdfStreamBombs.ts"
import { rtfBombs } from "./RtfBombs.ts"
import { vbaBombs } from "./VbaBombs.ts"
import { xmlBombs } from "./XmlBombs.ts"

const named = (family: string, bombs: ReadonlyArray<Bomb>): ReadonlyArray<Bomb> =>
  bombs.map(([title, make]) => [`${family}: ${title}`, make])

/** Hostile documents of every family. */
export const bombs: ReadonlyArray<Bomb> = [
  ...named("PDF", [...pdfStreamBombs, ...pdfObjectBombs]),
  ...named("OOXML", [...xmlBombs, ...officeBombs]),
  ...named("ODF", odfBombs),
  ...named("RTF", rtfBombs),
  ...named("OLE", oleBombs),
  ...named("Excel", excelBombs),
  ...named("VBA", vbaBombs)
]
