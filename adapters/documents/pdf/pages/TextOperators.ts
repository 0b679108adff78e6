import type { ContentLexer, Operand } from "../content/ContentLexer.ts"
import { ByteString } from "../content/ContentStrings.ts"
import { identityMatrix, type Matrix, multiply, operandMatrix } from "../content/Matrix.ts"
import { type PdfFont, unknownFont } from "../fonts/PdfFont.ts"
import type { PageGround } from "./PageGround.ts"
import type { PageText } from "./PageText.ts"

/** Executes the text operators (ISO 32000-2, section 9.4), except the selection of a font. */
export class TextOperators {
  private readonly text: PageText
  private readonly ground: PageGround
  private line: Matrix = identityMatrix
  /** Text matrix. Each shown string advances it. */
  private cursor = { ...identityMatrix }

  constructor(text: PageText, ground: PageGround) {
    this.ground = ground
    this.text = text
  }

  execute(operator: string, lexer: ContentLexer, state: GraphicsState): void {
    switch (operator) {
      case "Tj":
        return this.showOne(lexer.last, state)
      case "TJ":
        return this.showMany(lexer.last, state)
      case "'":
        this.nextLine(0, -state.leading)
        return this.showOne(lexer.last, state)
      case "\"":
        state.wordGap = lexer.number(0)
        state.letterGap = lexer.number(1)
        this.nextLine(0, -state.leading)
        return this.showOne(lexer.last, state)
      case "Td":
        return this.nextLine(lexer.number(0), lexer.number(1))
      case "TD":
        state.leading = -lexer.number(1)
        return this.nextLine(lexer.number(0), lexer.number(1))
      case "T*":
        return this.nextLine(0, -state.leading)
      case "Tm":
        return this.setLine(operandMatrix(lexer))
      case "BT":
        return this.setLine(identityMatrix)
      case "Tc":
        state.letterGap = lexer.number(0)
        return
      case "Tw":
        state.wordGap = lexer.number(0)
        return
      case "Tz":
        state.stretch = lexer.number(0) / 100
        return
      case "TL":
        state.leading = lexer.number(0)
        return
      case "Tr":
        state.isHidden = lexer.number(0) === 3 || lexer.number(0) === 7
    }
  }

  /** Draws a form, then restores the text state. */
  preserving(draw: () => void): void {
    const { cursor, line } = this
    this.cursor = { ...cursor }
    draw()
    this.line = line
    this.cursor = cursor
  }

  private setLine(matrix: Matrix): void {
    const { cursor } = this
    this.line = matrix
    // Update the matrix in place, because text is often positioned letter by letter.
    cursor.a = matrix.a
    cursor.b = matrix.b
    cursor.c = matrix.c
    cursor.d = matrix.d
    cursor.e = matrix.e
    cursor.f = matrix.f
  }

  private nextLine(x: number, y: number): void {
    const { a, b, c, d, e, f } = this.line
    this.setLine({ a, b, c, d, e: e + x * a + y * c, f: f + x * b + y * d })
  }

  private showOne(operand: Operand | undefined, state: GraphicsState): void {
    if (operand instanceof ByteString) this.show(operand, state)
  }

  /** Shows strings and numbers. A number moves the text position back by thousandths of the font size. */
  private showMany(operand: Operand | undefined, state: GraphicsState): void {
    if (!Array.isArray(operand)) return
    const { size, stretch } = state
    for (const one of operand) {
      if (one instanceof ByteString) this.show(one, state)
      else if (typeof one === "number") this.advance(-one / 1000 * size * stretch)
    }
  }

  private advance(by: number): void {
    const { cursor } = this
    cursor.e += by * cursor.a
    cursor.f += by * cursor.b
  }

  private show({ bytes, end, from }: ByteString, state: GraphicsState): void {
    const { cursor, text } = this
    const { font, letterGap, size, stretch, wordGap } = state
    const { a, b, c, d, e, f } = state.matrix === identityMatrix ? cursor : multiply(cursor, state.matrix)
    const height = Math.hypot(c, d) * Math.abs(size) * font.height
    const kind = state.isHidden
      ? "invisible text"
      : text.hiddenKind(e, f, height) ?? (state.isWhite && this.ground.isWhiteAt(e, f + height / 3)
        ? "text in the color of the page"
        : null)
    const target = kind === null ? text : text.hidden(kind)
    const length = Math.hypot(a, b) || 1
    target.begin(e, f, a / length, b / length, height)
    // The center of a letter is about a third of its size above the baseline.
    const upX = c * size * 0.3
    const upY = d * size * 0.3
    let moved = 0
    for (let at = from; at < end; at++) {
      let code = bytes[at]!
      const isBlank = code === 32 && (!font.isComposite || font.isSingle(code))
      if (font.isComposite && !font.isSingle(code)) {
        at++
        code = code << 8 | (at < end ? bytes[at]! : 0)
      }
      const width = font.widthOf(code) * size
      const letter = font.textOf(code)
      const middle = moved + width * stretch / 2
      target.add(letter, e + middle * a + upX, f + middle * b + upY)
      if (kind !== null) text.hiddenChars += letter.length
      moved += (width + letterGap + (isBlank ? wordGap : 0)) * stretch
    }
    this.advance(moved)
    target.end(e + moved * a, f + moved * b)
  }
}

/** Graphics state for text positions and fills (ISO 32000-2, sections 8.4 and 9.3). */
export interface GraphicsState {
  matrix: Matrix
  font: PdfFont
  size: number
  letterGap: number
  wordGap: number
  stretch: number
  leading: number
  isHidden: boolean
  /** Shade of fills from 0 (black) to 255 (white). */
  shade: number
  /** The fill color is known to be white. */
  isWhite: boolean
}

export const initialState = (): GraphicsState => ({
  matrix: identityMatrix,
  font: unknownFont,
  size: 0,
  letterGap: 0,
  wordGap: 0,
  stretch: 1,
  leading: 0,
  isHidden: false,
  shade: 0,
  isWhite: false
})
