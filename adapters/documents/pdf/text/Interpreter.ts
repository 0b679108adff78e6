import type { Budget } from "../../Budget.ts"
import type { PdfFile } from "../PdfFile.ts"
import type { PdfObject } from "../PdfObjects.ts"
import { PdfDictionary, PdfName, PdfReference, type PdfValue } from "../PdfValue.ts"
import { ContentLexer, NameOperand, type Operand, otherWord } from "./ContentLexer.ts"
import { skipInlineImage } from "./InlineImage.ts"
import { identity, type Matrix, matrixOf, product } from "./Matrix.ts"
import type { PageText } from "./PageText.ts"
import { type PdfFont, readFont, unknownFont } from "./PdfFont.ts"

/** Operators of all pages of a document together. */
export const operatorsMax = 2_000_000
/** Graphics states that are saved within one another. */
export const savedStatesMax = 256
/** Forms within forms. */
export const formDepthMax = 8
/** Times that one form is drawn on a page. */
export const formDrawsMax = 4
/** Fonts of a document. */
export const fontsMax = 256
/** Images of a page that are kept to be looked into. */
export const pageImagesMax = 64

/** An image on a page, so many pixels large: the unit square, as this matrix places it. */
export interface DrawnImage {
  readonly object: PdfObject
  readonly width: number
  readonly height: number
  readonly place: Matrix
}

/** What the pages of one document share. */
export interface Workshop {
  readonly file: PdfFile
  readonly budget: Budget
  readonly fonts: Map<PdfDictionary, PdfFont>
  operatorsLeft: number
}

/** The text state and what else counts for where a letter stands (ISO 32000-2, sections 8.4 and 9.3). */
interface State {
  place: Matrix
  font: PdfFont
  size: number
  letterGap: number
  wordGap: number
  stretch: number
  leading: number
  isHidden: boolean
}

/** Carries out what matters of a content stream: text, images, and forms. Colours, paths and clipping are passed over. */
export class Interpreter {
  imagesDrawn = 0
  readonly images: Array<DrawnImage> = []
  private readonly workshop: Workshop
  private readonly text: PageText
  private readonly draws = new Map<PdfObject, number>()
  private state: State = {
    place: identity,
    font: unknownFont,
    size: 0,
    letterGap: 0,
    wordGap: 0,
    stretch: 1,
    leading: 0,
    isHidden: false
  }
  private readonly saved: Array<State> = []
  private line: Matrix = identity
  /** The matrix of the text, which every letter moves on. */
  private cursor = { ...identity }

  constructor(workshop: Workshop, text: PageText) {
    this.workshop = workshop
    this.text = text
  }

  /** @param resources of the page or form that the content belongs to */
  run(content: Uint8Array, resources: PdfValue, depth = 0): void {
    if (!this.workshop.budget.takeLexed(content.length)) return
    const lexer = new ContentLexer(content)
    const bottom = this.saved.length
    for (let operator = lexer.next(); operator !== null; operator = lexer.next()) {
      if (--this.workshop.operatorsLeft < 0) return
      if (operator !== otherWord) this.carryOut(operator, lexer, resources, depth, bottom)
    }
    // What a form saved and did not restore ends with it.
    const left = this.saved[bottom]
    if (left !== undefined) {
      this.state = left
      this.saved.length = bottom
    }
  }

  /** A form XObject, or the appearance of an annotation, which is one. */
  drawForm(object: PdfObject, resources: PdfValue, depth: number, place: Matrix | null = null): void {
    const { value } = object
    const draws = this.draws.get(object) ?? 0
    if (!(value instanceof PdfDictionary) || depth > formDepthMax || draws >= formDrawsMax) return
    this.draws.set(object, draws + 1)
    const content = this.workshop.file.streamOf(object)
    if (content === null) return
    const before = this.state
    const [line, cursor] = [this.line, this.cursor]
    const matrix = this.resolvedMatrix(value.get("Matrix"))
    this.state = { ...before, place: product(matrix, product(place ?? identity, before.place)) }
    const own = this.workshop.file.resolve(value.get("Resources"))
    this.run(content.bytes, own instanceof PdfDictionary ? own : resources, depth)
    this.state = before
    this.line = line
    this.cursor = cursor
  }

  private carryOut(
    operator: string,
    lexer: ContentLexer,
    resources: PdfValue,
    depth: number,
    bottom: number
  ): void {
    const { state } = this
    switch (operator) {
      case "Tj":
        return this.showOne(lexer.last)
      case "TJ":
        return this.showMany(lexer.last)
      case "'":
        this.nextLine(0, -state.leading)
        return this.showOne(lexer.last)
      case "\"":
        state.wordGap = lexer.number(0)
        state.letterGap = lexer.number(1)
        this.nextLine(0, -state.leading)
        return this.showOne(lexer.last)
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
        return this.setLine(identity)
      case "Tf":
        state.font = this.fontOf(lexer.other(0), resources)
        state.size = lexer.number(1)
        return
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
        return
      case "q":
        if (this.saved.length < bottom + savedStatesMax) this.saved.push({ ...state })
        return
      case "Q":
        if (this.saved.length > bottom) this.state = this.saved.pop()!
        return
      case "cm":
        state.place = product(operandMatrix(lexer), state.place)
        return
      case "Do":
        return this.drawObject(lexer.other(0), resources, depth)
      case "BI":
        this.imagesDrawn++
        return skipInlineImage(lexer)
    }
  }

  private setLine(matrix: Matrix): void {
    this.line = matrix
    this.cursor = { ...matrix }
  }

  private nextLine(x: number, y: number): void {
    const { a, b, c, d, e, f } = this.line
    this.setLine({ a, b, c, d, e: e + x * a + y * c, f: f + x * b + y * d })
  }

  private showOne(operand: Operand | undefined): void {
    if (operand instanceof Uint8Array) this.show(operand)
  }

  /** Numbers between the strings move the cursor back, in thousandths of the size. */
  private showMany(operand: Operand | undefined): void {
    if (!Array.isArray(operand)) return
    const { size, stretch } = this.state
    for (const one of operand) {
      if (one instanceof Uint8Array) this.show(one)
      else if (typeof one === "number") this.advance(-one / 1000 * size * stretch)
    }
  }

  private advance(by: number): void {
    const { cursor } = this
    cursor.e += by * cursor.a
    cursor.f += by * cursor.b
  }

  private show(bytes: Uint8Array): void {
    const { cursor, state, text } = this
    const { font, letterGap, size, stretch, wordGap } = state
    const { a, b, c, d, e, f } = product(cursor, state.place)
    const height = Math.hypot(c, d) * Math.abs(size)
    const isSeen = !state.isHidden && text.isSeen(e, f, height)
    const length = Math.hypot(a, b) || 1
    if (isSeen) text.begin(e, f, a / length, b / length, height)
    // The middle of a letter lies about a third of its size above the line.
    const upX = c * size * 0.3
    const upY = d * size * 0.3
    let moved = 0
    for (let at = 0; at < bytes.length; at++) {
      let code = bytes[at]!
      const isBlank = code === 32 && (!font.isComposite || font.isSingle(code))
      if (font.isComposite && !font.isSingle(code)) {
        at++
        code = code << 8 | (bytes[at] ?? 0)
      }
      const width = font.widthOf(code) * size
      const letter = font.textOf(code)
      if (isSeen) {
        const middle = moved + width * stretch / 2
        text.add(letter, e + middle * a + upX, f + middle * b + upY)
      } else text.hiddenChars += letter.length
      moved += (width + letterGap + (isBlank ? wordGap : 0)) * stretch
    }
    this.advance(moved)
    if (isSeen) text.end(e + moved * a, f + moved * b)
  }

  private fontOf(name: Operand | undefined, resources: PdfValue): PdfFont {
    const { file, fonts } = this.workshop
    const font = file.resolve(this.resource(resources, "Font", name))
    if (!(font instanceof PdfDictionary)) return unknownFont
    const known = fonts.get(font)
    if (known !== undefined) return known
    if (fonts.size >= fontsMax) return unknownFont
    const read = readFont(file, font)
    fonts.set(font, read)
    return read
  }

  private drawObject(name: Operand | undefined, resources: PdfValue, depth: number): void {
    const { file } = this.workshop
    const reference = this.resource(resources, "XObject", name)
    const object = reference instanceof PdfReference ? file.latestOf(reference.number) : undefined
    if (object === undefined || !(object.value instanceof PdfDictionary)) return
    const subtype = file.resolve(object.value.get("Subtype"))
    if (subtype instanceof PdfName && subtype.text === "Image") {
      this.imagesDrawn++
      if (this.images.length >= pageImagesMax) return
      const [width, height] = [sizeOf(file, object.value, "Width"), sizeOf(file, object.value, "Height")]
      this.images.push({ object, width, height, place: this.state.place })
    } else this.drawForm(object, resources, depth + 1)
  }

  private resource(resources: PdfValue, kind: string, name: Operand | undefined): PdfValue | undefined {
    if (!(resources instanceof PdfDictionary) || !(name instanceof NameOperand)) return undefined
    const entries = this.workshop.file.resolve(resources.get(kind))
    return entries instanceof PdfDictionary ? entries.get(name.text) : undefined
  }

  private resolvedMatrix(value: PdfValue | undefined): Matrix {
    const { file } = this.workshop
    const array = file.resolve(value)
    return Array.isArray(array) ? matrixOf(array.slice(0, 6).map((one) => file.resolve(one))) ?? identity : identity
  }
}

const operandMatrix = (lexer: ContentLexer): Matrix => ({
  a: lexer.number(0),
  b: lexer.number(1),
  c: lexer.number(2),
  d: lexer.number(3),
  e: lexer.number(4),
  f: lexer.number(5)
})

/** Of an image, in pixels; 0 where it does not say. */
export const sizeOf = (file: PdfFile, image: PdfDictionary, key: "Width" | "Height"): number => {
  const size = file.resolve(image.get(key))
  return typeof size === "number" ? size : 0
}
