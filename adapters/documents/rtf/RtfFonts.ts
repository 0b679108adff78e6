import { codePageDefault, codePageOfCharset } from "./RtfCodePages.ts"

/** Fonts of a table; more than this make Word write beside its memory (CVE-2023-21716), and nobody has as many. */
export const fontsMax = 32_767

/** Which code page the bytes of a text are in: by its font, or by the document. */
export class RtfFonts {
  codePage = codePageDefault
  private readonly codePages = new Map<number, number>()
  private current = 0
  private declared = 0

  /** `\fN` within the table. */
  declare(font: number): void {
    this.current = font
    this.declared++
  }

  /** `\fcharsetN`. */
  setCharset(charset: number): void {
    const codePage = codePageOfCharset(charset)
    if (codePage !== null && this.codePages.size < fontsMax) this.codePages.set(this.current, codePage)
  }

  codePageOf(font: number): number {
    return this.codePages.get(font) ?? this.codePage
  }

  get isOverfull(): boolean {
    return this.declared > fontsMax
  }
}
