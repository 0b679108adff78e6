import { textCharsMax } from "../../../../core/documents/facts/Fact.ts"
import { decodeBase64 } from "../../reading/Base64.ts"
import type { Budget } from "../../reading/Budget.ts"
import { type Findings, truncateFactText } from "../../reading/Findings.ts"
import type { XmlName } from "../../xml/XmlNames.ts"
import { openZip } from "../../zip/ZipArchive.ts"
import { type PartCollector, TextBuffer } from "../package/PartCollector.ts"

/** Maximum Base64 characters of one mashup (Power Query data). */
export const mashupCharsMax = 4 * 1024 * 1024

/** Collects the data sources in the Power Query formulas of a workbook (MS-QDEFF 2.1 and 2.2). */
export class DataMashup implements PartCollector {
  private content: TextBuffer | null = null
  private readonly where: string
  private readonly findings: Findings
  private readonly budget: Budget

  constructor(where: string, findings: Findings, budget: Budget) {
    this.where = where
    this.findings = findings
    this.budget = budget
  }

  selects({ local }: XmlName): boolean {
    return local === "DataMashup"
  }

  open({ local }: XmlName): void {
    if (local === "DataMashup") this.content = new TextBuffer(mashupCharsMax)
  }

  close({ local }: XmlName): void {
    if (local !== "DataMashup" || this.content === null) return
    const sources = sourcesIn(formulasOf(decodeBase64(this.content.toString()).bytes, this.budget))
    this.content = null
    for (const target of sources) {
      this.findings.add({ kind: "reference", role: "data", target: truncateFactText(target), where: this.where })
    }
  }

  text(text: string): void {
    this.content?.add(text)
  }
}

/**
 * Offset of the package in a mashup, after the version and length. The package contains the formulas in
 * `Formulas/Section1.m`.
 */
const packageOffset = 8

const formulasOf = (bytes: Uint8Array, budget: Budget): string => {
  const zip = bytes.length > packageOffset ? openZip(bytes.subarray(packageOffset), budget) : null
  if (zip === null) return ""
  const sections = zip.entries.filter(({ name }) => /\.m$/i.test(name))
  return sections.map((entry) => decoder.decode(zip.read(entry).bytes)).join("\n").slice(0, textCharsMax)
}

const decoder = new TextDecoder()

/** Returns the string literals of M code that are URLs or paths. */
const sourcesIn = (formulas: string): ReadonlySet<string> => {
  const texts = [...formulas.matchAll(/"(?:[^"]|"")*"/g)].map(([text]) => text.slice(1, -1).replaceAll("\"\"", "\""))
  return new Set(texts.filter((text) => /^(?:[a-z][a-z0-9+.-]+:\/\/|\\\\|[a-z]:\\)/i.test(text)))
}
