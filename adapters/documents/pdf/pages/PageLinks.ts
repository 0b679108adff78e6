import { targetOf } from "../actions/PdfActions.ts"
import { boundsOf, type Rectangle } from "../content/Matrix.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import { nameOf, PdfDictionary, PdfReference, PdfString, type PdfValue } from "../objects/PdfValue.ts"
import { catalogOf, rectangleOf } from "./PageTree.ts"

/** Annotations of one page that are looked at. */
export const annotationsMax = 4_096
/** Links of one page. */
export const pageLinksMax = 512
/** Lines that one link may run over. */
export const linkQuadsMax = 64

/** Something on a page that leads elsewhere when it is clicked. */
export interface LinkPlace {
  readonly url: string
  readonly rect: Rectangle
  /** The lines that it runs over; only the rectangle where it does not say. */
  readonly lines: ReadonlyArray<Rectangle>
}

/** The annotations of a page (ISO 32000-2, section 12.5). */
export const annotationsOf = (file: PdfFile, page: PdfDictionary): ReadonlyArray<PdfDictionary> => {
  const annotations = file.resolve(page.get("Annots"))
  if (!Array.isArray(annotations)) return []
  const found = annotations.slice(0, annotationsMax).map((one) => file.resolve(one))
  return [...new Set(found)].filter((one) => one instanceof PdfDictionary)
}

/** Links of any kind: by their action, so that a button is one as well. */
export const linksOf = (file: PdfFile, annotations: ReadonlyArray<PdfDictionary>): ReadonlyArray<LinkPlace> => {
  const base = baseOf(file)
  const places: Array<LinkPlace> = []
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

/** Files are reached by these too: only where their name is an address are they links. */
const urlOf = (file: PdfFile, action: PdfDictionary, base: string | null): string | null => {
  const kind = nameOf(file.resolve(action.get("S")))
  const target = targetOf(file, action)
  if (target === null || target === "") return null
  if (kind === "URI") return base !== null && !addressed.test(target) ? base + target : target
  return kind !== null && reaching.has(kind) && addressed.test(target) ? target : null
}

const reaching: ReadonlySet<string> = new Set(["Launch", "GoToR", "GoToE", "Thread", "SubmitForm", "ImportData"])

/** A scheme of two letters or more, as a drive has one, or the name of a machine. */
const addressed = /^(?:[a-z][a-z0-9+.-]+:|\\\\|\/\/)/i

/** Section 12.6.4.8: what addresses without a scheme are relative to. */
const baseOf = (file: PdfFile): string | null => {
  const uri = file.resolve(catalogOf(file)?.get("URI"))
  const base = uri instanceof PdfDictionary ? file.resolve(uri.get("Base")) : null
  return base instanceof PdfString ? new TextDecoder("latin1").decode(base.bytes) : null
}

/** Section 12.5.6.5: quadrilaterals of eight numbers each, which count only within the rectangle. */
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

/** Squares along each side of a page, to tell how much of it links cover. */
const gridSide = 64

/** The part of a page that rectangles cover together, 0 to 1. */
export const coverage = (rectangles: ReadonlyArray<Rectangle>, box: Rectangle): number => {
  const covered = new Uint8Array(gridSide * gridSide)
  const [width, height] = [(box.right - box.left) / gridSide, (box.top - box.bottom) / gridSide]
  // Squares whose middle is covered.
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

/** The appearance of an annotation as it is shown now, a form (section 12.5.5); null where it has none. */
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

/** Hidden and NoView (section 12.5.3). */
const hiddenFlags = 2 | 32
