import type { LumaImage } from "../../images/Luma.ts"
import { type Matrix, type Rectangle, transformBounds } from "../content/Matrix.ts"
import type { FilledRectangle, RectangleCluster } from "../pages/DrawnShapes.ts"

/** Pixels of the longer side of a redrawn region, without its margin. */
export const mosaicSidePixels = 600
const marginPixels = 24
/** Maximum number of pixels painted per redrawn picture, including overpainting. */
export const paintedPixelsMax = 20_000_000

/** Picture and its placement. The matrix maps the unit square to the page. */
export interface PlacedImage {
  readonly image: LumaImage
  readonly matrix: Matrix
}

const unitSquare: Rectangle = { left: 0, bottom: 0, right: 1, top: 1 }

/** Returns the bounds of a placed picture on its page. */
export const boundsOfImage = (place: Matrix): Rectangle => transformBounds(unitSquare, place)

export const boundingBoxOf = (rectangles: ReadonlyArray<Rectangle>): Rectangle => {
  const around = { left: Infinity, bottom: Infinity, right: -Infinity, top: -Infinity }
  for (const { bottom, left, right, top } of rectangles) {
    around.left = Math.min(around.left, left)
    around.bottom = Math.min(around.bottom, bottom)
    around.right = Math.max(around.right, right)
    around.top = Math.max(around.top, top)
  }
  return around
}

/** Reports whether the proportions of a rectangle allow a QR code. */
export const isNearlySquare = ({ bottom, left, right, top }: Rectangle): boolean => {
  const [width, height] = [right - left, top - bottom]
  return width > 0 && height > 0 && Math.max(width, height) <= 1.5 * Math.min(width, height)
}

/** Groups items whose rectangles touch or nearly touch. */
export const groupTouching = <Item>(
  items: ReadonlyArray<Item>,
  boundsOf: (item: Item) => Rectangle
): ReadonlyArray<ReadonlyArray<Item>> => {
  let groups: Array<{ readonly items: ReadonlyArray<Item>; readonly bounds: Rectangle }> = []
  for (const item of items) {
    const bounds = boundsOf(item)
    const near = groups.filter((group) => isNear(group.bounds, bounds))
    const joined = {
      items: [...near.flatMap((group) => group.items), item],
      bounds: boundingBoxOf([...near.map((group) => group.bounds), bounds])
    }
    groups = [...groups.filter((group) => !near.includes(group)), joined]
  }
  return groups.map((group) => group.items)
}

/** Maximum gap in points between parts of one picture. A gap of this size is not visible. */
const nearPoints = 3

const isNear = (one: Rectangle, other: Rectangle): boolean =>
  one.left <= other.right + nearPoints && other.left <= one.right + nearPoints &&
  one.bottom <= other.top + nearPoints &&
  other.bottom <= one.top + nearPoints

/** Draws rectangles on white, in drawing order. */
export const drawRectangles = ({ bounds, rectangles }: RectangleCluster): LumaImage => {
  const canvas = new Canvas(bounds)
  for (const rectangle of rectangles) canvas.fill(rectangle)
  return canvas.image()
}

/** Draws pictures together on white, in drawing order. */
export const drawImages = (images: ReadonlyArray<PlacedImage>): LumaImage => {
  const canvas = new Canvas(boundingBoxOf(images.map(({ matrix }) => boundsOfImage(matrix))))
  for (const image of images) canvas.draw(image)
  return canvas.image()
}

class Canvas {
  private readonly around: Rectangle
  private readonly scale: number
  private readonly width: number
  private readonly height: number
  private readonly luma: Uint8Array
  private paintLeft = paintedPixelsMax

  constructor(around: Rectangle) {
    this.around = around
    const [width, height] = [around.right - around.left, around.top - around.bottom]
    const scale = mosaicSidePixels / Math.max(width, height)
    this.scale = Number.isFinite(scale) ? scale : 0
    this.width = Math.ceil(Math.min(mosaicSidePixels, width * this.scale || 0)) + 2 * marginPixels
    this.height = Math.ceil(Math.min(mosaicSidePixels, height * this.scale || 0)) + 2 * marginPixels
    this.luma = new Uint8Array(this.width * this.height).fill(255)
  }

  image(): LumaImage {
    return { width: this.width, height: this.height, luma: this.luma }
  }

  fill({ shade, ...rectangle }: FilledRectangle): void {
    const { bottom, left, right, top } = this.pixelsOf(rectangle)
    if (!this.takePaint((right - left) * (bottom - top))) return
    for (let y = top; y < bottom; y++) this.luma.fill(shade, y * this.width + left, y * this.width + right)
  }

  draw({ image, matrix: { a, b, c, d, e, f }, matrix }: PlacedImage): void {
    const determinant = a * d - b * c
    if (determinant === 0 || !Number.isFinite(determinant)) return
    const { bottom, left, right, top } = this.pixelsOf(boundsOfImage(matrix))
    if (!this.takePaint((right - left) * (bottom - top))) return
    for (let y = top; y < bottom; y++) {
      const up = this.around.top - (y + 0.5 - marginPixels) / this.scale - f
      for (let x = left; x < right; x++) {
        const along = this.around.left + (x + 0.5 - marginPixels) / this.scale - e
        const u = (along * d - up * c) / determinant
        const v = (up * a - along * b) / determinant
        if (u < 0 || u >= 1 || v <= 0 || v > 1) continue
        const row = Math.floor((1 - v) * image.height)
        this.luma[y * this.width + x] = image.luma[row * image.width + Math.floor(u * image.width)]!
      }
    }
  }

  private takePaint(pixels: number): boolean {
    this.paintLeft -= Math.max(0, pixels)
    return this.paintLeft >= 0
  }

  /** Returns pixel bounds clipped to the canvas. Rows are counted from the top. */
  private pixelsOf({ bottom, left, right, top }: Rectangle): Rectangle {
    const across = (x: number) =>
      this.within(Math.round((x - this.around.left) * this.scale) + marginPixels, this.width)
    const down = (y: number) => this.within(Math.round((this.around.top - y) * this.scale) + marginPixels, this.height)
    return { left: across(left), right: across(right), top: down(top), bottom: down(bottom) }
  }

  private within(pixel: number, size: number): number {
    return Math.max(0, Math.min(size, Number.isFinite(pixel) ? pixel : 0))
  }
}
