import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { PackagePictures } from "../images/PackagePictures.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../xml/ReadXml.ts"
import { openZip, type ZipArchive } from "../zip/ZipArchive.ts"
import { normalizeZipName, type ZipEntry } from "../zip/ZipRecords.ts"
import { readContent } from "./OdfContent.ts"
import { isXml, makeCaptureHandler, readFlat, reportXmlOutcome } from "./OdfFlat.ts"
import { readMeta } from "./OdfMeta.ts"
import { odfName } from "./OdfNames.ts"
import { OdfScripts, readLibraryPart, readOtherPart } from "./OdfScripts.ts"
import { OdfText } from "./OdfText.ts"

/** Reads documents of OpenOffice and LibreOffice: packages and flat XML documents (ODF 1.3). */
export const readOdf: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const archive = openZip(bytes, budget)
  if (archive !== null) new OdfPackage(archive, findings, budget).read()
  else if (isXml(bytes)) readFlat(bytes, findings, budget)
  else findings.add({ kind: "damaged", detail: nothingReadable, where: "document" })
  return findings.reading()
}

/** Contents of `META-INF/manifest.xml` (ODF 1.3 part 2, 4). */
interface OdfManifest {
  /** Paths of the encrypted parts as written, by their lookup key. */
  readonly encrypted: ReadonlyMap<string, string>
  readonly outcome: XmlOutcome
}

const readManifest = (bytes: Uint8Array, budget: Budget): OdfManifest => {
  const encrypted = new Map<string, string>()
  let path = ""
  const outcome = readXml(bytes, {
    open: (name, attributes) => {
      const element = odfName(name)
      if (element === "manifest:file-entry") path = attributes.any("full-path") ?? ""
      else if (element === "manifest:encryption-data") encrypted.set(normalizeZipName(path), path)
    },
    close: (name) => {
      if (odfName(name) === "manifest:file-entry") path = ""
    }
  }, budget)
  return { encrypted, outcome }
}

/** Kinds of parts by name, in reading order. The most important kinds are first in case the budget runs out. */
const kinds = [
  ["content", /^content\.xml$/],
  ["content", /^styles\.xml$/],
  ["meta", /(?:^|\/)meta\.xml$/],
  // The anchor avoids quadratic time for a path with many matching folders.
  ["library", /^(?=.*(?:^|\/)(?:basic|dialogs)\/).*\.(?:xml|xba|xdl|xlb|xlc)$/s],
  ["script", /^(?=.*(?:^|\/)scripts\/).*[^/]$/s],
  ["content", /\/(?:content|styles)\.xml$/],
  ["other", /\.(?:xml|rdf)$/],
  ["none", /^mimetype$|^meta-inf\/|\/$|^layout-cache$/],
  ["media", /(?:^|\/)(?:thumbnails|pictures|media|fonts|objectreplacements|configurations2)\//],
  ["file", /(?:)/]
] as const

type PartKind = typeof kinds[number][0]

const xmlKinds: ReadonlySet<PartKind> = new Set<PartKind>(["content", "meta", "library", "other"])

/** First bytes of programs, archives, documents, shortcuts and Flash, which do not belong in media folders. */
const activeFileSignatures: ReadonlyArray<string> = [
  "MZ",
  "\x7fELF",
  "PK\x03\x04",
  "%PDF",
  "{\\rt",
  "#!",
  "CWS",
  "FWS",
  "ZWS",
  "Rar!",
  "7z\xbc\xaf",
  "MSCF",
  "L\0\0\0\x01\x14\x02"
]
const compoundSignature = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
const latin1 = new TextDecoder("latin1")

/** Reads all parts of a package, including parts that the manifest does not list. */
class OdfPackage {
  private readonly archive: ZipArchive
  private readonly findings: Findings
  private readonly budget: Budget
  private readonly text: OdfText
  private readonly scripts: OdfScripts
  private readonly pictures = new PackagePictures()
  private encrypted: ReadonlyMap<string, string> = new Map()
  private pages: number | null = null

  constructor(archive: ZipArchive, findings: Findings, budget: Budget) {
    this.archive = archive
    this.findings = findings
    this.budget = budget
    this.text = new OdfText(findings)
    this.scripts = new OdfScripts(findings)
  }

  read(): void {
    const { archive, findings } = this
    this.reportType()
    this.readManifest()
    for (const { entry, kind } of this.inOrder()) this.readPart(entry, kind)
    this.text.finish(this.pages)
    this.pictures.addCodes(this.text.pageCount(this.pages), this.budget, findings)
    for (const detail of archive.anomalies) findings.add({ kind: "tampered archive", detail, where: "archive" })
    if (archive.isCutOff) findings.add({ kind: "cut off", limit: "entries", where: "archive" })
  }

  private reportType(): void {
    const entry = this.archive.find("mimetype")
    const other = entry === undefined ? null : otherOdfType(latin1.decode(this.archive.read(entry).bytes))
    if (other !== null) this.findings.add({ kind: "unread", detail: other, isDocument: true, where: "document" })
  }

  private inOrder(): ReadonlyArray<{ readonly entry: ZipEntry; readonly kind: PartKind }> {
    return this.archive.entries.map((entry) => {
      const order = kinds.findIndex(([, pattern]) => pattern.test(normalizeZipName(entry.name)))
      return { entry, kind: kinds[order]![0], order }
    }).toSorted((one, other) => one.order - other.order)
  }

  private readManifest(): void {
    const { archive, budget, findings } = this
    const where = "META-INF/manifest.xml"
    const entry = archive.find(where)
    if (entry === undefined) return findings.add({ kind: "damaged", detail: "no manifest", where: "document" })
    const { encrypted, outcome } = readManifest(archive.read(entry).bytes, budget)
    reportXmlOutcome(outcome, where, findings)
    this.encrypted = encrypted
    // Reports an encrypted document only once, because all its parts have the same password. Otherwise, reports each
    // encrypted part, because a macro library may have a separate password.
    if (encrypted.has("content.xml") || encrypted.has("encrypted-package")) {
      findings.add({ kind: "encrypted", opened: null, where: "document" })
    } else {for (const path of encrypted.values()) {
        findings.add({ kind: "encrypted", opened: null, where: truncateFactText(path) })
      }}
  }

  private readPart(entry: ZipEntry, kind: PartKind): void {
    if (kind === "none" || entry.storedBytes === 0 && entry.claimedBytes === 0) return
    const { archive, findings, scripts } = this
    if (xmlKinds.has(kind) && !this.budget.canBeginXml) return
    const where = truncateFactText(entry.name)
    const { bytes, isWhole } = archive.read(entry)
    // Skips encrypted parts. Reads a part that is declared as encrypted but is readable.
    const isHidden = this.encrypted.has(normalizeZipName(entry.name)) && !isXml(bytes)
    if (isHidden || bytes.length === 0) return
    if (!isWhole) findings.add({ kind: "damaged", detail: "an incomplete part", where })
    if (kind === "media" && !/(?:^|\/)thumbnails\//.test(normalizeZipName(entry.name))) {
      this.pictures.add(where, entry.storedBytes, bytes, () => bytes)
    }
    if (kind === "media" || kind === "file") return this.addFile(bytes, kind, where)
    if (kind === "script" && !/\.xml$/i.test(entry.name)) {
      if (!scripts.addFile(bytes, where)) this.addFile(bytes, "file", where)
      return
    }
    reportXmlOutcome(this.readXml(bytes, kind, where), where, findings)
  }

  private readXml(bytes: Uint8Array, kind: PartKind, where: string): XmlOutcome {
    const { budget, findings, scripts, text } = this
    switch (kind) {
      case "content": {
        const folders = normalizeZipName(where).split("/").length - 1
        return readContent(
          bytes,
          { where, folders, findings, text, capture: makeCaptureHandler(where, scripts, findings) },
          budget
        )
      }
      case "meta": {
        const { outcome, pages } = readMeta(bytes, where, findings, budget)
        this.pages ??= pages
        return outcome
      }
      case "library":
        return readLibraryPart(bytes, where, findings, scripts, budget)
      default:
        return readOtherPart(bytes, where, findings, budget)
    }
  }

  private addFile(bytes: Uint8Array, kind: "media" | "file", where: string): void {
    const begin = latin1.decode(bytes.subarray(0, 8))
    const isCompound = begin === compoundSignature
    if (kind === "media" && !isCompound && !activeFileSignatures.some((one) => begin.startsWith(one))) return
    const name = where.slice(where.lastIndexOf("/") + 1)
    this.findings.addFile({ name, bytes, as: isCompound ? "ole object" : "package part", where })
  }
}

const prefix = "application/vnd.oasis.opendocument."

/** Document types that are read. Excludes databases, whose queries and code are not read. */
const readTypes: ReadonlySet<string> = new Set(
  ["text", "spreadsheet", "presentation", "graphics", "formula", "chart", "image"]
    .flatMap((type) => [type, `${type}-template`])
    .concat("text-master", "text-master-template", "text-web")
)

/**
 * Returns the type of a package as a phrase, from its `mimetype` entry (OpenDocument 1.3, part 2, section 3.3). Null
 * for a type that is read, and for a type that is not an OpenDocument type.
 */
const otherOdfType = (mimeType: string): string | null => {
  const type = mimeType.trim().toLowerCase()
  if (!type.startsWith(prefix) || readTypes.has(type.slice(prefix.length))) return null
  return type === `${prefix}database` || type === `${prefix}base`
    ? "an OpenDocument database"
    : "an OpenDocument container of an unknown type"
}
