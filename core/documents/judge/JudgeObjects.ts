import type { Fact } from "../facts/Fact.ts"
import { extensionOf, runnableExtensions } from "../facts/FileKind.ts"
import { isLocalHost, targetOf, truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { addInLocation } from "./DocumentLinks.ts"

/** Judges OLE objects, controls and other Office content that contains or loads code. */
export const judgeObjects = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => {
  const targets = Map.groupBy(facts.filter((fact) => fact.kind === "reference"), ({ where }) => ownerOf(where))
  return facts.flatMap((fact) =>
    fact.kind === "ole object"
      ? judgeOleObject(fact, fact.progId === null && isLinkToFile(targets.get(fact.where) ?? []))
      : judgeObject(fact)
  )
}

/** Returns the path without its last segment: `object 1` for `object 1/Ole`. */
const ownerOf = (where: string): string => where.slice(0, Math.max(0, where.lastIndexOf("/")))

type OleObject = Extract<Fact, { readonly kind: "ole object" }>

/** Reports whether all targets of an object are paths of documents, as after "Paste link". */
const isLinkToFile = (references: ReadonlyArray<{ readonly target: string }>): boolean =>
  references.length > 0 && references.every(({ target }) => {
    const to = targetOf(target)
    if (to.kind !== "absolute path" && to.kind !== "relative path") return false
    const ending = extensionOf(to.path)
    return /^[a-z0-9]{1,8}$/.test(ending) && !runnableExtensions.has(ending)
  })

/** OLE class that attacks load. Legacy classes also occur in legitimate old documents. */
interface KnownClass {
  readonly name: string
  readonly isLegacy: boolean
  readonly ids: ReadonlyArray<string>
  /** Pattern for program IDs, which the OLE loader compares case-insensitively. */
  readonly programs: RegExp | null
}

/** Class of all linked objects. Attacks link to an address; legitimate documents link to a file. */
const linkedObject: KnownClass = {
  name: "a linked object that loads automatically (CVE-2017-0199)",
  isLegacy: false,
  ids: ["00000300-0000-0000-C000-000000000046"],
  programs: /^ole2link/i
}

const knownClasses: ReadonlyArray<KnownClass> = [
  {
    name: "the old equation editor (CVE-2017-11882)",
    isLegacy: true,
    ids: ["0002CE02-0000-0000-C000-000000000046", "00021700-0000-0000-C000-000000000046"],
    programs: /^equation\.[23]/i
  },
  linkedObject,
  {
    name: "a scriptlet (CVE-2017-8570)",
    isLegacy: false,
    ids: [
      "06290BD2-48AA-11D2-8432-006008C3FBFC",
      "06290BD3-48AA-11D2-8432-006008C3FBFC",
      "06290BD4-48AA-11D2-8432-006008C3FBFC",
      "06290BD5-48AA-11D2-8432-006008C3FBFC"
    ],
    programs: /^(?:scriptlet|script:)/i
  },
  {
    name: "an embedded browser (CVE-2026-21509)",
    isLegacy: false,
    ids: ["EAB22AC3-30C1-11CF-A7EB-0000C05BAE0B"],
    programs: /^shell\.explorer/i
  },
  {
    name: "Flash (CVE-2018-4878)",
    isLegacy: false,
    ids: ["D27CDB6E-AE6D-11CF-96B8-444553540000", "D27CDB70-AE6D-11CF-96B8-444553540000"],
    programs: /^shockwaveflash/i
  },
  {
    name: "a common control (CVE-2012-0158)",
    isLegacy: true,
    ids: [
      "BDD1F04B-858B-11D1-B16A-00C0F0283628",
      "996BF5E0-8044-4650-ADEB-0B013914E99C",
      "C74190B6-8589-11D1-B16A-00C0F0283628",
      "9181DC5F-E07D-418A-ACA6-8EEA1ECB8E9E",
      "1EFB6596-857C-11D1-B16A-00C0F0283628",
      "66833FE6-8583-11D1-B16A-00C0F0283628"
    ],
    programs: /^mscomctllib\./i
  },
  {
    name: "a legacy COM object that loads libraries from the document's folder",
    isLegacy: false,
    ids: [
      "ECABAFC9-7F19-11D2-978E-0000F8757E2A",
      "ECABB0C7-7F19-11D2-978E-0000F8757E2A",
      "44F9A03B-A3EC-4F3B-9364-08E0007F21DF",
      "CDDBCC7C-BE18-4A58-9CBF-D62A012272CE",
      "E44E9428-BDBC-4987-A099-40DC8FD255E7"
    ],
    programs: /^otkloadr/i
  }
]

const judgeObject = (fact: Fact): ReadonlyArray<Finding> => {
  switch (fact.kind) {
    case "activex": {
      if (htmlControls.test(fact.classId ?? "")) {
        return [makeFinding("ACTIVEX_CONTROL", "webField", [], fact.where)]
      }
      if (fact.location !== undefined && isElsewhere(fact.location)) {
        return [makeFinding("ACTIVEX_CONTROL", "browser", [truncateToLine(fact.location)], fact.where)]
      }
      const known = knownClass(fact.classId, null)
      if (known !== undefined && !known.isLegacy) {
        return [makeFinding("EXPLOIT_OBJECT", "control", [known.name], fact.where)]
      }
      return [
        fact.classId === null
          ? makeFinding("ACTIVEX_CONTROL", "control", [], fact.where)
          : makeFinding("ACTIVEX_CONTROL", "controlOfClass", [fact.classId], fact.where)
      ]
    }
    case "alternative chunk":
      return [makeFinding("ALT_CHUNK", "imported", [truncateToLine(fact.contentType)], fact.where)]
    case "custom ui": {
      const isRemote = /[\\/!]/.test(fact.callback)
      return [
        makeFinding(
          "CUSTOM_UI_ONLOAD",
          isRemote ? "otherFile" : "ownMacro",
          [truncateToLine(fact.callback)],
          fact.where
        )
      ]
    }
    case "add-in":
      return [
        makeFinding(
          "ADDIN_LOADER",
          vettedStores.test(fact.target) ? "vettedStore" : isRemoteCustomization(fact.target) ? "remote" : "other",
          [truncateToLine(fact.target)],
          fact.where
        )
      ]
    default:
      return []
  }
}

/**
 * Class IDs of the Microsoft Forms 2.0 "HTML" controls (FM20.DLL). Word creates these controls for buttons, boxes and
 * hidden fields of web pages.
 */
const htmlControls = /^5512D1(?:1[02468ACE]|2[24])-5CC6-11CF-8D67-00AA00BDCE1D$/

/** Reports whether an address leads out of the local network. */
const isElsewhere = (address: string): boolean => {
  const target = targetOf(address)
  return target.kind === "web"
    ? !isLocalHost(target.url.hostname)
    : target.kind === "share" && !isLocalHost(target.host)
}

/** Reports whether Office loads a customization (VSTO) from outside of the local network. */
const isRemoteCustomization = (target: string): boolean =>
  /\.vsto(?:\||$)|\|[\da-f-]{36}/i.test(target) && isElsewhere(addInLocation(target))

/**
 * Add-ins of Microsoft's store, and of a catalog that a company's administrators manage (MS-OWEXML 2.2.9). These
 * sources are vetted.
 */
const vettedStores = /^(?:EXCatalog \{?[\da-f-]{36}\}?|(?:OMEX|[a-z]{2}-[a-z]{2}) WA\d{6,12})$/i

const judgeOleObject = (
  { classId, isMalformed, isUpdated, progId, where }: OleObject,
  isLinkToFile: boolean
): ReadonlyArray<Finding> => {
  const findings: Array<Finding> = []
  const known = knownClass(classId, progId)
  if (known !== undefined) {
    const isAttack = !known.isLegacy && !(known === linkedObject && isLinkToFile) || isMalformed || isUpdated
    findings.push(makeFinding("EXPLOIT_OBJECT", isAttack ? "attack" : "legacy", [known.name], where))
  }
  if (isUpdated) {
    findings.push(
      progId === null || progId === ""
        ? makeFinding("RTF_OBJECT_UPDATE", "object", [], where)
        : makeFinding("RTF_OBJECT_UPDATE", "objectOfProgram", [truncateToLine(progId)], where)
    )
  }
  if (isMalformed) findings.push(makeFinding("OBFUSCATED_OBJECT", "malformed", [], where))
  return findings
}

const knownClass = (classId: string | null, progId: string | null): KnownClass | undefined =>
  knownClasses.find(({ ids, programs }) =>
    classId !== null && ids.includes(classId) || progId !== null && programs?.test(progId.trim()) === true
  )
