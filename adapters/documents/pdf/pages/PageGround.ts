import { containsPoint, type Matrix, type Rectangle, transformBounds } from "../content/Matrix.ts"
import { unitSquare } from "./DrawnShapes.ts"

/** Maximum painted areas per page that are stored. With more, the page counts as painted everywhere. */
export const paintedAreasMax = 256
/** Minimum shade of a color that looks white, 0 to 255. */
export const whiteShadeMin = 250

/**
 * What is painted below the text of a page. Paper is white. An area of unknown shape counts as painted everywhere, so
 * that white letters on a drawing are never mistaken for hidden text.
 */
export class PageGround {
  private readonly painted: Array<Rectangle> = []
  private isUnknown = false

  /** Paints rectangles in a color. Without rectangles, the shape is unknown. */
  paint(rectangles: ReadonlyArray<Rectangle>, isWhite: boolean): void {
    if (isWhite) return
    if (rectangles.length === 0 || this.painted.length + rectangles.length > paintedAreasMax) this.isUnknown = true
    else this.painted.push(...rectangles)
  }

  drawImage(matrix: Matrix): void {
    this.paint([transformBounds(unitSquare, matrix)], false)
  }

  isWhiteAt(x: number, y: number): boolean {
    return !this.isUnknown && !this.painted.some((area) => containsPoint(area, x, y))
  }
}
