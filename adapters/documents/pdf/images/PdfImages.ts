import type { LumaImage } from "../../images/Luma.ts"
import { hasCodeProportions, readQrCodes } from "../../images/QrCodes.ts"
import type { Budget } from "../../reading/Budget.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import type { DrawnImage } from "../pages/DrawnShapes.ts"
import type { PdfPage } from "../pages/PdfPages.ts"
import { lumaOfImage } from "./ImageLuma.ts"
import { boundingBoxOf, boundsOfImage, drawImages, drawRectangles, groupTouching, isNearlySquare } from "./Mosaic.ts"

/** Maximum pages of a document that is searched for QR codes. Phishing documents with a code are short. */
export const qrPagesMax = 5
/** Maximum number of pictures searched per document. */
export const qrImagesMax = 8
/** Maximum total number of pixels that are decoded for a document. */
export const qrPixelsMax = 4 * 1024 * 1024
/** Maximum number of images on a page that are combined into one picture. */
export const mosaicImagesMax = 32

export interface PdfQrCode {
  readonly text: string
  /** One-based page number. */
  readonly page: number
}

/**
 * Reports whether `readPdfQrCodes` can find a code. The document must have at most `qrPagesMax` pages. A page must have
 * a roughly square picture, parts of a square picture, or rectangles that can form a code.
 */
export const mayHaveQrCodes = (pages: ReadonlyArray<PdfPage>): boolean =>
  pages.length <= qrPagesMax &&
  pages.some(({ clusters, images }) =>
    images.some(({ height, width }) => hasCodeProportions(width, height)) ||
    clusters.some(({ bounds }) => isNearlySquare(bounds)) ||
    mosaicsOf(images).length > 0
  )

/**
 * Returns the QR codes on these pages. A code can be in one image, drawn as rectangles, or split over adjacent images,
 * which hides it from scanners that check each image separately. Takes tens of milliseconds, more than reading the rest
 * of the document. Call it only if `mayHaveQrCodes` returns true.
 */
export const readPdfQrCodes = (
  file: PdfFile,
  pages: ReadonlyArray<PdfPage>,
  budget: Budget
): ReadonlyArray<PdfQrCode> => {
  const search = new QrSearch(file, budget)
  for (const page of pages.slice(0, qrPagesMax)) search.searchPage(page)
  return search.codes
}

class QrSearch {
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

  searchPage({ clusters, images, number }: PdfPage): void {
    for (const cluster of clusters) {
      if (isNearlySquare(cluster.bounds)) this.read(() => drawRectangles(cluster), number)
    }
    for (const image of images) {
      if (this.searched.has(image.object) || !hasCodeProportions(image.width, image.height)) continue
      this.searched.add(image.object)
      this.read(() => this.lumaOf(image), number)
    }
    for (const mosaic of mosaicsOf(images)) {
      this.read(() => {
        const placed = mosaic.flatMap((image) => {
          const luma = this.lumaOf(image)
          return luma === null ? [] : [{ image: luma, matrix: image.matrix }]
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
    const cached = this.lumas.get(object)
    if (cached !== undefined) return cached
    if (!(width * height <= this.pixelsLeft)) return null
    this.pixelsLeft -= width * height
    const luma = lumaOfImage(this.file, object, this.budget)
    this.lumas.set(object, luma)
    return luma
  }
}

/** Returns groups of touching images that together are roughly square. */
const mosaicsOf = (images: ReadonlyArray<DrawnImage>): ReadonlyArray<ReadonlyArray<DrawnImage>> =>
  images.length < 2 || images.length > mosaicImagesMax
    ? []
    : groupTouching(images, ({ matrix }) => boundsOfImage(matrix)).filter((group) =>
      group.length > 1 && isNearlySquare(boundingBoxOf(group.map(({ matrix }) => boundsOfImage(matrix))))
    )
