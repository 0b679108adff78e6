import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { xmlDocumentTypeOf } from "../../../core/documents/facts/XmlDocumentType.ts"
import { readOdf } from "../odf/ReadOdf.ts"
import { Findings, type FormatReader } from "../reading/Findings.ts"
import { readExcelXml } from "./ExcelXml.ts"
import { readFlatOpc } from "./FlatOpc.ts"
import { readWordXml } from "./WordXml.ts"
import { readXfdf } from "./Xfdf.ts"

/** Reads an Office document of one XML file, or the data of a PDF form in XML. */
export const readXmlDocument: FormatReader = (bytes, budget) => {
  switch (xmlDocumentTypeOf(bytes)) {
    case "flat opc":
      return readFlatOpc(bytes, budget)
    case "word 2003":
      return readWordXml(bytes, budget)
    case "excel 2003":
      return readExcelXml(bytes, budget)
    case "flat odf":
      return readOdf(bytes, budget)
    case "xfdf":
      return readXfdf(bytes, budget)
    case null: {
      const findings = new Findings(budget.limits.factsMax)
      findings.add({ kind: "damaged", detail: nothingReadable, where: "document" })
      return findings.reading()
    }
  }
}
