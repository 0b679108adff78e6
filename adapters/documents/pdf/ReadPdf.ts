import { nothingReadable, type Reading } from "../../../core/documents/facts/Fact.ts"
import type { Budget } from "../reading/Budget.ts"
import { factText, Findings } from "../reading/Findings.ts"
import { findActions } from "./actions/PdfActions.ts"
import { PdfFile } from "./objects/PdfFile.ts"
import { placeOf } from "./objects/PdfTrailers.ts"
import { findAttachments } from "./PdfAttachments.ts"
import { findContents } from "./PdfContents.ts"
import { findPolyglot } from "./PdfPolyglot.ts"
import { findSigns } from "./PdfSigns.ts"
import { findPages } from "./text/PageTree.ts"
import { readPdfQrCodes, worthReadingQr } from "./text/PdfImages.ts"
import { type PdfPage, readPages } from "./text/PdfPages.ts"

/** A PDF: actions, links, attachments, forms, and how it is made. Never throws. */
export const readPdf = (bytes: Uint8Array, budget: Budget): Reading => {
  const findings = new Findings(budget.limits.factsMax)
  const file = new PdfFile(bytes, budget)
  if (file.objects.length === 0) findings.add({ kind: "damaged", what: nothingReadable, where: "document" })
  else if (file.trailerEntry("Root") === null) {
    findings.add({ kind: "damaged", what: "no trailer names a catalog", where: "document" })
  }
  if (file.encryption !== "none") {
    const opened = file.encryption === "opened" ? "empty password" : null
    findings.add({ kind: "encrypted", opened, where: "document" })
  }
  readObjects(file, findings)
  // Which trailer counts is for the viewer to say: what one reading garbles stands in the other.
  if (file.isEncryptionInDoubt && file.encryption === "opened") readObjects(new PdfFile(bytes, budget, true), findings)
  findPolyglot(bytes, findings)
  findText(file, budget, findings)
  return findings.reading()
}

const readObjects = (file: PdfFile, findings: Findings): void => {
  for (const action of findActions(file)) {
    const where = placeOf(action.object)
    if (action.kind === "URI" && action.trigger !== "open" && action.target !== null) {
      findings.add({ kind: "link", url: factText(action.target), text: null, from: "annotation", where })
    }
    findings.add({ kind: "action", action, where })
  }
  findAttachments(file, findings)
  findSigns(file, findings)
  findContents(file, findings)
}

/** What a person reads, and what stands where the links are. */
const findText = (file: PdfFile, budget: Budget, findings: Findings): void => {
  const pages = readPages(file, budget)
  for (const { links, number } of pages) {
    for (const { text, url } of links) {
      findings.add({ kind: "link", url: factText(url), text, from: "annotation", where: `page ${number}` })
    }
  }
  for (const { page, text } of worthReadingQr(pages) ? readPdfQrCodes(file, pages, budget) : []) {
    findings.add({ kind: "link", url: factText(text), text: null, from: "qr", where: `page ${page}` })
  }
  const text = pages.map((page) => page.text).join("\n")
  const linkArea = Math.max(0, ...pages.map((page) => page.linkArea))
  const count = findPages(file).length
  const emptyPages = pages.filter(isEmpty).length
  if (count > 0) findings.add({ kind: "text", text, pages: count, emptyPages, linkArea, where: "document" })
}

/** Put in, it makes a document longer and says nothing. */
const isEmpty = ({ clusters, imagesDrawn, links, text }: PdfPage): boolean =>
  text.trim() === "" && imagesDrawn === 0 && clusters.length === 0 && links.length === 0
