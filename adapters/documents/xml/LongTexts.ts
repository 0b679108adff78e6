import type { SaxesParser } from "saxes"

/** Characters that the parser may hold of one comment, section, value or text before they are taken from it. */
export const heldCharsMax = 256 * 1024

/** Stands in the parser for what was taken: no text of XML has it. */
const mark = "\uffff<taken>\ufffe"

/**
 * Of what does not end, a comment or a value, the parser puts pieces together, and a string of millions of pieces takes far
 * more memory than its characters. What is long is taken out of the parser as one piece, and put back when it is whole.
 */
export class LongTexts {
  private taken: Array<string> = []

  take(parser: SaxesParser): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A field that saxes keeps to itself.
    const held = parser as unknown as { text: string }
    const { text } = held
    if (text.length < heldCharsMax) return
    // To look at one character makes it one piece.
    text.charCodeAt(text.length - 1)
    if (this.isOwn(text)) this.taken.push(text.slice(mark.length))
    else this.taken = [text]
    held.text = mark
  }

  /** What the parser tells, with what was taken of it. */
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
