import { type BlocklistRecord, recordFields } from "./BlocklistRecord.ts"

/** A cell of a row, and whether it stood in quotes: an empty one that did says that it is empty. */
interface Cell {
  readonly text: string
  readonly isQuoted: boolean
}

/** The cells of one row (RFC 4180); a cell with a line break inside is not read. */
const splitRow = (row: string): ReadonlyArray<Cell> => {
  const cells: Array<Cell> = []
  let [text, isQuoted, wasQuoted, isBlank] = ["", false, false, true]
  const end = () => {
    cells.push({ text: wasQuoted ? text : text.trim(), isQuoted: wasQuoted })
    ;[text, isQuoted, wasQuoted, isBlank] = ["", false, false, true]
  }
  for (let at = 0; at < row.length; at++) {
    const char = row[at]!
    if (isQuoted && char === "\"" && row[at + 1] === "\"") {
      text += "\""
      at++
    } else if (char === "\"" && (isQuoted || (!wasQuoted && isBlank))) {
      text = isQuoted ? text : ""
      isQuoted = !isQuoted
      wasQuoted = true
    } else if (char === "," && !isQuoted) end()
    else if (isQuoted || !wasQuoted || char.trim() !== "") {
      text += char
      isBlank &&= char.trim() === ""
    }
  }
  end()
  return cells
}

/** What columns are without a row of titles. */
const plainColumns = ["kind", "value", "reason"]

const columnNames: ReadonlySet<string> = new Set([...recordFields, "value"])

/** The titles of columns, if a first row is that and not an entry. */
export const columnsOf = (row: string): ReadonlyArray<string> | null => {
  const names = splitRow(row).map(({ text }) => text.toLowerCase())
  return names.includes("kind") && (names.includes("value") || names.includes("expression")) ? names : null
}

/** A row as a record; cells that are empty, unless in quotes, and columns of other titles say nothing. */
export const recordOfRow = (row: string, columns: ReadonlyArray<string> = plainColumns): BlocklistRecord =>
  Object.fromEntries(
    splitRow(row).flatMap(({ isQuoted, text }, at) => {
      const name = columns[at]
      return name === undefined || !columnNames.has(name) || (text === "" && !isQuoted) ? [] : [[name, unguarded(text)]]
    })
  )

export const headerRow = recordFields.join(",")

/** A record as a row: null is an empty cell, an empty text one in quotes. */
export const rowOf = (record: BlocklistRecord): string =>
  recordFields.map((field) => {
    const value = record[field]
    return value === null || value === undefined ? "" : quoted(guarded(String(value)))
  }).join(",")

const quoted = (text: string): string =>
  text === "" || /[",]|^\s|\s$/.test(text) ? `"${text.replaceAll("\"", "\"\"")}"` : text

/**
 * Spreadsheets run a cell that begins as a formula (OWASP, "CSV Injection"), and reasons come from strangers: an apostrophe
 * before it makes it text. One is put before what begins with some and then that, so that reading takes just it away again.
 */
const guarded = (text: string): string => /^'*[=+@-]/.test(text) ? `'${text}` : text

const unguarded = (text: string): string => /^'+[=+@-]/.test(text) ? text.slice(1) : text
