import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint16 } from "../reading/Numbers.ts"
import { readFlaggedText, readShortText } from "./biff/BiffStrings.ts"

/** Maximum names stored per linked workbook. */
export const externalNamesMax = 65_535

/**
 * A workbook to which formulas refer (SUPBOOK, MS-XLS 2.4.271; EXTERNSHEET before BIFF8). The kind `self` means this
 * workbook. `add-in` means the functions of add-ins. `path` means another workbook, a DDE link or a linked object.
 */
export interface LinkedWorkbook {
  readonly kind: "self" | "add-in" | "path"
  /** Encoded path as stored. */
  readonly path: string
  readonly names: Array<string>
  /** Whether one of the names is an item of a linked OLE object. */
  hasObject: boolean
}

const linkedWorkbook = (kind: LinkedWorkbook["kind"], path = ""): LinkedWorkbook => ({
  kind,
  path,
  names: [],
  hasObject: false
})

export const readSupBook = (body: Uint8Array): LinkedWorkbook => {
  const mark = uint16(body, 2)
  if (mark === 0x0401) return linkedWorkbook("self")
  if (mark === 0x3a01) return linkedWorkbook("add-in")
  return linkedWorkbook("path", readFlaggedText(body, 4, mark).text)
}

/**
 * Reads an EXTERNSHEET record before BIFF8: a name or path whose first character states its kind. MS-XLS 2.5.277
 * defines these characters for BIFF8.
 */
export const readExternSheetOfBiff5 = (body: Uint8Array): LinkedWorkbook => {
  const { text } = readShortText(body, 0, false)
  const first = body[1] ?? 0
  if (first === 0x02 || first === 0x03 || first === 0x04) return linkedWorkbook("self", text.slice(1))
  return first === 0x3a ? linkedWorkbook("add-in") : linkedWorkbook("path", text)
}

/** Reads an EXTERNNAME record (MS-XLS 2.4.105) into the linked workbook. */
export const readExternName = (body: Uint8Array, book: LinkedWorkbook, isBiff8: boolean): void => {
  if (book.names.length >= externalNamesMax) return
  if ((uint16(body, 0) & 0x10) !== 0) book.hasObject = true
  book.names.push(readShortText(body, 6, isBiff8).text)
}

/** Replacements for the control characters of an encoded path (VirtualPath, MS-XLS 2.5.277). */
const pathMarks: Readonly<Record<string, string>> = {
  "\x02": "\\",
  "\x03": "\\",
  "\x04": "..\\",
  "\x06": "",
  "\x07": "",
  "\x08": ""
}

/** Decodes a path to the form `\\server\share\book.xls`, `C:\book.xls` or `https://…`. */
export const decodePath = (encoded: string): string => {
  let text = ""
  for (let at = encoded.startsWith("\x01") ? 1 : 0; at < encoded.length; at++) {
    const char = encoded.charAt(at)
    if (char === "\x01") {
      at++
      const volume = encoded[at] ?? ""
      text += volume === "@" ? "\\\\" : `${volume}:\\`
    } else if (char === "\x05") at++
    else text += pathMarks[char] ?? char
  }
  return text
}

/** Formats a DDE link or linked object as Excel shows it, such as `cmd|'/c calc'!A0`. Null for a workbook's path. */
const formatLink = ({ names, path }: LinkedWorkbook): string | null => {
  const bar = path.indexOf("\x03")
  if (bar <= 0 || path.startsWith("\x01")) return null
  const item = names[0] === undefined ? "" : `!${names[0]}`
  return `${path.slice(0, bar)}|'${path.slice(bar + 1)}'${item}`
}

/** Reports the links of a workbook: DDE, linked objects, and references to other workbooks. */
export const reportLinkedWorkbooks = (
  books: ReadonlyArray<LinkedWorkbook>,
  where: string,
  findings: Findings
): void => {
  for (const book of books) {
    if (book.kind !== "path" || book.path === "" || book.path === "\0" || book.path === " ") continue
    const link = formatLink(book)
    if (link === null) {
      findings.add({ kind: "reference", role: "workbook", target: truncateFactText(decodePath(book.path)), where })
    } else if (book.hasObject) {
      const target = decodePath(book.path.slice(book.path.indexOf("\x03") + 1))
      findings.add({ kind: "reference", role: "object", target: truncateFactText(target), where })
    } else findings.add({ kind: "dde", command: truncateFactText(link), where })
  }
}
