import { isDarkColor, TableCells } from "../../images/CellCodes.ts"
import { type Findings, truncateFactText } from "../../reading/Findings.ts"
import type { XmlAttributes, XmlName } from "../../xml/XmlNames.ts"
import type { PartCollector } from "../package/PartCollector.ts"

const elements: ReadonlySet<string> = new Set(["tbl", "tr", "tc", "gridSpan", "shd", "tcPr"])

/** Collects the shading of the cells of Word's tables (ECMA-376 part 1, 17.4), in which a QR code can be drawn. */
export class WordTables implements PartCollector {
  private readonly cells = new TableCells()
  private readonly where: string
  private isInProperties = false
  private isDark = false
  private span = 1

  constructor(where: string) {
    this.where = where
  }

  selects({ local }: XmlName): boolean {
    return elements.has(local)
  }

  open({ local, uri }: XmlName, attributes: XmlAttributes): void {
    if (!wordUri.test(uri)) return
    if (local === "tbl") this.cells.openTable()
    else if (local === "tr") this.cells.openRow()
    else if (local === "tc") this.cells.addCell(false)
    else if (local === "tcPr") [this.isInProperties, this.isDark, this.span] = [true, false, 1]
    else if (this.isInProperties && local === "shd") this.isDark = isDarkColor(attributes.any("fill") ?? "")
    else if (this.isInProperties && local === "gridSpan") {
      this.span = Math.max(1, Number.parseInt(attributes.any("val") ?? "1", 10) || 1)
    }
  }

  close({ local, uri }: XmlName): void {
    if (!wordUri.test(uri)) return
    if (local === "tbl") this.cells.closeTable()
    else if (local === "tcPr" && this.isInProperties) {
      this.isInProperties = false
      this.cells.shadeLastCell(this.isDark)
      this.cells.addCell(this.isDark, this.span - 1)
    }
  }

  text(): void {
    // Only the shading of cells counts.
  }

  /** Adds the links in the codes. */
  addTo(findings: Findings): void {
    for (const code of this.cells.readCodes()) {
      findings.add({ kind: "link", url: truncateFactText(code), text: null, from: "qr", where: this.where })
    }
  }
}

const wordUri = /\/(?:wordprocessingml|wordml)\b/
