import type { SaxesParser } from "saxes"

/**
 * Maximum characters that the parser may buffer for one comment, section, value or text before they are removed from
 * it.
 */
export const heldCharsMax = 256 * 1024

/** Placeholder for removed text; contains characters that XML does not allow. */
const mark = "\uffff<taken>\ufffe"

/**
 * Limits the memory of unterminated comments and values. The parser concatenates their pieces, and a string of
 * millions of pieces takes far more memory than its characters. Long text is flattened, removed from the parser, and
 * restored when complete.
 */
export class LongTexts {
  private taken: Array<string> = []

  take(parser: SaxesParser): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A private field of saxes.
    const held = parser as unknown as { text: string }
    const { text } = held
    if (text.length < heldCharsMax) return
    // Reading a character flattens the string.
    text.charCodeAt(text.length - 1)
    if (this.isOwn(text)) this.taken.push(text.slice(mark.length))
    else this.taken = [text]
    held.text = mark
  }

  /** Returns the parser's text, including the removed part. */
  whole(text: string): string {
    if (this.taken.length === 0) return text
    const whole = this.isOwn(text) ? this.taken.join("") + text.slice(mark.length) : text
    this.taken = []
    return whole
  }

  private isOwn(text: string): boolean {
    return this.taken.length > 0 && text.startsWith(mark)
  }
}
