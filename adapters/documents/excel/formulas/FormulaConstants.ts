import { float64, uint16, uint32 } from "../../reading/Numbers.ts"
import { readFlaggedText, readNarrowText, readWideText } from "../biff/BiffStrings.ts"
import type { Biff } from "./CellReferences.ts"

/** Maximum constants of one array that the formula's text contains. */
export const arrayCellsMax = 256

/** Reads the extra data after a formula (RgbExtra, MS-XLS 2.5.198.103), in the order of the tokens. */
export class FormulaConstants {
  private at = 0
  private readonly bytes: Uint8Array
  private readonly biff: Biff

  constructor(bytes: Uint8Array, biff: Biff) {
    this.bytes = bytes
    this.biff = biff
  }

  /** Skips PtgExtraMem (MS-XLS 2.5.198.61). */
  skipAreas(): void {
    if (this.biff === 12) this.at += 4 + uint32(this.bytes, this.at) * 16
    else this.at += 2 + uint16(this.bytes, this.at) * (this.biff === 8 ? 8 : 6)
  }

  /** Reads PtgExtraArray (MS-XLS 2.5.198.59) as `{1,"two"}`. */
  array(): string {
    const cells = this.cells()
    const texts: Array<string> = []
    for (let cell = 0; cell < cells; cell++) {
      const text = cell < arrayCellsMax && this.at < this.bytes.length ? this.constant() : null
      if (text === null) {
        // Skips the remaining data, because the start of the next array is unknown.
        this.at = this.bytes.length
        return `{${texts.join(",")}…}`
      }
      texts.push(text)
    }
    return `{${texts.join(",")}}`
  }

  private cells(): number {
    const { biff, bytes } = this
    const at = this.at
    if (biff === 12) {
      this.at += 8
      return uint32(bytes, at) * uint32(bytes, at + 4)
    }
    this.at += 3
    const [columns, rows] = [bytes[at] ?? 0, uint16(bytes, at + 1)]
    return biff === 8 ? (columns + 1) * (rows + 1) : (columns === 0 ? 256 : columns) * rows
  }

  /** Reads a constant (SerAr, MS-XLS 2.5.198.112; MS-XLSB 2.5.97.93, where the kinds have other numbers). */
  private constant(): string | null {
    const { biff, bytes } = this
    const kind = bytes[this.at] ?? 0
    this.at++
    if (kind === (biff === 12 ? 0 : 1)) {
      this.at += 8
      return String(float64(bytes, this.at - 8))
    }
    if (kind === (biff === 12 ? 1 : 2)) {
      const isShort = biff < 8
      const chars = isShort ? bytes[this.at] ?? 0 : uint16(bytes, this.at)
      const readText = biff === 12 ? readWideText : biff === 8 ? readFlaggedText : readNarrowText
      const { end, text } = readText(bytes, this.at + (isShort ? 1 : 2), chars)
      this.at = end
      return `"${text.replaceAll("\"", "\"\"")}"`
    }
    if (biff === 12 || kind !== 0 && kind !== 4 && kind !== 16) return null
    this.at += 8
    return kind === 0 ? "" : kind === 16 ? "#N/A" : (bytes[this.at - 8] ?? 0) === 0 ? "FALSE" : "TRUE"
  }
}
