import { RtfText } from "./RtfText.ts"

/** Characters of a field code, and of any other text that is gathered. */
export const gatheredCharsMax = 65_536
/** Texts that are kept to be used again. */
export const spareTextsMax = 64

/** Texts that are gathered are used again and again: there may be a million of them. */
export class SpareTexts {
  private readonly spare: Array<RtfText> = []

  take(): RtfText {
    return this.spare.pop() ?? new RtfText(gatheredCharsMax)
  }

  /** Nothing may lead to it any more. */
  giveBack(text: RtfText): void {
    if (this.spare.length >= spareTextsMax) return
    text.clear()
    this.spare.push(text)
  }
}
