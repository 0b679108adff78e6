import { factText, type Findings } from "../reading/Findings.ts"

/** Names that run by themselves of one workbook. */
export const autoNamesMax = 256

/** Names that Excel itself gives, by their number (MS-XLS 2.4.150, Lbl). */
const builtInNames = [
  "Consolidate_Area",
  "Auto_Open",
  "Auto_Close",
  "Extract",
  "Database",
  "Criteria",
  "Print_Area",
  "Print_Titles",
  "Recorder",
  "Data_Form",
  "Auto_Activate",
  "Auto_Deactivate",
  "Sheet_Title",
  "_FilterDatabase"
]

export const builtInName = (code: number): string => builtInNames[code] ?? `built-in ${code}`

/**
 * Excel runs whatever name begins so: `Auto_Open17` as well. German, French, Spanish, Portuguese and Italian versions take these
 * in their own language.
 */
const autoName =
  /^auto_(?:open|close|activate|deactivate|öffnen|schlie(?:ß|ss)en|ouvrir|fermer|abrir|cerrar|fechar|apri|chiudi)/

/** Letters that look or sort alike are one to Excel, and what has no width is nothing. */
const plain = (name: string): string => name.normalize("NFKC").replaceAll(/[\p{Cf}\p{Cc}]/gu, "").toLowerCase()

export const isAutoName = (name: string): boolean => autoName.test(plain(name).replace(/^_xlnm\./, ""))

/** Reports a name that runs by itself. */
export const reportAutoName = (name: string, refersTo: string, where: string, findings: Findings): void => {
  if (!isAutoName(name)) return
  findings.add({ kind: "auto name", name: factText(name), refersTo: factText(refersTo), where })
}
