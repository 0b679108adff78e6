import type { SaxesParser } from "saxes"

/**
 * Maximum characters that the parser may buffer for one comment, CDATA section, value or text. `LongTextLimiter`
 * removes longer text from the parser.
 */
export const bufferedCharsMax = 256 * 1024

/** Placeholder for removed text. It contains characters that XML does not allow. */
const mark = "\uffff<taken>\ufffe"

/**
 * Limits the memory that the parser uses for unterminated comments and values. The parser concatenates their pieces,
 * and a string of millions of pieces takes far more memory than its characters. Long text is flattened, removed from
 * the parser, and restored when complete.
 */
export class LongTextLimiter {
  private removed: Array<string> = []

  removeBuffered(parser: SaxesParser): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A private field of saxes.
    const buffer = parser as unknown as { text: string }
    const { text } = buffer
    if (text.length < bufferedCharsMax) return
    // Reading a character flattens the string.
    text.charCodeAt(text.length - 1)
    if (this.isPlaceholder(text)) this.removed.push(text.slice(mark.length))
    else this.removed = [text]
    buffer.text = mark
  }

  /** Returns the parser's text, including the removed part. */
  restore(text: string): string {
    if (this.removed.length === 0) return text
    const whole = this.isPlaceholder(text) ? this.removed.join("") + text.slice(mark.length) : text
    this.removed = []
    return whole
  }

  private isPlaceholder(text: string): boolean {
    return this.removed.length > 0 && text.startsWith(mark)
  }
}
