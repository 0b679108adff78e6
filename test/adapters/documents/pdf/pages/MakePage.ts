import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { type PdfPage, readPages } from "../../../../../adapters/documents/pdf/pages/PdfPages.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { makePdf, type Objects } from "../MakePdf.ts"

/** An object with a stream. */
export const stream = (content: string, entries = ""): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`

/** Font `F`: letters of Helvetica, 0.5 wide each, so that places are easy to work out. */
export const plainFont = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 0/Widths[" +
  `${Array.from({ length: 256 }, () => "500").join(" ")}]>>`

export interface PageParts {
  readonly content: string
  /** Entries of the page, and objects from number 10 on. */
  readonly entries?: string
  readonly objects?: Objects
  /** The font dictionary `F`. */
  readonly font?: string
  /** Further entries of the resources. */
  readonly resources?: string
}

/** A file of one page of 200 by 100 points. */
export const onePage = (
  { content, entries = "", font = plainFont, objects = {}, resources = "" }: PageParts
): Uint8Array =>
  makePdf({
    1: "<</Type/Catalog/Pages 2 0 R>>",
    2: "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]>>",
    3: `<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F 5 0 R>>${resources}>>${entries}>>`,
    4: stream(content),
    5: font,
    ...objects
  }, "none")

export const pagesOf = (bytes: Uint8Array, budget = new Budget()): ReadonlyArray<PdfPage> =>
  readPages(new PdfFile(bytes, budget), budget)

export const pageOf = (parts: PageParts): PdfPage => pagesOf(onePage(parts))[0]!
