import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import type { XmlAttributes } from "../xml/XmlNames.ts"
import { odfName } from "./OdfNames.ts"
import { isRemoteTarget } from "./OdfTargets.ts"

/** Maximum plausible page count. Larger counts are ignored. */
const pagesMax = 100_000

/** Reads `meta.xml`: the location of the template, an automatic reload or redirect, and the page count. */
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

/** Reports the remote template, or the remote target of an automatic reload, that a metadata element states. */
export const addMeta = (element: string, attributes: XmlAttributes, where: string, findings: Findings): void => {
  if (element !== "meta:template" && element !== "meta:auto-reload") return
  const target = attributes.any("href") ?? ""
  if (!isRemoteTarget(target)) return
  const role = element === "meta:template" ? "template" : "frame"
  findings.add({ kind: "reference", role, target: truncateFactText(target), where })
}

/** Returns the page count that an element states; null if there is none. */
export const pagesOf = (element: string, attributes: XmlAttributes): number | null => {
  if (element !== "meta:document-statistic") return null
  const pages = Number(attributes.any("page-count") ?? NaN)
  return Number.isInteger(pages) && pages > 0 && pages <= pagesMax ? pages : null
}
