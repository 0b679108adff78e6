import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { Findings, type Reader } from "../reading/Findings.ts"
import { openZip } from "../zip/ZipArchive.ts"
import { isXml, readFlat } from "./OdfFlat.ts"
import { OdfPackage } from "./OdfPackage.ts"

/** Reads documents of OpenOffice and LibreOffice: packages, and such as are one XML file (ODF 1.3). */
export const readOdf: Reader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const archive = openZip(bytes, budget)
  if (archive !== null) new OdfPackage(archive, findings, budget).read()
  else if (isXml(bytes)) readFlat(bytes, findings, budget)
  else findings.add({ kind: "damaged", what: nothingReadable, where: "document" })
  return findings.reading()
}
