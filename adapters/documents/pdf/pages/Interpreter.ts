import { inkLuminance, luminance } from "../../images/Luma.ts"
import type { Budget } from "../../reading/Budget.ts"
import { ContentLexer, NameOperand, type Operand, unknownOperator } from "../content/ContentLexer.ts"
import { identityMatrix, type Matrix, matrixOf, multiply, operandMatrix, type Rectangle } from "../content/Matrix.ts"
import { type FontSource, type PdfFont, readFont, unknownFont } from "../fonts/PdfFont.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import { PdfTextCache } from "../objects/PdfTextCache.ts"
import { PdfDictionary, PdfName, PdfReference, type PdfValue } from "../objects/PdfValue.ts"
import { dimensionOf, type DrawnImage, FilledRectangles } from "./DrawnShapes.ts"
import { readInlineImage, skipInlineImage } from "./InlineImage.ts"
import { PageGround, whiteShadeMin } from "./PageGround.ts"
import type { PageText } from "./PageText.ts"
import { type GraphicsState, initialState, TextOperators } from "./TextOperators.ts"

/** Maximum total operators in the pages of a document. */
export const operatorsMax = 8_000_000
/** Number of operators between deadline checks. It must be a power of 2. */
const operatorsPerCheck = 4_096
/** Maximum number of graphics states that a page or form can save at a time. */
export const savedStateDepthMax = 256
/** Maximum nesting depth of form XObjects. */
export const formDepthMax = 8
/** Maximum number of times that one form is drawn per page. */
export const formDrawsMax = 4
/** Maximum number of fonts per document. */
export const fontsMax = 256
/** Maximum number of images recorded per page. */
export const pageImagesMax = 64

/** State shared by the pages of a document. */
export interface DocumentState extends FontSource {
  readonly budget: Budget
  readonly fonts: Map<PdfDictionary, PdfFont>
  operatorsLeft: number
}

/**
 * Interprets a content stream for text, images, forms and filled rectangles. Ignores other paths, patterns and
 * clipping.
 */
export class Interpreter {
  imagesDrawn = 0
  readonly images: Array<DrawnImage> = []
  readonly rectangles: FilledRectangles
  private readonly document: DocumentState
  private readonly draws = new Map<PdfObject, number>()
  private readonly ground = new PageGround()
  private readonly pen: TextOperators
  private state = initialState()
  private texts: PdfTextCache | undefined
  private readonly saved: Array<GraphicsState> = []

  constructor(documentState: DocumentState, text: PageText, page: Rectangle) {
    this.document = documentState
    this.pen = new TextOperators(text, this.ground)
    this.rectangles = new FilledRectangles(page)
  }

  /** @param resources resources of the page or form that contains the content */
  run(content: Uint8Array, resources: PdfValue, depth = 0): void {
    if (!this.document.budget.takeLexed(content.length)) return
    const lexer = new ContentLexer(content)
    const bottom = this.saved.length
    for (let operator = lexer.next(); operator !== null; operator = lexer.next()) {
      if (!this.takeOperator()) return
      if (operator !== unknownOperator) this.execute(operator, lexer, resources, depth, bottom)
    }
    // Graphics states that a form saved and did not restore end with the form.
    const left = this.saved[bottom]
    if (left !== undefined) {
      this.state = left
      this.saved.length = bottom
    }
  }

  /** Draws a form XObject. The appearance stream of an annotation is a form too. */
  drawForm(object: PdfObject, resources: PdfValue, depth: number, place: Matrix | null = null): void {
    const { value } = object
    const draws = this.draws.get(object) ?? 0
    if (!(value instanceof PdfDictionary) || depth > formDepthMax || draws >= formDrawsMax) return
    this.draws.set(object, draws + 1)
    const content = this.document.file.streamOf(object)
    if (content === null) return
    const before = this.state
    const matrix = this.resolvedMatrix(value.get("Matrix"))
    this.state = { ...before, matrix: multiply(matrix, multiply(place ?? identityMatrix, before.matrix)) }
    const own = this.document.file.resolve(value.get("Resources"))
    this.pen.preserving(() => this.run(content.bytes, own instanceof PdfDictionary ? own : resources, depth))
    this.state = before
  }

  /** Counts an operator. Returns whether to continue. */
  private takeOperator(): boolean {
    const { document } = this
    if (--document.operatorsLeft < 0) {
      document.budget.markExhausted("operators")
      return false
    }
    return (document.operatorsLeft & operatorsPerCheck - 1) !== 0 || !document.budget.isLate
  }

  private execute(
    operator: string,
    lexer: ContentLexer,
    resources: PdfValue,
    depth: number,
    bottom: number
  ): void {
    const { pen, rectangles, state } = this
    switch (operator) {
      case "q":
        if (this.saved.length < bottom + savedStateDepthMax) this.saved.push({ ...state })
        return
      case "Q":
        this.restore(bottom)
        return
      case "cm":
        state.matrix = multiply(operandMatrix(lexer), state.matrix)
        return
      case "Tf":
        state.font = this.fontOf(lexer.other(0), resources)
        state.size = lexer.number(1)
        return
      case "Do":
        return this.drawObject(lexer.other(0), resources, depth)
      case "BI":
        return this.drawInlineImage(lexer, resources)
      case "sh":
        return this.ground.paint([], false)
      case "re":
        return rectangles.add(lexer.number(0), lexer.number(1), lexer.number(2), lexer.number(3), state.matrix)
      case "f":
      case "F":
      case "f*":
      case "B":
      case "B*":
      case "b":
      case "b*":
        return this.fill(state)
      case "n":
      case "S":
      case "s":
        return rectangles.clearPath()
      case "g":
      case "rg":
      case "k":
      case "sc":
      case "scn":
        return setFillColor(operator, lexer, state)
      case "BT":
        rectangles.end()
        return pen.execute(operator, lexer, state)
      default:
        return pen.execute(operator, lexer, state)
    }
  }

  private fill({ isWhite, shade }: GraphicsState): void {
    this.ground.paint(this.rectangles.currentPath, isWhite)
    this.rectangles.fill(shade)
  }

  private drawInlineImage(lexer: ContentLexer, resources: PdfValue): void {
    // Fonts can consist of thousands of inline images, one per letter.
    if (this.images.length >= pageImagesMax) {
      this.beginImage()
      return skipInlineImage(lexer)
    }
    const { budget } = this.document
    this.texts ??= new PdfTextCache()
    const object = readInlineImage(lexer, budget, this.texts, (name) => this.entryOf(resources, "ColorSpace", name))
    if (object !== null) this.drawImage(object)
  }

  private beginImage(): void {
    this.imagesDrawn++
    this.rectangles.end()
    this.ground.drawImage(this.state.matrix)
  }

  private drawImage(object: PdfObject): void {
    const { file } = this.document
    this.beginImage()
    if (this.images.length >= pageImagesMax || !(object.value instanceof PdfDictionary)) return
    const [width, height] = [dimensionOf(file, object.value, "Width"), dimensionOf(file, object.value, "Height")]
    this.images.push({ object, width, height, matrix: this.state.matrix })
  }

  /** Restores the last state saved above `bottom`. */
  private restore(bottom: number): void {
    const saved = this.saved.length > bottom ? this.saved.pop() : undefined
    if (saved !== undefined) this.state = saved
  }

  private fontOf(name: Operand | undefined, resources: PdfValue): PdfFont {
    const { file, fonts } = this.document
    const font = file.resolve(this.resource(resources, "Font", name))
    if (!(font instanceof PdfDictionary)) return unknownFont
    const cached = fonts.get(font)
    if (cached !== undefined) return cached
    if (fonts.size >= fontsMax) return unknownFont
    const read = readFont(this.document, font)
    fonts.set(font, read)
    return read
  }

  private drawObject(name: Operand | undefined, resources: PdfValue, depth: number): void {
    const { file } = this.document
    const reference = this.resource(resources, "XObject", name)
    const object = reference instanceof PdfReference ? file.latestOf(reference.number) : undefined
    if (object === undefined || !(object.value instanceof PdfDictionary)) return
    const subtype = file.resolve(object.value.get("Subtype"))
    if (subtype instanceof PdfName && subtype.text === "Image") this.drawImage(object)
    else this.drawForm(object, resources, depth + 1)
  }

  private resource(resources: PdfValue, kind: string, name: Operand | undefined): PdfValue | undefined {
    return name instanceof NameOperand ? this.entryOf(resources, kind, name.text) : undefined
  }

  private entryOf(resources: PdfValue, kind: string, name: string): PdfValue | undefined {
    if (!(resources instanceof PdfDictionary)) return undefined
    const entries = this.document.file.resolve(resources.get(kind))
    return entries instanceof PdfDictionary ? entries.get(name) : undefined
  }

  private resolvedMatrix(value: PdfValue | undefined): Matrix {
    const { file } = this.document
    const array = file.resolve(value)
    return Array.isArray(array)
      ? matrixOf(array.slice(0, 6).map((one) => file.resolve(one))) ?? identityMatrix
      : identityMatrix
  }
}

const setFillColor = (operator: string, lexer: ContentLexer, state: GraphicsState): void => {
  state.shade = shadeOf(lexer)
  // A single component of `sc` or `scn` can be a tint, which is dark at 1.
  state.isWhite = state.shade >= whiteShadeMin && (!operator.startsWith("s") || lexer.count >= 3)
}

/** Returns the shade of a color. One component is gray, three are RGB and four are CMYK. A pattern counts as black. */
const shadeOf = (lexer: ContentLexer): number => {
  const first = colorComponent(lexer, 0)
  if (lexer.count <= 1) return first
  const [second, third] = [colorComponent(lexer, 1), colorComponent(lexer, 2)]
  return lexer.count === 3
    ? luminance(first, second, third)
    : inkLuminance(first, second, third, colorComponent(lexer, 3))
}

const colorComponent = (lexer: ContentLexer, at: number): number => Math.max(0, Math.min(255, lexer.number(at) * 255))
