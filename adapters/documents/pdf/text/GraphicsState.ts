import { identity, type Matrix } from "./Matrix.ts"
import { type PdfFont, unknownFont } from "./PdfFont.ts"

/** What counts for where a letter stands and how something is filled (ISO 32000-2, sections 8.4 and 9.3). */
export interface GraphicsState {
  place: Matrix
  font: PdfFont
  size: number
  letterGap: number
  wordGap: number
  stretch: number
  leading: number
  isHidden: boolean
  /** Of what is filled; 0 is black. */
  shade: number
}

export const initialState = (): GraphicsState => ({
  place: identity,
  font: unknownFont,
  size: 0,
  letterGap: 0,
  wordGap: 0,
  stretch: 1,
  leading: 0,
  isHidden: false,
  shade: 0
})
