import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint16 } from "../reading/Numbers.ts"
import { readFlaggedText, readNarrowText } from "./biff/BiffStrings.ts"
import type { Biff } from "./formulas/CellReferences.ts"

/** A defined name of a workbook and its formula. */
export interface DefinedName {
  readonly name: string
  readonly isHidden: boolean
  readonly tokens: Uint8Array
  readonly extra: Uint8Array
}

/** Reads a NAME record, or Lbl (MS-XLS 2.4.150), in the layout of its version. */
export const readDefinedName = (body: Uint8Array, biff: Biff): DefinedName => {
  const flags = biff === 2 ? 0 : uint16(body, 0)
  const chars = body[3] ?? 0
  const length = biff === 2 ? body[4] ?? 0 : uint16(body, 4)
  const readText = biff === 8 ? readFlaggedText : readNarrowText
  const { end, text } = readText(body, biff >= 5 ? 14 : biff === 2 ? 5 : 6, chars)
  const isBuiltIn = (flags & 0x20) !== 0 && chars >= 1
  return {
    name: isBuiltIn && chars === 1 ? builtInName(text.charCodeAt(0)) : text,
    isHidden: (flags & 1) !== 0,
    tokens: body.subarray(end, end + length),
    extra: body.subarray(end + length)
  }
}

/** Maximum automatic names reported per workbook. */
export const autoNamesMax = 256

/** Excel's built-in names by number (MS-XLS 2.4.150, Lbl). */
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

const builtInName = (code: number): string => builtInNames[code] ?? `built-in ${code}`

/**
 * Pattern of names that Excel runs automatically, such as `Auto_Open17`. German, French, Spanish, Portuguese and
 * Italian versions of Excel also run names with a translated prefix.
 */
const autoName =
  /^auto_(?:open|close|activate|deactivate|öffnen|schlie(?:ß|ss)en|ouvrir|fermer|abrir|cerrar|fechar|apri|chiudi)/

/** Normalizes a name as Excel does, which treats similar letters as equal and ignores zero-width characters. */
const normalizeName = (name: string): string => name.normalize("NFKC").replaceAll(/[\p{Cf}\p{Cc}]/gu, "").toLowerCase()

const isAutoName = (name: string): boolean => autoName.test(normalizeName(name).replace(/^_xlnm\./, ""))

/** Reports a name that Excel runs automatically. */
export const reportAutoName = (name: string, refersTo: string, where: string, findings: Findings): void => {
  if (!isAutoName(name)) return
  findings.add({ kind: "auto name", name: truncateFactText(name), refersTo: truncateFactText(refersTo), where })
}

/** Calls of macro sheet functions with effects. Excludes GET.CELL and others that names of ordinary workbooks call. */
const effectfulCall =
  /(?:^|[^\w."])(?:EXEC|CALL|REGISTER|REGISTER\.ID|RUN|FORMULA|FORMULA\.FILL|FOPEN|FWRITE|FWRITELN|EXECUTE|INITIATE|POKE|ON\.TIME)\(/

/** Reports whether a formula calls a macro sheet function with effects. Ignores string literals. */
export const callsMacroFunction = (formula: string): boolean =>
  effectfulCall.test(formula.replaceAll(/"(?:[^"]|"")*"/g, "\"\""))

/** Maximum number of names per workbook whose formulas are checked for macro sheet functions. */
export const macroNamesMax = 16_384

/** Reports names that Excel runs automatically, and names whose formulas call functions that cells cannot call. */
export const reportNames = (
  names: ReadonlyArray<DefinedName>,
  formula: (tokens: Uint8Array, extra: Uint8Array) => string,
  where: string,
  findings: Findings
): void => {
  const running = names.filter(({ name }) => isAutoName(name))
  for (const { extra, name, tokens } of running.slice(0, autoNamesMax)) {
    reportAutoName(name, formula(tokens, extra), where, findings)
  }
  if (running.length > autoNamesMax) findings.add({ kind: "cut off", limit: "automatic names", where })
  const found: Array<string> = []
  let isHidden = false
  for (const name of names.slice(0, macroNamesMax)) {
    const text = name.tokens.length === 0 ? "" : formula(name.tokens, name.extra)
    if (!callsMacroFunction(text)) continue
    found.push(truncateFactText(text))
    isHidden ||= name.isHidden
  }
  if (names.length > macroNamesMax) findings.add({ kind: "cut off", limit: "defined names", where })
  reportMacroNames(found, isHidden, where, findings)
}

/** Reports the formulas of names that call functions which cells cannot call. */
export const reportMacroNames = (
  formulas: ReadonlyArray<string>,
  isHidden: boolean,
  where: string,
  findings: Findings
): void => {
  if (formulas.length === 0) return
  const visibility = isHidden ? "hidden" : "visible"
  findings.add({ kind: "xlm", sheet: "defined names", visibility, formulas, where: `${where}, defined names` })
}
