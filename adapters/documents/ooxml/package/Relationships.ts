import type { Fact, ReferenceRole } from "../../../../core/documents/facts/Fact.ts"
import type { Budget } from "../../reading/Budget.ts"
import { factText } from "../../reading/Findings.ts"
import { readXml, type XmlOutcome } from "../../xml/ReadXml.ts"
import { zipKey } from "../../zip/ZipRecords.ts"

/** Characters of a target. */
export const targetCharsMax = 8_192

/** A relationship of a package or a part (ECMA-376 part 2, 6.5.3). */
export interface Relationship {
  readonly id: string
  /** Last part of the type's address in lower case: the same in transitional, strict and Microsoft's own namespaces. */
  readonly type: string
  readonly target: string
  /** It leads out of the package. */
  readonly isExternal: boolean
  /** Key of the part that it leads to; empty where it is external. */
  readonly part: string
}

/** Relationships with the part of relationships that they stand in, and the part that has them. */
export interface OwnedRelationship extends Relationship {
  readonly where: string
  readonly owner: string
}

export interface Relationships {
  readonly list: ReadonlyArray<OwnedRelationship>
  readonly outcome: XmlOutcome
}

/** Relationships that stand in `where` and are those of the part `owner` (empty: of the package). */
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
      const target = disclosed(written)
      const isExternal = attributes.get("TargetMode")?.trim().toLowerCase() === "external" || leadsOut(target)
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

/** The part that a part of relationships belongs to: `word/_rels/document.xml.rels` to `word/document.xml`. */
export const ownerOf = (relsName: string): string => {
  const name = relsName.replaceAll("\\", "/").replace(/^\//, "")
  const slash = name.lastIndexOf("/")
  const folder = name.slice(0, slash + 1).replace(/_rels\/$/i, "")
  return folder + name.slice(slash + 1).replace(/\.rels$/i, "")
}

const typeTail = (type: string): string => {
  const text = type.trim()
  // From behind: an expression would try at each of a hundred thousand slashes in the middle.
  let end = text.length
  while (text[end - 1] === "/") end--
  const address = text.slice(0, end)
  return address.slice(address.lastIndexOf("/") + 1).toLowerCase()
}

/** An address of its own, a share or a drive, whatever the mode says. */
const leadsOut = (target: string): boolean => /^(?:[a-z][a-z0-9+.-]*:|\\\\|\/\/)/i.test(target)

/**
 * A target whose first characters are percent-encoded so that nobody sees what it is (`%68ttp:`): decoded. Any other stays as
 * it is, for in the rest of an address the codes have their meaning.
 */
const disclosed = (target: string): string => {
  if (leadsOut(target) || !target.slice(0, encodedCharsMax).includes("%")) return target
  const decoded = target.replace(
    /%([0-7][0-9a-f])/gi,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  )
  return leadsOut(decoded.trim()) ? decoded.trim() : target
}

/** Of a scheme and what stands around it, encoded. */
const encodedCharsMax = 64

/** ECMA-376 part 2, 6.2.2 and RFC 3986, 5.2: relative to the folder of the source. */
const partKey = (target: string, source: string): string => {
  const path = target.replaceAll("\\", "/").replace(/[?#][^]*/, "")
  if (path === "") return ""
  const segments = path.startsWith("/") ? [] : source.replaceAll("\\", "/").split("/").slice(0, -1)
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop()
    else if (segment !== "." && segment !== "") segments.push(segment)
  }
  return zipKey(segments.join("/"))
}

/** What is fetched for which type of relationship (ECMA-376 part 1; MS-OFFCRYPTO and MS-XLSX for Microsoft's own). */
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

/** Of a type in lower case, without its namespace. */
export const roleOf = (type: string): ReferenceRole | undefined => roles.get(type)

/** Charts have their numbers from a workbook, though the type is that of objects. */
const isChart = (contentType: string): boolean => /drawingml\.chart\+xml|chartex\+xml/.test(contentType)

/** What a relationship that leads out of the package fetches; hyperlinks fetch nothing by themselves. */
export const referenceOf = (relationship: OwnedRelationship, ownerType: string): Fact | null => {
  const { isExternal, target, type, where } = relationship
  if (!isExternal || type === "hyperlink" || isNothing(target)) return null
  const role = isChart(ownerType) && type === "oleobject" ? "workbook" : roles.get(type) ?? "other"
  return { kind: "reference", role, target: factText(target), where }
}

/** What Office writes where it knew of no target. */
const isNothing = (target: string): boolean => target === "" || target.toUpperCase() === "NULL"
