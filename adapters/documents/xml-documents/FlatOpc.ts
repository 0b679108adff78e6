import { reportXmlOutcome } from "../ooxml/package/OoxmlPackage.ts"
import { readPackage } from "../ooxml/ReadOoxml.ts"
import { decodeBase64Object } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader } from "../reading/Findings.ts"
import type { XmlOutcome } from "../xml/ReadXml.ts"
import { readXml } from "../xml/ReadXml.ts"
import type { XmlAttributes, XmlName } from "../xml/XmlNames.ts"
import { ZipArchive } from "../zip/ZipArchive.ts"
import type { ZipEntry } from "../zip/ZipRecords.ts"

/** Namespace of the elements of a flat package ("Open XML Flat OPC", Office 2007). */
const packageUri = "http://schemas.microsoft.com/office/2006/xmlPackage"

/** Reads an Office document that is a package written as one XML file. */
export const readFlatOpc: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const { archive, outcome } = openFlatOpc(bytes, budget, findings)
  reportXmlOutcome(outcome, true, "document", findings)
  readPackage(archive, findings, budget)
  return findings.reading()
}

/** A flat package as an archive, with the outcome of reading its XML. */
interface FlatPackage {
  readonly archive: ZipArchive
  readonly outcome: XmlOutcome
}

/** Part of a flat package. */
interface FlatPart {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

/**
 * Reads a package that Office wrote as one XML file, and returns its parts as an archive. The parts then have the same
 * readers as those of a ZIP.
 */
const openFlatOpc = (bytes: Uint8Array, budget: Budget, findings: Findings): FlatPackage => {
  const parts = new FlatParts(budget, findings)
  const outcome = readXml(bytes, parts, budget)
  return { archive: archiveOf(parts.parts, budget), outcome }
}

class FlatParts {
  readonly parts: Array<FlatPart> = []
  private part: { readonly name: string; readonly contentType: string } | null = null
  private xml: XmlWriter | null = null
  private base64: Array<string> | null = null
  private readonly budget: Budget
  private readonly findings: Findings

  constructor(budget: Budget, findings: Findings) {
    this.budget = budget
    this.findings = findings
  }

  open(name: XmlName, attributes: XmlAttributes): void {
    if (this.xml !== null) return this.xml.open(name, attributes)
    if (name.uri !== packageUri) return
    switch (name.local) {
      case "part":
        this.part = {
          name: (attributes.any("name") ?? "").replace(/^\//, ""),
          contentType: attributes.any("contentType") ?? ""
        }
        break
      case "xmlData":
        this.xml = new XmlWriter()
        break
      case "binaryData":
        this.base64 = []
        break
    }
  }

  close(name: XmlName): void {
    if (this.xml !== null && !this.xml.isEmpty) return this.xml.close(name)
    if (name.uri !== packageUri) return
    if (name.local === "xmlData" && this.xml !== null) {
      this.add(this.xml.bytes())
      this.xml = null
    }
    if (name.local === "binaryData" && this.base64 !== null) {
      this.add(decodeBase64Object(this.base64.join(""), this.part?.name ?? "document", this.findings))
      this.base64 = null
    }
    if (name.local === "part") this.part = null
  }

  text(text: string): void {
    this.xml?.text(text)
    this.base64?.push(text)
  }

  private add(bytes: Uint8Array): void {
    if (this.part === null) return
    this.budget.spendDecoded(bytes.length, false)
    this.parts.push({ ...this.part, bytes })
  }
}

/**
 * Writes elements as XML with the same names and namespaces. A prefix is declared where it is first used, so that the
 * text is hardly longer than the original.
 */
class XmlWriter {
  private readonly pieces: Array<string> = []
  /** Prefixes of the open elements, by namespace. */
  private readonly prefixes = new Map<string, string>([["http://www.w3.org/XML/1998/namespace", "xml"]])
  /** Namespaces that each open element declares. */
  private readonly declared: Array<ReadonlyArray<string>> = []
  private count = 0

  get isEmpty(): boolean {
    return this.declared.length === 0
  }

  open({ local, uri }: XmlName, attributes: XmlAttributes): void {
    const added: Array<string> = []
    const nameOf = (local: string, uri: string): string => {
      if (uri === "") return local
      const known = this.prefixes.get(uri)
      if (known !== undefined) return `${known}:${local}`
      const prefix = `n${this.count++}`
      this.prefixes.set(uri, prefix)
      added.push(uri)
      return `${prefix}:${local}`
    }
    const tag = nameOf(local, uri)
    const values = attributes.all().map((one) => ` ${nameOf(one.local, one.uri)}="${escapeXml(one.value)}"`)
    const namespaces = added.map((uri) => ` xmlns:${this.prefixes.get(uri) ?? ""}="${escapeXml(uri)}"`)
    this.pieces.push(`<${tag}${namespaces.join("")}${values.join("")}>`)
    this.declared.push(added)
  }

  close({ local, uri }: XmlName): void {
    const prefix = uri === "" ? undefined : this.prefixes.get(uri)
    this.pieces.push(prefix === undefined ? `</${local}>` : `</${prefix}:${local}>`)
    for (const uri of this.declared.pop() ?? []) this.prefixes.delete(uri)
  }

  text(text: string): void {
    if (!this.isEmpty) this.pieces.push(escapeXml(text))
  }

  bytes(): Uint8Array {
    return new TextEncoder().encode(this.pieces.join(""))
  }
}

const escapeXml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

/** Returns an archive whose entries are the parts, uncompressed, and the list of their content types. */
const archiveOf = (parts: ReadonlyArray<FlatPart>, budget: Budget): ZipArchive => {
  const overrides = parts.map(({ contentType, name }) =>
    `<Override PartName="/${escapeXml(name)}" ContentType="${escapeXml(contentType)}"/>`
  )
  const types = new TextEncoder().encode(`<Types>${overrides.join("")}</Types>`)
  const all = [{ name: "[Content_Types].xml", bytes: types }, ...parts]
  const file = new Uint8Array(all.reduce((sum, { bytes }) => sum + bytes.length, 0))
  const entries: Array<ZipEntry> = []
  let at = 0
  for (const { bytes, name } of all) {
    file.set(bytes, at)
    entries.push({
      name,
      method: 0,
      storedBytes: bytes.length,
      claimedBytes: bytes.length,
      isEncrypted: false,
      isInDirectory: true,
      from: at,
      to: at + bytes.length,
      otherMethod: null
    })
    at += bytes.length
  }
  return new ZipArchive(file, budget, entries, [], false)
}
