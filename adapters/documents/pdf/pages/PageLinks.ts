import { targetOf } from "../actions/PdfActions.ts"
import { boundsOf, type Rectangle } from "../content/Matrix.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import { nameOf, PdfDictionary, PdfReference, PdfString, type PdfValue } from "../objects/PdfValue.ts"
import { catalogOf, rectangleOf } from "./PageTree.ts"

/** Maximum annotations examined per page. */
export const annotationsMax = 4_096
export const pageLinksMax = 512
/** Maximum lines per link. */
export const linkQuadsMax = 64

export interface LinkArea {
  readonly url: string
  readonly rect: Rectangle
  /** Lines that the link covers, or the annotation's rectangle if the annotation does not declare lines. */
  readonly lines: ReadonlyArray<Rectangle>
}

/** Returns the annotations of a page (ISO 32000-2, section 12.5). */
export const annotationsOf = (file: PdfFile, page: PdfDictionary): ReadonlyArray<PdfDictionary> => {
  const annotations = file.resolve(page.get("Annots"))
  if (!Array.isArray(annotations)) return []
  const resolved = annotations.slice(0, annotationsMax).map((one) => file.resolve(one))
  return [...new Set(resolved)].filter((one) => one instanceof PdfDictionary)
}

/** Returns the areas of annotations whose action opens a URL, such as links and buttons. */
export const linksOf = (file: PdfFile, annotations: ReadonlyArray<PdfDictionary>): ReadonlyArray<LinkArea> => {
  const base = baseOf(file)
  const places: Array<LinkArea> = []
  for (const annotation of annotations) {
    const action = file.resolve(annotation.get("A"))
    const url = action instanceof PdfDictionary ? urlOf(file, action, base) : null
    if (url === null) continue
    const rect = rectangleOf(file, annotation.get("Rect")) ?? nowhere
    places.push({ url, rect, lines: linesOf(file, annotation, rect) })
    if (places.length === pageLinksMax) break
  }
  return places
}

const nowhere: Rectangle = { left: 0, bottom: 0, right: 0, top: 0 }

/** Returns the URL that an action opens, or null. File actions count only if the file name is a URL. */
const urlOf = (file: PdfFile, action: PdfDictionary, base: string | null): string | null => {
  const kind = nameOf(file.resolve(action.get("S")))
  const target = targetOf(file, action)
  if (target === null || target === "") return null
  if (kind === "URI") return base !== null && !absoluteUrl.test(target) ? base + target : target
  return kind !== null && linkActions.has(kind) && absoluteUrl.test(target) ? target : null
}

const linkActions: ReadonlySet<string> = new Set(["Launch", "GoToR", "GoToE", "Thread", "SubmitForm", "ImportData"])

/** Matches a scheme of at least two letters (one letter is a drive), or two slashes before a host name. */
const absoluteUrl = /^(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i

/** Returns the base of URLs without a scheme (ISO 32000-2, section 12.6.4.8), or null. */
const baseOf = (file: PdfFile): string | null => {
  const uri = file.resolve(catalogOf(file)?.get("URI"))
  const base = uri instanceof PdfDictionary ? file.resolve(uri.get("Base")) : null
  return base instanceof PdfString ? new TextDecoder("latin1").decode(base.bytes) : null
}

/**
 * Returns the lines of a link: quadrilaterals of eight numbers each (ISO 32000-2, section 12.5.6.5). They apply only
 * within the annotation's rectangle.
 */
const linesOf = (file: PdfFile, annotation: PdfDictionary, rect: Rectangle): ReadonlyArray<Rectangle> => {
  const points = file.resolve(annotation.get("QuadPoints"))
  if (!Array.isArray(points) || points.length < 8) return [rect]
  const numbers = points.slice(0, linkQuadsMax * 8).map((one) => file.resolve(one))
  const lines = Array.from(
    { length: Math.floor(numbers.length / 8) },
    (_, at) => boundsOf(numbers.slice(at * 8, at * 8 + 8))
  )
  const isWithin = (line: Rectangle | null): line is Rectangle =>
    line !== null && line.left >= rect.left - 1 && line.right <= rect.right + 1 && line.bottom >= rect.bottom - 1 &&
    line.top <= rect.top + 1
  return lines.every(isWithin) ? lines : [rect]
}

/** Grid cells per side of a page, used to estimate the area that links cover. */
const gridSide = 64

/** Returns the share of a page that the rectangles cover together, from 0 to 1. */
export const coveredShare = (rectangles: ReadonlyArray<Rectangle>, box: Rectangle): number => {
  const covered = new Uint8Array(gridSide * gridSide)
  const [width, height] = [(box.right - box.left) / gridSide, (box.top - box.bottom) / gridSide]
  // Returns the range of cells whose centers are covered.
  const span = (from: number, to: number, start: number, side: number): readonly [number, number] => [
    Math.max(0, Math.ceil((from - start) / side - 0.5)),
    Math.min(gridSide, Math.ceil((to - start) / side - 0.5))
  ]
  for (const { bottom, left, right, top } of rectangles) {
    const [fromColumn, toColumn] = span(left, right, box.left, width)
    const [fromRow, toRow] = span(bottom, top, box.bottom, height)
    for (let row = fromRow; row < toRow; row++) {
      if (toColumn > fromColumn) covered.fill(1, row * gridSide + fromColumn, row * gridSide + toColumn)
    }
  }
  return covered.reduce((sum, one) => sum + one, 0) / covered.length
}

/**
 * Returns the normal appearance of an annotation, which is a form (ISO 32000-2, section 12.5.5). Returns null if the
 * annotation is hidden or has no appearance.
 */
export const appearanceOf = (file: PdfFile, annotation: PdfDictionary): PdfReference | null => {
  const flags = file.resolve(annotation.get("F"))
  if (typeof flags === "number" && (flags & hiddenFlags) !== 0) return null
  const appearances = file.resolve(annotation.get("AP"))
  if (!(appearances instanceof PdfDictionary)) return null
  const normal = appearances.get("N")
  const resolved = file.resolve(normal)
  const state = file.resolve(annotation.get("AS"))
  const isStates = resolved instanceof PdfDictionary && resolved.get("BBox") === undefined
  const shown: PdfValue | undefined = isStates ? resolved.get(nameOf(state) ?? "Off") : normal
  return shown instanceof PdfReference ? shown : null
}

/** Annotation flags Hidden and NoView (ISO 32000-2, section 12.5.3). */
const hiddenFlags = 2 | 32
