import { CliOutput } from "effect/cli"

export interface Column<in A> {
  readonly title: string
  readonly align?: "right"
  readonly of: (row: A) => string | number
}

/** Rows under their titles, in columns as wide as their widest cell. The last column is not filled up. */
export const table = <A>(rows: ReadonlyArray<A>, columns: ReadonlyArray<Column<A>>): string => {
  const filled = columns.map(({ align, of, title }) =>
    sameWidth([title.toUpperCase(), ...rows.map((row) => printable(String(of(row))))], align)
  )
  return ["titles", ...rows].map((_, at) => filled.map((cells) => cells[at]).join("  ").trimEnd()).join("\n")
}

const sameWidth = (cells: ReadonlyArray<string>, align: "right" | undefined): ReadonlyArray<string> => {
  const widest = cells.reduce((width, cell) => Math.max(width, CliOutput.displayWidth(cell)), 0)
  return cells.map((cell) => {
    const padding = " ".repeat(widest - CliOutput.displayWidth(cell))
    return align === "right" ? padding + cell : cell + padding
  })
}

/** One value a line, under its name. */
export const sheet = (values: Readonly<Record<string, string | number>>): string => {
  const width = Math.max(...Object.keys(values).map((name) => name.length))
  return Object.entries(values).map(([name, value]) => `${name.padEnd(width)}  ${printable(String(value))}`).join("\n")
}

/** To the second, UTC. */
export const when = (at: Date | null): string => at === null ? "-" : `${at.toISOString().slice(0, 19)}Z`

/** Thousands apart, so that amounts can be read. */
export const whole = (value: number): string => value.toLocaleString("en-US")

/**
 * Text of strangers (a reported URL, a line of a feed) as a terminal may show it: control characters could recolour the
 * screen or hide what stands there, and so could marks of writing direction (Unicode TR 36, section 2.5).
 */
export const printable = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, "\uFFFD")
