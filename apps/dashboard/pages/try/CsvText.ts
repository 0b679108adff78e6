/**
 * A CSV file (RFC 4180) that a spreadsheet opens without running anything: a cell that begins like a formula gets an apostrophe
 * before it (OWASP, "CSV Injection").
 */
export const csvText = (
  titles: ReadonlyArray<string>,
  rows: Iterable<ReadonlyArray<string | number | boolean | null>>
): string => {
  const lines = [titles.map(cellOf).join(",")]
  for (const row of rows) lines.push(row.map((value) => cellOf(value === null ? "" : String(value))).join(","))
  // The mark tells spreadsheets that it is UTF-8.
  return `\ufeff${lines.join("\r\n")}\r\n`
}

const cellOf = (text: string): string => {
  const safe = /^[=+\-@\t\r\n\0]/.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll("\"", "\"\"")}"` : safe
}
