import type { Budget } from "../reading/Budget.ts"
import { factText, type Findings } from "../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import type { XmlAttributes } from "../xml/XmlNames.ts"
import { odfName } from "./OdfNames.ts"
import { isRemote } from "./OdfTargets.ts"

/** Pages that a document may well have. */
const pagesMax = 100_000

/** `meta.xml`: where the template lies, what is loaded in the document's stead, and how many pages there are. */
export const readMeta = (
  bytes: Uint8Array,
  where: string,
  findings: Findings,
  budget: Budget
): { readonly pages: number | null; readonly outcome: XmlOutcome } => {
  let pages: number | null = null
  const outcome = readXml(bytes, {
    open: (name, attributes) => {
      const element = odfName(name)
      addMeta(element, attributes, where, findings)
      pages ??= pagesOf(element, attributes)
    }
  }, budget)
  return { pages, outcome }
}

/** An element of the metadata, wherever these stand. */
export const addMeta = (element: string, attributes: XmlAttributes, where: string, findings: Findings): void => {
  if (element !== "meta:template" && element !== "meta:auto-reload") return
  const target = attributes.any("href") ?? ""
  if (!isRemote(target)) return
  const role = element === "meta:template" ? "template" : "frame"
  findings.add({ kind: "reference", role, target: factText(target), where })
}

/** Null: the element does not tell. */
export const pagesOf = (element: string, attributes: XmlAttributes): number | null => {
  if (element !== "meta:document-statistic") return null
  const pages = Number(attributes.any("page-count") ?? NaN)
  return Number.isInteger(pages) && pages > 0 && pages <= pagesMax ? pages : null
}
