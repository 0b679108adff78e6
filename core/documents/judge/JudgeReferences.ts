import type { Fact } from "../facts/Fact.ts"
import { extensionOf, runnableExtensions } from "../facts/FileKind.ts"
import { isLocalHost, shortLine, type Target, targetOf } from "../facts/Target.ts"
import { type Finding, finding } from "../reasons/Finding.ts"
import { attackedSchemes, scriptSchemes } from "./Schemes.ts"

type Reference = Extract<Fact, { readonly kind: "reference" }>

/** Judges the resources that the document loads, by their role and location. */
export const judgeReferences = (facts: ReadonlyArray<Fact>): ReadonlyArray<Finding> => [
  ...facts.flatMap((fact) => fact.kind === "reference" ? judgeReference(fact) : []),
  ...facts.flatMap((fact) => fact.kind === "dde" ? [judgeDde(fact)] : [])
]

const judgeReference = (reference: Reference): ReadonlyArray<Finding> => {
  const { role, where } = reference
  const target = targetOf(reference.target)
  const to = shortLine(reference.target)
  if (target.kind === "nothing") return []
  if (target.kind === "share") {
    // Relative references of a workbook become paths of the share that it was saved on.
    if (role === "workbook" || role === "mailmerge" || role === "data") {
      return [finding("CREDENTIAL_LEAK_PATH", "data", [to], where)]
    }
    // Usually a company share. A share outside the local network indicates an attack.
    if (isLocalHost(target.host) && role !== "stream") {
      return [finding("CREDENTIAL_LEAK_PATH", role === "template" ? "templateNearby" : "loadNearby", [to], where)]
    }
    return [finding("CREDENTIAL_LEAK_PATH", "load", [to], where)]
  }
  const isRemote = target.kind === "web" || target.kind === "scheme"
  switch (role) {
    case "template":
      if (target.kind === "web" && documentStores.test(target.url.hostname)) {
        return [finding("REMOTE_TEMPLATE", "documentStore", [to], where)]
      }
      return [finding("REMOTE_TEMPLATE", isRemote ? "remote" : "local", [to], where)]
    case "object":
    case "frame":
    case "subdocument":
    case "control":
    case "slide":
    case "script":
      return judgeRemoteObject(reference, target)
    case "stream":
      return [finding("EXTERNAL_STREAM", isOwnPicture(target) ? "ownPicture" : "remote", [to], where)]
    case "include":
      return isRemote ? [finding("REMOTE_CONTENT", "text", [to], where)] : []
    case "data":
      return [finding("REMOTE_CONTENT", isNearbyData(target) ? "nearbyData" : "data", [to], where)]
    case "image":
    case "mailmerge":
    case "media":
      return isRemote ? [finding("REMOTE_CONTENT", "contents", [to], where)] : []
    case "workbook":
      return [finding("REMOTE_CONTENT", "workbook", [to], where)]
    case "other":
      // MS-OE376 2.1.1195: presentations also have macro actions, which are judged as macros.
      if (/^ppaction:\/\/program/i.test(reference.target)) {
        return [finding("REMOTE_CONTENT", "programOnClick", [], where)]
      }
      return isRemote ? [finding("REMOTE_CONTENT", "reference", [to], where)] : []
  }
}

/**
 * Reports whether a target is a picture on the author's disk. Prepress programs record the path of a picture, in the
 * formats that they print. A picture near the document, or in a format that browsers show, could be read and
 * exfiltrated.
 */
const isOwnPicture = (target: Target): boolean =>
  (target.kind === "absolute path" || target.kind === "relative path") &&
  /^[a-z]:[^:]*\.(?:dcs|eps|tiff?)$/i.test(target.path)

/** Reports whether data comes from a file near the document, the document itself, or a host in the local network. */
const isNearbyData = (target: Target): boolean => {
  if (target.kind === "absolute path") return true
  if (target.kind !== "relative path") return false
  const { path } = target
  if (/https?:\/\//i.test(path)) return false
  const hosts = [...path.matchAll(serverNames), ...path.matchAll(shareNames)].map(([, host]) => host!.trim())
  return hosts.every((host) => isLocalHost(host) || !/^[\w-]+(?:\.[\w-]+)+$/.test(host) || isFileName(host))
}

/** Server names in OLE DB and ODBC connection strings; an instance or port may follow. */
const serverNames =
  /(?:^|;)\s{0,20}(?:data source|server|address|addr|network address|host|hostname|location)\s{0,20}=\s{0,20}"?(?:tcp:)?([^;,"\\/]{1,255})/gi
const shareNames = /(?<![\w\\])\\\\([^\\/;"]{1,255})\\/g

const isFileName = (name: string): boolean =>
  /\.(?:accdb|csv|dbf|db|dsn|mdb|odc|sqlite3?|txt|udl|xlsb|xlsm|xlsx?|xml)$/i.test(name)

/** Hosts of services for shared documents. */
const documentStores = /(?:^|\.)(?:sharepoint\.com|d\.docs\.live\.net|onedrive\.live\.com)$/

const judgeRemoteObject = (reference: Reference, target: Target): ReadonlyArray<Finding> => {
  const { where } = reference
  const [to, parts] = [shortLine(reference.target), partNames[reference.role] ?? "A part"]
  const isAttack = /!\s*$|!x-usc:/i.test(reference.target) ||
    target.kind === "scheme" && (attackedSchemes.has(target.scheme) || scriptSchemes.has(target.scheme)) ||
    target.kind === "web" && /\.(?:hta|sct|wsf?|vbs|js|ps1|exe|scr)$/i.test(target.url.pathname)
  if (isAttack) {
    return [finding("REMOTE_OBJECT", "attack", [parts, to], where)]
  }
  switch (target.kind) {
    case "web": {
      const place = documentStores.test(target.url.hostname) ? "documentStore" : "web"
      return [finding("REMOTE_OBJECT", place, [parts, to], where)]
    }
    case "scheme":
      return [finding("REMOTE_OBJECT", "scheme", [parts, to], where)]
    case "absolute path":
    case "relative path": {
      const kind = runnableExtensions.has(extensionOf(target.path)) ? "program" : "file"
      return [finding("REMOTE_OBJECT", kind, [parts, to], where)]
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

/** Programs with no legitimate use in a field. */
const shells =
  /\b(?:cmd|powershell|pwsh|mshta|wscript|cscript|regsvr32|rundll32|certutil|bitsadmin|msiexec|mmc|bash|wmic|msbuild|installutil|curl|explorer|control|schtasks|forfiles|pcalua|hh|conhost|scriptrunner)(?:\.exe)?\b|\.exe\b|\bhttps?:|\\\\/i

/** Reports whether a command names one of these programs, or a path from Excel's folder up to another program. */
const startsProgram = (command: string): boolean =>
  shells.test(command) || command.split(/\s/).some((word) => {
    const at = word.search(/\bmsexcel/i)
    return at >= 0 && /\.\.(?:\.exe)?\b/i.test(word.slice(at))
  })

const judgeDde = ({ command, where }: Extract<Fact, { readonly kind: "dde" }>): Finding =>
  finding("DDE_LINK", startsProgram(command.replaceAll(/["^`]/g, "")) ? "starts" : "asks", [shortLine(command)], where)
