import { type HiddenTextKind, textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import type { Budget } from "../../reading/Budget.ts"
import { type Matrix, matrixOf, type Rectangle, transformBounds } from "../content/Matrix.ts"
import { mapBytesMax } from "../fonts/PdfFont.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import { PdfDictionary, type PdfValue } from "../objects/PdfValue.ts"
import { type DrawnImage, type RectangleCluster, unitSquare } from "./DrawnShapes.ts"
import { type DocumentState, Interpreter, operatorsMax } from "./Interpreter.ts"
import { annotationsOf, appearanceOf, coveredShare, linksOf } from "./PageLinks.ts"
import { type CharBudget, PageText } from "./PageText.ts"
import { findPages, type PageNode, rectangleOf } from "./PageTree.ts"

/** Maximum number of pages that are read. Phishing content is at the start of a document. */
export const pagesReadMax = 20
/** Maximum number of content streams per page. */
export const contentStreamsMax = 1_024

export interface PdfLink {
  readonly url: string
  /** Visible text of the link, or null. */
  readonly text: string | null
  readonly rect: Rectangle
}

/** Text of a page that is hidden in one way. */
export interface HiddenText {
  readonly how: HiddenTextKind
  readonly text: string
}

/** Maximum characters of the hidden text of a document. A scan of 20 pages has about 60,000. */
export const hiddenCharsMax = 131_072
/** Minimum share of a page, 0 to 1, that an image of a scan covers. */
export const scanShareMin = 0.5

export interface PdfPage {
  /** One-based page number. */
  readonly number: number
  /** Visible text in drawing order. Words and lines are separated according to their positions. */
  readonly text: string
  /**
   * Number of characters that are invisible, too small or outside of the page. The text layer of a scanned page is
   * invisible.
   */
  readonly hiddenChars: number
  readonly hiddenTexts: ReadonlyArray<HiddenText>
  readonly links: ReadonlyArray<PdfLink>
  readonly imagesDrawn: number
  /** Drawn images that are XObjects. */
  readonly images: ReadonlyArray<DrawnImage>
  /** Clusters of small filled rectangles, such as a QR code drawn as vector graphics. */
  readonly clusters: ReadonlyArray<RectangleCluster>
  /** Size of the page in points. */
  readonly area: { readonly width: number; readonly height: number }
  /** Share of the page that links cover, from 0 to 1. */
  readonly linkArea: number
}

/** Reads the first pages of a file. Damage on one page does not affect other pages. */
export const readPages = (file: PdfFile, budget: Budget): ReadonlyArray<PdfPage> => {
  const documentState: DocumentState = {
    file,
    budget,
    fonts: new Map(),
    mapBytesLeft: mapBytesMax,
    operatorsLeft: operatorsMax
  }
  const budgets: TextBudgets = { visible: { left: textCharsMax }, hidden: { left: hiddenCharsMax } }
  return findPages(file).slice(0, pagesReadMax).map((node, at) => readPage(documentState, node, at + 1, budgets))
}

interface TextBudgets {
  readonly visible: CharBudget
  readonly hidden: CharBudget
}

const readPage = (
  documentState: DocumentState,
  { box, page, resources }: PageNode,
  number: number,
  budgets: TextBudgets
): PdfPage => {
  const { file } = documentState
  const annotations = annotationsOf(file, page)
  const places = linksOf(file, annotations)
  const text = new PageText(box, budgets.visible, places.length > 0, budgets.hidden)
  const interpreter = new Interpreter(documentState, text, box)
  interpreter.run(contentOf(file, page, documentState.budget), resources)
  for (const annotation of annotations) drawAnnotation(file, interpreter, text, annotation, resources)
  interpreter.rectangles.end()
  const texts = text.within(places.map(({ lines }) => lines))
  return {
    number,
    text: text.toString(),
    hiddenChars: text.hiddenChars,
    hiddenTexts: hiddenTextsOf(text, isScan(interpreter.images, interpreter.imagesDrawn, box)),
    links: places.map(({ rect, url }, at) => ({ url, rect, text: texts[at] ?? null })),
    imagesDrawn: interpreter.imagesDrawn,
    images: interpreter.images,
    clusters: interpreter.rectangles.clusters,
    area: { width: box.right - box.left, height: box.top - box.bottom },
    linkArea: coveredShare(places.flatMap(({ lines }) => lines), box)
  }
}

const hiddenTextsOf = (text: PageText, isScan: boolean): ReadonlyArray<HiddenText> =>
  [...text.hiddenTexts].map(([kind, hidden]) => ({
    how: isScan && kind === "invisible text" ? "text layer of a scan" : kind,
    text: hidden.toString()
  }))

/** Reports whether the images of a page cover it together, as in a scan, whose pages can consist of several strips. */
const isScan = (images: ReadonlyArray<DrawnImage>, imagesDrawn: number, box: Rectangle): boolean =>
  imagesDrawn > images.length ||
  coveredShare(images.map(({ matrix }) => transformBounds(unitSquare, matrix)), box) >= scanShareMin

/** Returns the content of a page (ISO 32000-2, section 7.8.2). Several streams are joined with a blank. */
const contentOf = (file: PdfFile, page: PdfDictionary, budget: Budget): Uint8Array => {
  const contents = page.get("Contents")
  const resolved = file.resolve(contents)
  const parts = (Array.isArray(resolved) ? resolved.slice(0, contentStreamsMax) : [contents]).flatMap((part) => {
    const stream = file.streamReferredTo(part)
    return stream === null ? [] : [stream.bytes]
  })
  const [first] = parts
  if (first !== undefined && parts.length === 1) return first
  // The length is limited, because a page can list a stream repeatedly.
  const length = Math.min(contentBytesMax, parts.reduce((sum, { length }) => sum + length + 1, 0))
  // Skip the joining if the content will not be read.
  if (length > budget.lexable && !budget.takeLexed(length)) return nothing
  const joined = new Uint8Array(length).fill(blank)
  let at = 0
  for (const part of parts) {
    if (at + part.length > length) break
    joined.set(part, at)
    at += part.length + 1
  }
  return joined
}

/** Maximum content bytes per page. */
export const contentBytesMax = 16 * 1024 * 1024
const blank = 32
const nothing = new Uint8Array(0)

/** Draws the appearance of a form field or stamp, fitted into its rectangle (ISO 32000-2, section 12.5.5). */
const drawAnnotation = (
  file: PdfFile,
  interpreter: Interpreter,
  text: PageText,
  annotation: PdfDictionary,
  resources: PdfValue
): void => {
  const appearance = appearanceOf(file, annotation)
  const object = appearance === null ? undefined : file.latestOf(appearance.number)
  const rect = rectangleOf(file, annotation.get("Rect"))
  if (object === undefined || rect === null || !(object.value instanceof PdfDictionary)) return
  const bounds = rectangleOf(file, object.value.get("BBox"))
  if (bounds === null) return
  const values = file.resolve(object.value.get("Matrix"))
  const matrix = Array.isArray(values) ? matrixOf(values.slice(0, 6).map((one) => file.resolve(one))) : null
  text.startLine()
  interpreter.drawForm(
    object,
    resources,
    1,
    fitRectangle(matrix === null ? bounds : transformBounds(bounds, matrix), rect)
  )
}

/** Returns the matrix that maps one rectangle to another. */
const fitRectangle = (from: Rectangle, to: Rectangle): Matrix => {
  const a = (to.right - to.left) / (from.right - from.left || 1)
  const d = (to.top - to.bottom) / (from.top - from.bottom || 1)
  return { a, b: 0, c: 0, d, e: to.left - from.left * a, f: to.bottom - from.bottom * d }
}
