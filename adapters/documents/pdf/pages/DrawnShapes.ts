import { type Matrix, type Rectangle, transformBounds } from "../content/Matrix.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import type { PdfDictionary } from "../objects/PdfValue.ts"

/** Image on a page with its size in pixels. The matrix maps the unit square to the page. */
export interface DrawnImage {
  readonly object: PdfObject
  readonly width: number
  readonly height: number
  readonly matrix: Matrix
}

/** Area that an image fills before its matrix is applied. */
export const unitSquare: Rectangle = { left: 0, bottom: 0, right: 1, top: 1 }

/** Returns a dimension of an image in pixels, or 0 if it is missing. */
export const dimensionOf = (file: PdfFile, image: PdfDictionary, key: "Width" | "Height"): number => {
  const size = file.resolve(image.get(key))
  return typeof size === "number" ? size : 0
}

/** Filled rectangle. Shade 0 is black and 255 is white. */
export interface FilledRectangle extends Rectangle {
  readonly shade: number
}

/** Rectangles in drawing order, and the bounds of the small rectangles among them. */
export interface RectangleCluster {
  readonly rectangles: ReadonlyArray<FilledRectangle>
  readonly bounds: Rectangle
}

/** Minimum number of small rectangles in a cluster. The smallest QR code has several hundred runs of dark modules. */
export const clusterRectanglesMin = 60
/** Maximum rectangles per page. The largest QR code has 31,329 modules. */
export const pageRectanglesMax = 32_768
/** Maximum number of clusters per page. */
export const clustersMax = 4
/** Minimum share of the page area for a rectangle to count as background. */
const largeShareMin = 1 / 16

/** Collects rectangles that are filled without text or images in between, such as a QR code in vector graphics. */
export class FilledRectangles {
  readonly clusters: Array<RectangleCluster> = []
  private path: Array<Rectangle> = []
  private filled: Array<FilledRectangle> = []
  private small = 0
  private bounds = nowhere
  private left = pageRectanglesMax
  private readonly largeArea: number

  constructor(page: Rectangle) {
    this.largeArea = (page.right - page.left) * (page.top - page.bottom) * largeShareMin
  }

  add(x: number, y: number, width: number, height: number, place: Matrix): void {
    if (--this.left < 0) return
    this.path.push(transformBounds({ left: x, bottom: y, right: x + width, top: y + height }, place))
  }

  /** Rectangles of the current path. */
  get currentPath(): ReadonlyArray<Rectangle> {
    return this.path
  }

  /** Fills the rectangles of the current path. */
  fill(shade: number): void {
    for (const { bottom, left, right, top } of this.path) {
      const area = (right - left) * (top - bottom)
      // The condition also excludes infinite values and NaN.
      if (!(area > 0 && area < Number.POSITIVE_INFINITY)) continue
      this.filled.push({ left, bottom, right, top, shade })
      if (area >= this.largeArea) continue
      this.small++
      this.bounds = {
        left: Math.min(this.bounds.left, left),
        bottom: Math.min(this.bounds.bottom, bottom),
        right: Math.max(this.bounds.right, right),
        top: Math.max(this.bounds.top, top)
      }
    }
    this.clearPath()
  }

  /** Discards the current path, because it is used only for clipping or stroking. */
  clearPath(): void {
    if (this.path.length > 0) this.path = []
  }

  /** Ends the cluster. Called when text or an image is drawn, and at the end of the page. */
  end(): void {
    if (this.filled.length === 0) return
    if (this.small >= clusterRectanglesMin && this.clusters.length < clustersMax) {
      this.clusters.push({ rectangles: this.filled, bounds: this.bounds })
    }
    this.filled = []
    this.small = 0
    this.bounds = nowhere
  }
}

const nowhere: Rectangle = {
  left: Number.POSITIVE_INFINITY,
  bottom: Number.POSITIVE_INFINITY,
  right: Number.NEGATIVE_INFINITY,
  top: Number.NEGATIVE_INFINITY
}
