import type { LumaImage } from "../../images/Luma.ts"
import { isCodeShaped, readQrCodes } from "../../images/QrCodes.ts"
import type { Budget } from "../../reading/Budget.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import type { DrawnImage } from "../pages/DrawnShapes.ts"
import type { PdfPage } from "../pages/PdfPages.ts"
import { lumaOfImage } from "./ImageShades.ts"
import { boundsOfImage, drawImages, drawRectangles, isSquare, touching, unionOf } from "./Mosaic.ts"

/** Documents with more pages are not looked through for codes: those that carry a code to be scanned are short. */
export const qrPagesMax = 5
/** Pictures of a document that are searched. */
export const qrImagesMax = 8
/** Pixels of all images that are decoded for it. */
export const qrPixelsMax = 4 * 1024 * 1024
/** Images of a page that may together be one picture. */
export const mosaicImagesMax = 32

export interface PdfQrCode {
  readonly text: string
  /** From 1 on. */
  readonly page: number
}

/**
 * Whether `readPdfQrCodes` may find anything: few pages, and on them a picture that is about as wide as high, parts of one,
 * or rectangles that may be one.
 */
export const worthReadingQr = (pages: ReadonlyArray<PdfPage>): boolean =>
  pages.length <= qrPagesMax &&
  pages.some(({ clusters, images }) =>
    images.some(({ height, width }) => isCodeShaped(width, height)) ||
    clusters.some(({ bounds }) => isSquare(bounds)) ||
    mosaicsOf(images).length > 0
  )

/**
 * The QR codes on these pages: in an image, in several that lie side by side (to cut a code in two hides it from whoever looks
 * at each image), or drawn as rectangles. It takes tens of milliseconds, and more than reading the rest of the document: to be
 * called where `worthReadingQr` says so.
 */
export const readPdfQrCodes = (
  file: PdfFile,
  pages: ReadonlyArray<PdfPage>,
  budget: Budget
): ReadonlyArray<PdfQrCode> => {
  const search = new Search(file, budget)
  for (const page of pages.slice(0, qrPagesMax)) search.look(page)
  return search.codes
}

class Search {
  readonly codes: Array<PdfQrCode> = []
  private readonly file: PdfFile
  private readonly budget: Budget
  private readonly lumas = new Map<PdfObject, LumaImage | null>()
  private readonly searched = new Set<PdfObject>()
  private picturesLeft = qrImagesMax
  private pixelsLeft = qrPixelsMax

  constructor(file: PdfFile, budget: Budget) {
    this.file = file
    this.budget = budget
  }

  look({ clusters, images, number }: PdfPage): void {
    for (const cluster of clusters) {
      if (isSquare(cluster.bounds)) this.read(() => drawRectangles(cluster), number)
    }
    for (const image of images) {
      if (this.searched.has(image.object) || !isCodeShaped(image.width, image.height)) continue
      this.searched.add(image.object)
      this.read(() => this.lumaOf(image), number)
    }
    for (const mosaic of mosaicsOf(images)) {
      this.read(() => {
        const placed = mosaic.flatMap((image) => {
          const luma = this.lumaOf(image)
          return luma === null ? [] : [{ image: luma, place: image.place }]
        })
        return placed.length > 1 ? drawImages(placed) : null
      }, number)
    }
  }

  private read(draw: () => LumaImage | null, page: number): void {
    if (--this.picturesLeft < 0 || this.budget.isLate) return
    const picture = draw()
    for (const text of picture === null ? [] : readQrCodes(picture)) {
      if (!this.codes.some((code) => code.text === text && code.page === page)) this.codes.push({ text, page })
    }
  }

  private lumaOf({ height, object, width }: DrawnImage): LumaImage | null {
    const known = this.lumas.get(object)
    if (known !== undefined) return known
    if (!(width * height <= this.pixelsLeft)) return null
    this.pixelsLeft -= width * height
    const luma = lumaOfImage(this.file, object, this.budget)
    this.lumas.set(object, luma)
    return luma
  }
}

/** Images that touch, and together are about as wide as high. */
const mosaicsOf = (images: ReadonlyArray<DrawnImage>): ReadonlyArray<ReadonlyArray<DrawnImage>> =>
  images.length < 2 || images.length > mosaicImagesMax
    ? []
    : touching(images, ({ place }) => boundsOfImage(place)).filter((group) =>
      group.length > 1 && isSquare(unionOf(group.map(({ place }) => boundsOfImage(place))))
    )
