import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { targetOf } from "../../../core/documents/facts/Target.ts"
import { decodePage, readHtmlBody } from "../pages/HtmlBody.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { readRtf } from "../rtf/ReadRtf.ts"
import { decompressRtf } from "./CompressedRtf.ts"
import { nameByType } from "./PartNames.ts"

/** Property IDs (MS-OXPROPS), in upper-case hexadecimal. */
export const properties = {
  subject: "0037",
  body: "1000",
  compressedRtf: "1009",
  html: "1013",
  attachedData: "3701",
  fileName: "3704",
  longFileName: "3707",
  pathName: "3708",
  longPathName: "370D",
  extension: "3703",
  mimeType: "370E",
  displayName: "3001"
} as const

export type PropertyId = typeof properties[keyof typeof properties]

/** Properties of a message or attachment of Outlook, in any format. A damaged file can contain several values. */
export interface OutlookProperties {
  /** Returns the strings of a property that are not empty. */
  texts(id: PropertyId): ReadonlyArray<string>
  /** Returns the binary values of a property. */
  binaries(id: PropertyId): ReadonlyArray<Uint8Array>
  /** Returns the strings of the named properties, whose IDs start at 0x8000 (MS-OXPROPS 1.3.3). */
  namedTexts(): ReadonlyArray<string>
}

/** Maximum bytes of a named property that are read. Longer ones are cut off. */
export const namedBytesMax = 8_192

/** Reads the subject, the bodies and the named properties of a message. */
export const readMessageProperties = (
  message: OutlookProperties,
  where: string,
  budget: Budget,
  findings: Findings
): void => {
  const [subject, body] = [message.texts(properties.subject), message.texts(properties.body)]
  const pages = [...message.binaries(properties.html).map(decodePage), ...message.texts(properties.html)]
  const html = pages.map((page) => readHtmlBody(page, findings, budget)).join("\n")
  const text = [...subject, ...html.trim() === "" ? body : [html]].join("\n").trim().slice(0, textCharsMax)
  if (text !== "") findings.add({ kind: "text", text, pages: null, where })
  const hasBody = `${html}${body.join("")}`.trim() !== ""
  for (const rtf of message.binaries(properties.compressedRtf)) readRtfBody(rtf, hasBody, where, budget, findings)
  addNetworkPaths(message, where, findings)
}

/** @param hasBody whether the message has its text in another format, too */
const readRtfBody = (
  bytes: Uint8Array,
  hasBody: boolean,
  where: string,
  budget: Budget,
  findings: Findings
): void => {
  const rtf = decompressRtf(bytes)
  if (rtf === null) return findings.add({ kind: "damaged", detail: "compressed RTF", where })
  budget.spendDecoded(rtf.length, false)
  const { facts, files } = readRtf(rtf, budget)
  // Drops a text that repeats the text of the body, which would then be judged twice.
  findings.addAll({ facts: facts.filter(({ kind }) => kind !== "text" || !hasBody), files })
}

/**
 * Reports the network shares that named properties contain. Outlook loads the sound of a reminder from such a path, and
 * sends the password hash of the user there (CVE-2023-23397).
 */
const addNetworkPaths = (message: OutlookProperties, where: string, findings: Findings): void => {
  for (const target of message.namedTexts()) {
    const path = target.replaceAll(/["\s]+/g, " ").trim()
    // A named property can also contain a fragment of an address, such as `//x`.
    if (/^(?:\\|[\\/]{2}[^\s]*[\\/.]|\\?\?\?|file:)/i.test(path) && targetOf(path).kind === "share") {
      findings.add({ kind: "reference", role: "media", target: truncateFactText(path), where })
    }
  }
}

/** Returns the names of an attachment, the shown one first. */
export const attachmentNames = (attachment: OutlookProperties): ReadonlyArray<string> => {
  const ids = [properties.longFileName, properties.fileName, properties.displayName]
  const names = ids.flatMap((id) => attachment.texts(id))
  if (names.length > 0) return names
  // Outlook then derives the name from the extension or the type.
  const [extension] = attachment.texts(properties.extension)
  const [type = ""] = attachment.texts(properties.mimeType)
  const other = extension === undefined ? nameByType(type.toLowerCase()) : `part${extension}`
  return other === null ? [] : ["", other]
}

/** Reports the paths of an attachment that is not stored in the message. */
export const addAttachmentPaths = (attachment: OutlookProperties, where: string, findings: Findings): void => {
  for (const target of [properties.longPathName, properties.pathName].flatMap((id) => attachment.texts(id))) {
    findings.add({ kind: "reference", role: "object", target: truncateFactText(target), where })
  }
}
