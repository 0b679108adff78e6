import { CliOutput } from "effect/cli"

export interface Column<in A> {
  readonly title: string
  readonly align?: "right"
  readonly value: (row: A) => string | number
}

/** Renders rows below a header. Each column except the last is as wide as its widest cell. */
export const formatTable = <A>(rows: ReadonlyArray<A>, columns: ReadonlyArray<Column<A>>): string => {
  const filled = columns.map(({ align, value, title }) =>
    padColumn([title.toUpperCase(), ...rows.map((row) => printable(String(value(row))))], align)
  )
  return ["titles", ...rows].map((_, at) => filled.map((cells) => cells[at]).join("  ").trimEnd()).join("\n")
}

const padColumn = (cells: ReadonlyArray<string>, align: "right" | undefined): ReadonlyArray<string> => {
  const widest = cells.reduce((width, cell) => Math.max(width, CliOutput.displayWidth(cell)), 0)
  return cells.map((cell) => {
    const padding = " ".repeat(widest - CliOutput.displayWidth(cell))
    return align === "right" ? padding + cell : cell + padding
  })
}

/** Renders one name and its value per line. */
export const formatFields = (values: Readonly<Record<string, string | number>>): string => {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value))}`).join("\n")
}

/** Formats a time in UTC, to the second. Null becomes `-`. */
export const formatInstant = (at: Date | null): string => at === null ? "-" : `${at.toISOString().slice(0, 19)}Z`

/** Formats a number with a comma after each group of thousands. */
export const formatInteger = (value: number): string => value.toLocaleString("en-US")

/**
 * Makes untrusted text safe for a terminal, for example a reported URL or a line of a feed. Control characters and
 * bidirectional formatting marks could recolor the screen or hide text (Unicode TR 36, section 2.5).
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\uFFFD")
