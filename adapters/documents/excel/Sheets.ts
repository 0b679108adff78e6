import { textCharsMax } from "../../../core/documents/facts/Fact.ts"

/** Visibility of a sheet. Excel's menus do not offer to show a "very hidden" sheet. */
export type Visibility = "visible" | "hidden" | "very hidden"

/** Returns the visibility that the state of a sheet (`hsState`, MS-XLS 2.4.28; MS-XLSB 2.5.148) means. */
export const visibilityOf = (state: number): Visibility =>
  (state & 3) === 0 ? "visible" : (state & 3) === 1 ? "hidden" : "very hidden"

/** Formats a sheet name as the prefix of a cell reference, such as `Sheet1!` or `'My sheet'!`. */
export const formatSheetPrefix = (name: string): string =>
  /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(name) ? `${name}!` : `'${name.replaceAll("'", "''")}'!`

/** Collects the visible text of a document line by line, up to `textCharsMax` characters. */
export class TextCollector {
  private readonly lines: Array<string> = []
  private chars = 0
  isFull = false

  add(text: string): void {
    const line = text.trim()
    if (line === "" || this.isFull) return
    const room = textCharsMax - this.chars
    this.lines.push(line.slice(0, room))
    this.chars += line.length + 1
    this.isFull = this.chars > textCharsMax
  }

  text(): string {
    return this.lines.join("\n").slice(0, textCharsMax)
  }
}
