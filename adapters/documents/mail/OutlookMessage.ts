import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { decodeAnsi, decodeUtf16, textBeforeNul } from "../compound/Cursor.ts"
import { pathIn } from "../ole/OleObject.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import {
  addAttachmentPaths,
  attachmentNames,
  namedBytesMax,
  type OutlookProperties,
  properties,
  type PropertyId,
  readMessageProperties
} from "./OutlookProperties.ts"

/** Stream in the storage of every Outlook message and of each of its attachments (MS-OXMSG 2.4). */
const propertiesStream = "__properties_version1.0"

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
  readMessageProperties(new PropertyReader(file, storage), where, budget, findings)
  // Sorted by name, the attachments are in order, because the names end with their number.
  const attachments = file.childrenOf(storage).filter(({ name }) => /^__attach_version1\.0_#/i.test(name))
  for (const entry of attachments.toSorted((one, other) => one.name < other.name ? -1 : 1)) {
    readAttachment(file, entry, where, budget, findings, depth)
  }
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
  const [name = "", ...otherNames] = attachmentNames(attachment)
  addAttachmentPaths(attachment, where, findings)
  for (const bytes of attachment.binaries(properties.attachedData)) {
    findings.addFile({ name, otherNames, bytes, as: "attachment", where })
  }
  const inner = pathIn(path, `__substg1.0_${properties.attachedData}000D`)
  if (isOutlookMessage(file, inner)) {
    readMessage(file, inner, name === "" ? where : `${where}/${name}`, budget, findings, depth + 1)
  }
}

/** Maximum bytes of a longer property of which the start is read. Padding with null characters could hide a path. */
const paddedBytesMax = 1024 * 1024

/** Reads the properties of a message or attachment that are stored in separate streams (MS-OXMSG 2.1.3). */
class PropertyReader implements OutlookProperties {
  private readonly file: CompoundFile
  private readonly storage: string

  constructor(file: CompoundFile, storage: string) {
    this.file = file
    this.storage = storage
  }

  texts(id: PropertyId): ReadonlyArray<string> {
    const wide = this.stream(id, "001F")
    const narrow = wide === null ? this.stream(id, "001E") : null
    const text = wide === null ? decodeAnsi(narrow ?? new Uint8Array(0)) : decodeUtf16(wide)
    return [textBeforeNul(text)].filter((one) => one !== "")
  }

  binaries(id: PropertyId): ReadonlyArray<Uint8Array> {
    const bytes = this.stream(id, "0102")
    return bytes === null ? [] : [bytes]
  }

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
