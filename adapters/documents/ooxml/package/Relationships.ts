import type { Fact, ReferenceRole } from "../../../../core/documents/facts/Fact.ts"
import type { Budget } from "../../reading/Budget.ts"
import { truncateFactText } from "../../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../../xml/ReadXml.ts"
import { normalizeZipName } from "../../zip/ZipRecords.ts"

/** Maximum length of a target in characters. */
export const targetCharsMax = 8_192

/** Relationship of a package or a part (ECMA-376 part 2, 6.5.3). */
export interface Relationship {
  readonly id: string
  /**
   * Last segment of the type URI in lower case. It is the same in the transitional, strict and Microsoft namespaces.
   */
  readonly type: string
  readonly target: string
  /** True if the target is outside the package. */
  readonly isExternal: boolean
  /** Key of the target part. Empty for an external target. */
  readonly part: string
}

/** Relationship with the names of its relationships part (`where`) and its source part (`owner`). */
export interface OwnedRelationship extends Relationship {
  readonly where: string
  readonly owner: string
}

export interface Relationships {
  readonly list: ReadonlyArray<OwnedRelationship>
  readonly outcome: XmlOutcome
}

/** Reads the relationships in the part `where`, which belong to the part `owner` (empty for the package). */
export const readRelationships = (
  bytes: Uint8Array,
  where: string,
  owner: string,
  budget: Budget
): Relationships => {
  const list: Array<OwnedRelationship> = []
  const outcome = readXml(bytes, {
    open: ({ local }, attributes) => {
      if (local !== "Relationship" || !budget.takeObject()) return
      const written = attributes.get("Target")?.slice(0, targetCharsMax).trim() ?? ""
      const target = decodeScheme(written)
      const isExternal = attributes.get("TargetMode")?.trim().toLowerCase() === "external" || isExternalTarget(target)
      list.push({
        id: attributes.get("Id") ?? "",
        type: typeTail(attributes.get("Type") ?? ""),
        target,
        isExternal,
        part: isExternal ? "" : partKey(target, owner),
        where,
        owner
      })
    }
  }, budget)
  return { list, outcome }
}

/** Returns the source part of a relationships part: `word/_rels/document.xml.rels` belongs to `word/document.xml`. */
export const ownerOf = (relsName: string): string => {
  const name = relsName.replaceAll("\\", "/").replace(/^\//, "")
  const slash = name.lastIndexOf("/")
  const folder = name.slice(0, slash + 1).replace(/_rels\/$/i, "")
  return folder + name.slice(slash + 1).replace(/\.rels$/i, "")
}

const typeTail = (type: string): string => {
  const text = type.trim()
  // The loop starts at the end, because a regular expression would take quadratic time on many inner slashes.
  let end = text.length
  while (text[end - 1] === "/") end--
  const address = text.slice(0, end)
  return address.slice(address.lastIndexOf("/") + 1).toLowerCase()
}

/** Reports whether a target is an absolute URL, network share or drive path. Ignores the declared target mode. */
export const isExternalTarget = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i.test(target)

/**
 * Decodes a target whose scheme is percent-encoded as a disguise (`%68ttp:`). Other targets stay unchanged, because
 * escapes are significant in the rest of a URL.
 */
const decodeScheme = (target: string): string => {
  if (isExternalTarget(target) || !target.slice(0, encodedSchemeCharsMax).includes("%")) return target
  const decoded = target.replace(
    /%([0-7][0-9a-f])/gi,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  )
  return isExternalTarget(decoded.trim()) ? decoded.trim() : target
}

/** Maximum characters of a percent-encoded scheme with its delimiters. */
const encodedSchemeCharsMax = 64

/**
 * Returns the key of the part that a target names relative to its source's folder (ECMA-376 part 2, 6.2.2; RFC 3986,
 * 5.2).
 */
const partKey = (target: string, source: string): string => {
  const path = target.replaceAll("\\", "/").replace(/[?#][^]*/, "")
  if (path === "") return ""
  const segments = path.startsWith("/") ? [] : source.replaceAll("\\", "/").split("/").slice(0, -1)
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop()
    else if (segment !== "." && segment !== "") segments.push(segment)
  }
  return normalizeZipName(segments.join("/"))
}

/**
 * Role of the content that each relationship type fetches (ECMA-376 part 1; MS-OFFCRYPTO and MS-XLSX for Microsoft's
 * types).
 */
const roles: ReadonlyMap<string, ReferenceRole> = new Map([
  ["attachedtemplate", "template"],
  ["oleobject", "object"],
  ["package", "object"],
  ["frame", "frame"],
  ["subdocument", "subdocument"],
  ["afchunk", "include"],
  ["control", "control"],
  ["activexcontrolbinary", "control"],
  ["slide", "slide"],
  ["slidemaster", "slide"],
  ["slidelayout", "slide"],
  ["slideupdateurl", "slide"],
  ["slideupdateinfo", "slide"],
  ["externallink", "workbook"],
  ["externallinkpath", "workbook"],
  ["externalreference", "workbook"],
  ["xlpathmissing", "workbook"],
  ["xlstartup", "workbook"],
  ["xlalternatestartup", "workbook"],
  ["xllibrary", "workbook"],
  ["xlexternallinkpath", "workbook"],
  ["worksheet", "workbook"],
  ["pivotcachedefinition", "workbook"],
  ["image", "image"],
  ["video", "media"],
  ["audio", "media"],
  ["media", "media"],
  ["mailmergesource", "mailmerge"],
  ["mailmergeheadersource", "mailmerge"],
  ["recipientdata", "mailmerge"],
  ["connections", "data"],
  ["querytable", "data"]
])

/** @param type last segment of the type URI, in lower case */
export const roleOf = (type: string): ReferenceRole | undefined => roles.get(type)

/**
 * Reports whether a part is a chart. The data of a chart is in a workbook, although the relationship to the workbook
 * has the type of an OLE object.
 */
const isChart = (contentType: string): boolean => /drawingml\.chart\+xml|chartex\+xml/.test(contentType)

/**
 * Returns the reference fact of an external relationship. Returns null for other relationships, for placeholders, and
 * for hyperlinks. A hyperlink fetches nothing until it is clicked.
 */
export const referenceOf = (relationship: OwnedRelationship, ownerType: string): Fact | null => {
  const { isExternal, target, type, where } = relationship
  if (!isExternal || type === "hyperlink" || isPlaceholder(target)) return null
  const role = isChart(ownerType) && type === "oleobject" ? "workbook" : roles.get(type) ?? "other"
  return { kind: "reference", role, target: truncateFactText(target), where }
}

/** Reports whether a target is a placeholder that Office writes for an unknown target. */
const isPlaceholder = (target: string): boolean => target === "" || target.toUpperCase() === "NULL"
