import type { Fact, ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { factText } from "../reading/Findings.ts"
import type { OwnedRelationship } from "./Relationships.ts"

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
