import type { Budget } from "../../reading/Budget.ts"
import type { Findings } from "../../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../../xml/ReadXml.ts"
import type { ZipArchive } from "../../zip/ZipArchive.ts"
import { normalizeZipName, type ZipEntry } from "../../zip/ZipRecords.ts"
import { type OwnedRelationship, ownerOf, readRelationships } from "./Relationships.ts"

/** Part of the package with its content type and relationships. */
export interface Part {
  readonly name: string
  readonly entry: ZipEntry
  /** Content type in lower case, or an empty string if the package does not declare a content type. */
  readonly contentType: string
  /** Types of the relationships that target this part. */
  readonly relations: ReadonlySet<string>
}

/** OOXML package (ECMA-376 part 2) with its content types and relationships, both of which may be incomplete. */
export class OoxmlPackage {
  readonly archive: ZipArchive
  /** All entries except folders, content types and relationships. */
  readonly parts: ReadonlyArray<Part>
  readonly relationships: ReadonlyArray<OwnedRelationship>
  private readonly types = new ContentTypes()
  private readonly byOwner = new Map<string, Array<OwnedRelationship>>()

  constructor(archive: ZipArchive, budget: Budget, findings: Findings) {
    this.archive = archive
    const [typeParts, relsParts, others] = classifyEntries(archive.entries)
    for (const entry of typeParts) {
      const { bytes, isWhole } = archive.read(entry)
      reportXmlOutcome(this.types.read(bytes, budget), isWhole, entry.name, findings)
    }
    const relationships: Array<OwnedRelationship> = []
    for (const entry of relsParts) {
      const { bytes, isWhole } = archive.read(entry)
      const { list, outcome } = readRelationships(bytes, entry.name, ownerOf(entry.name), budget)
      reportXmlOutcome(outcome, isWhole, entry.name, findings)
      for (const relationship of list) relationships.push(relationship)
    }
    this.relationships = relationships
    const relations = new Map<string, Set<string>>()
    for (const relationship of relationships) {
      const key = normalizeZipName(relationship.owner)
      const owned = this.byOwner.get(key)
      if (owned === undefined) this.byOwner.set(key, [relationship])
      else owned.push(relationship)
      if (relationship.part === "") continue
      const types = relations.get(relationship.part)
      if (types === undefined) relations.set(relationship.part, new Set([relationship.type]))
      else types.add(relationship.type)
    }
    this.parts = others.map((entry) => ({
      name: entry.name,
      entry,
      contentType: this.types.typeOf(entry.name),
      relations: relations.get(normalizeZipName(entry.name)) ?? noRelations
    }))
  }

  /** Returns the declared content type of a part, whether or not the part exists. */
  typeOf(part: string): string {
    return this.types.typeOf(part)
  }

  /** Content types declared for part names or extensions, whether or not such parts exist. */
  get namedTypes(): ReadonlyArray<string> {
    return this.types.named
  }

  relationshipsOf(part: string): ReadonlyArray<OwnedRelationship> {
    return this.byOwner.get(normalizeZipName(part)) ?? []
  }

  /** Reports whether the content type of the main part allows macros. */
  get mayHoldMacros(): boolean {
    const opened = this.relationshipsOf("").filter(({ type }) => type === "officedocument").map(({ part }) => part)
    const main = this.parts.filter(({ name }) => opened.includes(normalizeZipName(name)))
    return (main.length > 0 ? main : this.parts.filter(isMainPart)).some(({ contentType }) =>
      contentType.includes("macroenabled")
    )
  }
}

const noRelations: ReadonlySet<string> = new Set()

/** Reports whether a program that opens the package starts with this part. */
export const isMainPart = ({ contentType, relations }: Part): boolean =>
  relations.has("officedocument") || /[.+]main\b/.test(contentType)

/**
 * Reports whether any property of a part marks it as an Excel 4.0 macro sheet (MS-XLSX 2.1, "xlMacrosheet" and
 * "xlIntlMacrosheet").
 */
export const isMacroSheet = ({ contentType, name, relations }: Part): boolean =>
  contentType.includes("macrosheet") || relations.has("xlmacrosheet") || relations.has("xlintlmacrosheet") ||
  // The folder `macrosheets` also contains the indexes of binary sheets.
  /(?:^|[\\/])macrosheets[\\/]/i.test(name) && !relations.has("xlbinaryindex")

const classifyEntries = (
  entries: ReadonlyArray<ZipEntry>
): readonly [Array<ZipEntry>, Array<ZipEntry>, Array<ZipEntry>] => {
  const types: Array<ZipEntry> = []
  const rels: Array<ZipEntry> = []
  const others: Array<ZipEntry> = []
  for (const entry of entries) {
    const key = normalizeZipName(entry.name)
    if (key === "[content_types].xml") types.push(entry)
    else if (key.endsWith(".rels")) rels.push(entry)
    else if (!key.endsWith("/")) others.push(entry)
  }
  return [types, rels, others]
}

/** Adds facts about the XML of a part: entities, truncation and syntax errors. */
export const reportXmlOutcome = (outcome: XmlOutcome, isWhole: boolean, where: string, findings: Findings): void => {
  if (outcome.entity !== null) findings.add({ kind: "xml entity", entity: outcome.entity, where })
  if (outcome.cutOff !== null) findings.add({ kind: "cut off", limit: outcome.cutOff, where })
  else if (!isWhole) findings.add({ kind: "damaged", detail: "entry", where })
  else if (!outcome.isWellFormed) findings.add({ kind: "damaged", detail: "XML", where })
}

/**
 * Content types from `[Content_Types].xml` by part name and by extension (ECMA-376 part 2, 7.2.3), all in lower case.
 */
class ContentTypes {
  private readonly byName = new Map<string, string>()
  private readonly byExtension = new Map<string, string>()

  /**
   * Reads one part `[Content_Types].xml`. An archive can contain several, and the first declaration for a part wins.
   */
  read(bytes: Uint8Array, budget: Budget): XmlOutcome {
    return readXml(bytes, {
      open: ({ local }, attributes) => {
        const type = attributes.get("ContentType")?.trim().toLowerCase()
        if (type === undefined || (local !== "Override" && local !== "Default")) return
        const [names, key] = local === "Override"
          ? [this.byName, normalizeZipName(attributes.get("PartName") ?? "")]
          : [this.byExtension, attributes.get("Extension")?.toLowerCase() ?? ""]
        if (!names.has(key)) names.set(key, type)
      }
    }, budget)
  }

  /** Returns the content type of a part, or an empty string if no type is declared. */
  typeOf(name: string): string {
    const key = normalizeZipName(name)
    return this.byName.get(key) ?? this.byExtension.get(key.slice(key.lastIndexOf(".") + 1)) ?? ""
  }

  get named(): ReadonlyArray<string> {
    return [...this.byName.values(), ...this.byExtension.values()]
  }
}

interface PackageType {
  /** Name of the package type for messages, with an article: "an XPS document". */
  readonly description: string
  /** Pattern of a part name, in lower case, that occurs in every package of this type. */
  readonly part: RegExp
  /** Pattern of the content type of the part that `part` matches. Null if the content type is not distinctive. */
  readonly contentType: RegExp | null
}

/**
 * Package types of other programs, recognized by a part of the package. An Office document can embed such a package,
 * but the recognized part is then inside the embedded file.
 */
const otherTypes: ReadonlyArray<PackageType> = [
  {
    description: "an XPS document",
    part: /\.fdseq$/,
    contentType: /^application\/(?:vnd\.ms-package\.xps-fixeddocumentsequence|oxps-fixeddocumentsequence)\+xml$/
  },
  {
    description: "a Visio drawing",
    part: /^visio\/document\.xml$/,
    contentType: /^application\/vnd\.ms-visio\.[a-z.]{1,60}\.main\+xml$/
  },
  {
    description: "a Windows app package",
    part: /^(?:appxmanifest|appxmetadata\/appxbundlemanifest)\.xml$/,
    contentType: /^application\/vnd\.ms-appx\.(?:bundle)?manifest\+xml$/
  },
  { description: "a Visual Studio extension", part: /^extension\.vsixmanifest$/, contentType: null },
  { description: "a NuGet package", part: /^[^/]{1,255}\.nuspec$/, contentType: null },
  {
    description: "a 3MF model",
    part: /^3d\/3dmodel\.model$/,
    contentType: /^application\/vnd\.ms-package\.3dmanufacturing-3dmodel\+xml$/
  },
  { description: "a DWFx drawing", part: /^dwfdocumentsequence\.dwfseq$/, contentType: null },
  {
    description: "an Office theme",
    part: /^theme\/theme\/thememanager\.xml$/,
    contentType: /^application\/vnd\.openxmlformats-officedocument\.thememanager\+xml$/
  },
  { description: "a Power BI report", part: /^datamodel(?:schema)?$/, contentType: null }
]

/** Pattern of the content types of main parts in Word, Excel and PowerPoint. */
const officeType =
  /^application\/vnd\.(?:openxmlformats-officedocument\.(?:wordprocessingml|spreadsheetml|presentationml)|ms-(?:word|excel|powerpoint))\.[a-z.]{1,80}\bmain(?:\+xml)?$/

/** Pattern of the usual names of main parts, which are the only clue if the content types are damaged. */
const officePart = /^(?:word\/document\d{0,9}\.xml|xl\/workbook\d{0,9}\.(?:xml|bin)|ppt\/presentation\d{0,9}\.xml)$/

/**
 * Returns the name of the type of a package, or null for Word, Excel and PowerPoint documents. In a truncated document,
 * the main part may exist only in the content types.
 */
export const otherPackageType = ({ namedTypes, parts }: OoxmlPackage): string | null => {
  const other = otherTypes.find(({ contentType, part }) =>
    parts.some((one) => part.test(normalizeZipName(one.name)) || contentType?.test(one.contentType) === true)
  )
  if (other !== undefined) return other.description
  return parts.some(({ name }) => officePart.test(normalizeZipName(name))) ||
      namedTypes.some((type) => officeType.test(type))
    ? null
    : "an Open Packaging container of an unknown type"
}
