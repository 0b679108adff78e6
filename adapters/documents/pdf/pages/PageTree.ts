import { boundsOf, type Rectangle } from "../content/Matrix.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import { PdfDictionary, PdfName, type PdfValue } from "../objects/PdfValue.ts"

export const pageTreeDepthMax = 64
/** Maximum number of child nodes visited. Repeated nodes count each time. */
export const pageKidsMax = 65_536

/** Page with its inherited attributes (ISO 32000-2, section 7.7.3.4). */
export interface PageNode {
  readonly page: PdfDictionary
  readonly resources: PdfValue
  /** Visible area of the page. */
  readonly box: Rectangle
}

/** Page size in points if the file does not declare a size: US Letter. */
const defaultBox: Rectangle = { left: 0, bottom: 0, right: 612, top: 792 }

/**
 * Returns the pages of a file in order, each once. If the catalog does not lead to a page, finds the pages by type, in
 * file order. There can be as many pages as objects, so callers read only the first pages.
 */
export const findPages = (file: PdfFile): ReadonlyArray<PageNode> => {
  const pages: Array<PageNode> = []
  const seen = new Set<PdfDictionary>()
  let kidsLeft = pageKidsMax
  const inherited = (node: PdfDictionary, key: string, above: PdfValue): PdfValue => {
    const own = file.resolve(node.get(key))
    return own === null ? above : own
  }

  const walk = (value: PdfValue | undefined, above: Inherited, depth: number): void => {
    const node = file.resolve(value)
    if (!(node instanceof PdfDictionary) || seen.has(node) || depth > pageTreeDepthMax) return
    seen.add(node)
    const own = {
      resources: inherited(node, "Resources", above.resources),
      mediaBox: inherited(node, "MediaBox", above.mediaBox),
      cropBox: inherited(node, "CropBox", above.cropBox)
    }
    const kids = file.resolve(node.get("Kids"))
    // Treat any node without kids as a page, because the type can be wrong or missing.
    if (!Array.isArray(kids)) pages.push({ page: node, resources: own.resources, box: boxOf(file, own) })
    else {
      for (const kid of kids) {
        if (--kidsLeft < 0) return
        walk(kid, own, depth + 1)
      }
    }
  }

  walk(catalogOf(file)?.get("Pages"), noInherited, 0)
  if (pages.length > 0) return pages
  for (const { value } of file.objects) {
    if (value instanceof PdfDictionary && isOfType(file, value, "Page")) walk(value, noInherited, 0)
  }
  return pages
}

interface Inherited {
  readonly resources: PdfValue
  readonly mediaBox: PdfValue
  readonly cropBox: PdfValue
}

const noInherited: Inherited = { resources: null, mediaBox: null, cropBox: null }

/** Returns the catalog that the trailer names, else the last object of type `Catalog`. */
export const catalogOf = (file: PdfFile): PdfDictionary | null => {
  const root = file.trailerEntry("Root")
  if (root instanceof PdfDictionary) return root
  const catalog = file.objects.findLast(({ value }) =>
    value instanceof PdfDictionary && isOfType(file, value, "Catalog")
  )
  return catalog?.value instanceof PdfDictionary ? catalog.value : null
}

const isOfType = (file: PdfFile, value: PdfDictionary, type: string): boolean => {
  const typeName = file.resolve(value.get("Type"))
  return typeName instanceof PdfName && typeName.text === type
}

/** Returns the crop box within the media box, or the media box if they do not overlap. */
const boxOf = (file: PdfFile, { cropBox, mediaBox }: Inherited): Rectangle => {
  const media = rectangleOf(file, mediaBox) ?? defaultBox
  const crop = rectangleOf(file, cropBox) ?? media
  const both = {
    left: Math.max(media.left, crop.left),
    bottom: Math.max(media.bottom, crop.bottom),
    right: Math.min(media.right, crop.right),
    top: Math.min(media.top, crop.top)
  }
  return both.right > both.left && both.top > both.bottom ? both : media.right > media.left ? media : defaultBox
}

/** Returns the rectangle between two opposite corners (ISO 32000-2, section 7.9.5), or null. */
export const rectangleOf = (file: PdfFile, value: PdfValue | undefined): Rectangle | null => {
  const corners = file.resolve(value)
  return Array.isArray(corners) ? boundsOf(corners.slice(0, 4).map((one) => file.resolve(one))) : null
}
