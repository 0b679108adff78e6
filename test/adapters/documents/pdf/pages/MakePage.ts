import { PdfFile } from "../../../../../adapters/documents/pdf/objects/PdfFile.ts"
import { type PdfPage, readPages } from "../../../../../adapters/documents/pdf/pages/PdfPages.ts"
import { Budget } from "../../../../../adapters/documents/reading/Budget.ts"
import { makePdf, type Objects } from "../MakePdf.ts"

/** Returns a stream object as PDF text. */
export const stream = (content: string, entries = ""): string =>
  `<<${entries}/Length ${content.length}>>stream\n${content}\nendstream`

/** Font `F`: Helvetica with letters 0.5 em wide, which makes positions easy to calculate. */
export const plainFont = "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 0/Widths[" +
  `${Array.from({ length: 256 }, () => "500").join(" ")}]>>`

export interface PageParts {
  readonly content: string
  /** Entries of the page. Further objects start at number 10. */
  readonly entries?: string
  readonly objects?: Objects
  /** Font dictionary of `F`. */
  readonly font?: string
  /** Further resource entries. */
  readonly resources?: string
}

/** Builds a file with one page of 200 by 100 points. */
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
