import type { Fact } from "../facts/Fact.ts"
import { extensionOf, runnableExtensions } from "../facts/FileKind.ts"
import { isLocalHost, type Target, targetOf, truncateToLine } from "../facts/Target.ts"
import { type Finding, makeFinding } from "../reasons/Finding.ts"
import { attackedSchemes, scriptSchemes } from "./Schemes.ts"

type Reference = Extract<Fact, { readonly kind: "reference" }>

/** Judges the resources that the document loads, by their role and location, and its DDE commands. */
export const judgeReferences = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => [
  ...facts.flatMap((fact) => fact.kind === "reference" ? judgeReference(fact) : []),
  ...facts.flatMap((fact) => fact.kind === "dde" ? [judgeDde(fact)] : [])
]

const judgeReference = (reference: Reference): ReadonlyArray<Finding> => {
  const { role, where } = reference
  const target = targetOf(reference.target)
  const to = truncateToLine(reference.target)
  if (target.kind === "nothing") return []
  if (target.kind === "share") {
    // Relative references of a workbook become paths of the share on which the workbook was saved.
    if (role === "workbook" || role === "mailmerge" || role === "data") {
      const place = isLocalHost(target.host) ? "data" : "dataElsewhere"
      return [makeFinding("CREDENTIAL_LEAK_PATH", place, [to], where)]
    }
    // A local host is usually a company share. A share outside the local network indicates an attack.
    if (isLocalHost(target.host) && role !== "stream") {
      return [makeFinding("CREDENTIAL_LEAK_PATH", role === "template" ? "templateNearby" : "loadNearby", [to], where)]
    }
    return [makeFinding("CREDENTIAL_LEAK_PATH", "load", [to], where)]
  }
  const isRemote = target.kind === "web" || target.kind === "scheme"
  switch (role) {
    case "template":
      if (target.kind === "web" && documentStores.test(target.url.hostname)) {
        return [makeFinding("REMOTE_TEMPLATE", "documentStore", [to], where)]
      }
      return [makeFinding("REMOTE_TEMPLATE", isRemote ? "remote" : "local", [to], where)]
    case "object":
    case "frame":
    case "subdocument":
    case "control":
    case "slide":
    case "script":
      return judgeRemoteObject(reference, target)
    case "stream":
      return [makeFinding("EXTERNAL_STREAM", isOwnPicture(target) ? "ownPicture" : "remote", [to], where)]
    case "include":
      return isRemote ? [makeFinding("REMOTE_CONTENT", "text", [to], where)] : []
    case "data":
      return [makeFinding("REMOTE_CONTENT", isNearbyData(target) ? "nearbyData" : "data", [to], where)]
    case "image":
    case "mailmerge":
    case "media":
      return isRemote ? [makeFinding("REMOTE_CONTENT", "contents", [to], where)] : []
    case "workbook":
      return [makeFinding("REMOTE_CONTENT", "workbook", [to], where)]
    case "other":
      // Detects an action of a presentation that starts a program (MS-OE376 2.1.1195).
      if (/^ppaction:\/\/program/i.test(reference.target)) {
        return [makeFinding("REMOTE_CONTENT", "programOnClick", [], where)]
      }
      return isRemote ? [makeFinding("REMOTE_CONTENT", "reference", [to], where)] : []
  }
}

/**
 * Reports whether a target is an EPS, DCS or TIFF picture on the author's disk, whose path prepress programs record
 * (`C:\job\cover.tif`; on older Macs `Disk:job:cover.tif`, of which the disk looks like a scheme). Excludes pictures
 * near the document and formats that browsers show, because attacks could read and exfiltrate them.
 */
const isOwnPicture = (target: Target): boolean => {
  if (target.kind !== "scheme" && target.kind !== "absolute path" && target.kind !== "relative path") return false
  const path = target.kind === "scheme" ? `${target.scheme}:${target.rest}` : target.path
  return /^(?:[a-z]:[^:]*|[^:/\\]+:[^:/\\]*:[^/\\]*)\.(?:dcs|eps|tiff?)$/i.test(path)
}

/** Reports whether data comes from a local file, from the document itself, or from a host in the local network. */
const isNearbyData = (target: Target): boolean => {
  if (target.kind === "absolute path") return true
  if (target.kind !== "relative path") return false
  const { path } = target
  if (/https?:\/\//i.test(path)) return false
  const hosts = [...path.matchAll(serverNames), ...path.matchAll(shareNames)].map(([, host]) => host!.trim())
  return hosts.every((host) => isLocalHost(host) || !/^[\w-]+(?:\.[\w-]+)+$/.test(host) || isFileName(host))
}

/** Pattern of server names in OLE DB and ODBC connection strings. An instance or port may follow the name. */
const serverNames =
  /(?:^|;)\s{0,20}(?:data source|server|address|addr|network address|host|hostname|location)\s{0,20}=\s{0,20}"?(?:tcp:)?([^;,"\\/]{1,255})/gi
const shareNames = /(?<![\w\\])\\\\([^\\/;"]{1,255})\\/g

const isFileName = (name: string): boolean =>
  /\.(?:accdb|csv|dbf|db|dsn|mdb|odc|sqlite3?|txt|udl|xlsb|xlsm|xlsx?|xml)$/i.test(name)

/** Hosts of services that store shared documents. */
const documentStores = /(?:^|\.)(?:sharepoint\.com|d\.docs\.live\.net|onedrive\.live\.com)$/

const judgeRemoteObject = (reference: Reference, target: Target): ReadonlyArray<Finding> => {
  const { where } = reference
  const [to, parts] = [truncateToLine(reference.target), partNames[reference.role] ?? "A part"]
  const isAttack = /!\s*$|!x-usc:/i.test(reference.target) ||
    target.kind === "scheme" && (attackedSchemes.has(target.scheme) || scriptSchemes.has(target.scheme)) ||
    target.kind === "web" && /\.(?:hta|sct|wsf?|vbs|js|ps1|exe|scr)$/i.test(target.url.pathname)
  if (isAttack) {
    return [makeFinding("REMOTE_OBJECT", "attack", [parts, to], where)]
  }
  switch (target.kind) {
    case "web": {
      const place = documentStores.test(target.url.hostname) ? "documentStore" : "web"
      return [makeFinding("REMOTE_OBJECT", place, [parts, to], where)]
    }
    case "scheme":
      return [makeFinding("REMOTE_OBJECT", "scheme", [parts, to], where)]
    case "absolute path":
    case "relative path": {
      const kind = runnableExtensions.has(extensionOf(target.path)) ? "program" : "file"
      return [makeFinding("REMOTE_OBJECT", kind, [parts, to], where)]
    }
    default:
      return []
  }
}

const partNames: Readonly<Partial<Record<Reference["role"], string>>> = {
  object: "An object",
  frame: "A frame",
  subdocument: "A part of the text",
  control: "A control",
  slide: "A slide",
  script: "A script"
}

/** Programs, web addresses and shares that have no legitimate use in a DDE field. */
const shells =
  /\b(?:cmd|powershell|pwsh|mshta|wscript|cscript|regsvr32|rundll32|certutil|bitsadmin|msiexec|mmc|bash|wmic|msbuild|installutil|curl|explorer|control|schtasks|forfiles|pcalua|hh|conhost|scriptrunner)(?:\.exe)?\b|\.exe\b|\bhttps?:|\\\\/i

/** Reports whether a command contains one of `shells`, or leaves Excel's folder through `..` for another program. */
const startsProgram = (command: string): boolean =>
  shells.test(command) || command.split(/\s/).some((word) => {
    const at = word.search(/\bmsexcel/i)
    return at >= 0 && /\.\.(?:\.exe)?\b/i.test(word.slice(at))
  })

const judgeDde = ({ command, where }: Extract<Fact, { readonly kind: "dde" }>): Finding =>
  makeFinding(
    "DDE_LINK",
    startsProgram(command.replaceAll(/["^`]/g, "")) ? "starts" : "asks",
    [truncateToLine(command)],
    where
  )
