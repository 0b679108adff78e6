import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { targetOf } from "../../../core/documents/facts/Target.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { decodeAnsi, decodeUtf16, textBeforeNul } from "../compound/Cursor.ts"
import { pathIn } from "../ole/OleObject.ts"
import { decodePage, readHtmlBody } from "../pages/HtmlBody.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { readRtf } from "../rtf/ReadRtf.ts"
import { decompressRtf } from "./CompressedRtf.ts"
import { nameByType } from "./PartNames.ts"

/** Stream in the storage of every Outlook message and of each of its attachments (MS-OXMSG 2.4). */
const propertiesStream = "__properties_version1.0"

/** Property IDs (MS-OXPROPS). */
const properties = {
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

/** Reports whether a storage of a compound file is an Outlook message. */
const isOutlookMessage = (file: CompoundFile, storage: string): boolean =>
  file.find(pathIn(storage, propertiesStream))?.type === "stream"

/** Maximum nesting of messages within messages. */
export const messagesNestedMax = 8

/** Reads the message in a compound file, if there is one. */
export const readOutlookFile = (file: CompoundFile, where: string, budget: Budget, findings: Findings): void => {
  if (isOutlookMessage(file, "")) readMessage(file, "", where, budget, findings, 0)
}

/**
 * Reads an Outlook message (MS-OXMSG): its text, the links of its body, its attachments, and the messages attached to
 * it.
 *
 * @param storage path of the message; empty for the root
 */
const readMessage = (
  file: CompoundFile,
  storage: string,
  where: string,
  budget: Budget,
  findings: Findings,
  depth: number
): void => {
  if (depth > messagesNestedMax) return findings.add({ kind: "cut off", limit: "nested objects", where })
  const message = new PropertyReader(file, storage)
  const [subject, body] = [message.text(properties.subject), message.text(properties.body)]
  const html = message.bytesOrText(properties.html)
  const rtf = message.bytes(properties.compressedRtf)
  const htmlText = html === "" ? "" : readHtmlBody(html, findings, budget)
  const shown = htmlText.trim() === "" ? body : htmlText
  const text = `${subject}\n${shown}`.trim().slice(0, textCharsMax)
  if (text !== "") findings.add({ kind: "text", text, pages: null, where })
  if (rtf !== null) readRtfBody(rtf, where, budget, findings)
  addNetworkPaths(message, where, findings)
  // Sorted by name, the attachments are in order, because the names end with their number.
  const attachments = file.childrenOf(storage).filter(({ name }) => /^__attach_version1\.0_#/i.test(name))
  for (const entry of attachments.toSorted((one, other) => one.name < other.name ? -1 : 1)) {
    readAttachment(file, entry, where, budget, findings, depth)
  }
}

const readRtfBody = (bytes: Uint8Array, where: string, budget: Budget, findings: Findings): void => {
  const rtf = decompressRtf(bytes)
  if (rtf === null) return findings.add({ kind: "damaged", detail: "compressed RTF", where })
  budget.spendDecoded(rtf.length, false)
  // Drops the text, because it repeats the text of the body, which would then be judged twice.
  const { facts, files } = readRtf(rtf, budget)
  findings.addAll({ facts: facts.filter(({ kind }) => kind !== "text"), files })
}

const readAttachment = (
  file: CompoundFile,
  { path }: CompoundEntry,
  where: string,
  budget: Budget,
  findings: Findings,
  depth: number
): void => {
  const attachment = new PropertyReader(file, path)
  const names = [properties.longFileName, properties.fileName, properties.displayName].map((id) => attachment.text(id))
  const [name = "", ...otherNames] = names.filter((one) => one !== "")
  if (name === "") {
    // Outlook then derives the name from the extension or the type.
    const extension = attachment.text(properties.extension)
    const other = extension === "" ? nameByType(attachment.text(properties.mimeType).toLowerCase()) : `part${extension}`
    if (other !== null) otherNames.push(other)
  }
  for (const id of [properties.longPathName, properties.pathName]) {
    const target = attachment.text(id)
    if (target !== "") findings.add({ kind: "reference", role: "object", target: truncateFactText(target), where })
  }
  const bytes = attachment.bytes(properties.attachedData)
  if (bytes !== null) findings.addFile({ name, otherNames, bytes, as: "attachment", where })
  const inner = pathIn(path, `__substg1.0_${properties.attachedData}000D`)
  if (isOutlookMessage(file, inner)) {
    readMessage(file, inner, name === "" ? where : `${where}/${name}`, budget, findings, depth + 1)
  }
}

/**
 * Reports the network shares that named properties contain. Outlook loads the sound of a reminder from such a path, and
 * sends the password hash of the user there (CVE-2023-23397).
 */
const addNetworkPaths = (message: PropertyReader, where: string, findings: Findings): void => {
  for (const target of message.namedTexts()) {
    const path = target.replaceAll(/["\s]+/g, " ").trim()
    // A named property can also contain a fragment of an address, such as `//x`.
    if (/^(?:\\|[\\/]{2}[^\s]*[\\/.]|\\?\?\?|file:)/i.test(path) && targetOf(path).kind === "share") {
      findings.add({ kind: "reference", role: "media", target: truncateFactText(path), where })
    }
  }
}

/** Maximum bytes of a named property that are read. Longer ones are cut off. */
const namedBytesMax = 8_192
/** Maximum bytes of a longer property of which the start is read. Padding with null characters could hide a path. */
const paddedBytesMax = 1024 * 1024

/** Reads the properties of a message or attachment that are stored in separate streams (MS-OXMSG 2.1.3). */
class PropertyReader {
  private readonly file: CompoundFile
  private readonly storage: string

  constructor(file: CompoundFile, storage: string) {
    this.file = file
    this.storage = storage
  }

  /** Returns a string property; empty if it is missing. */
  text(id: string): string {
    const wide = this.stream(id, "001F")
    if (wide !== null) return textBeforeNul(decodeUtf16(wide))
    const narrow = this.stream(id, "001E")
    return narrow === null ? "" : textBeforeNul(decodeAnsi(narrow))
  }

  /** Returns a binary property; null if it is missing. */
  bytes(id: string): Uint8Array | null {
    return this.stream(id, "0102")
  }

  /** Returns a property that is a string, or HTML as bytes; empty if it is missing. */
  bytesOrText(id: string): string {
    const bytes = this.bytes(id)
    return bytes === null ? this.text(id) : decodePage(bytes)
  }

  /** Returns the strings of the named properties, whose IDs start at 0x8000 (MS-OXPROPS 1.3.3). */
  namedTexts(): ReadonlyArray<string> {
    return this.file.childrenOf(this.storage).flatMap((entry) => {
      const type = /^__substg1\.0_[89A-F][0-9A-F]{3}001([EF])$/i.exec(entry.name)?.[1]
      if (type === undefined || entry.size > paddedBytesMax) return []
      const bytes = this.file.read(entry).subarray(0, namedBytesMax)
      return [textBeforeNul(type.toUpperCase() === "F" ? decodeUtf16(bytes) : decodeAnsi(bytes))]
    })
  }

  private stream(id: string, type: string): Uint8Array | null {
    const entry = this.file.find(pathIn(this.storage, `__substg1.0_${id}${type}`))
    return entry?.type === "stream" ? this.file.read(entry) : null
  }
}
