import { nothingReadable } from "../../../core/documents/facts/Fact.ts"
import { textBeforeNul } from "../compound/Cursor.ts"
import { addAttachmentPaths, attachmentNames, properties, readMessageProperties } from "../mail/OutlookProperties.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { uint32 } from "../reading/Numbers.ts"
import { codePageDefault, decoderOf } from "../rtf/RtfCodePages.ts"
import { readTnefAttributes, type TnefAttribute } from "./TnefAttributes.ts"
import { TnefProperties } from "./TnefProperties.ts"

const where = "document"

/** IDs of attributes (MS-OXTNEF 2.1.3.2), without their types, which some programs ignore. */
const ids = {
  subject: 0x8004,
  body: 0x800c,
  codePage: 0x9007,
  messageProperties: 0x9003,
  attachmentStart: 0x9002,
  attachmentTitle: 0x8010,
  attachmentFileName: 0x9001,
  attachmentData: 0x800f,
  attachmentProperties: 0x9005
} as const

/** Text that Outlook stores in place of the data of an attached message, for other mail programs. */
const placeholder = /^This attachment is a MAPI 1\.0 embedded message[ -~]{0,100}\0?$/

/** Maximum bytes of such a text. */
const placeholderBytesMax = 200

/**
 * Reads a TNEF stream (MS-OXTNEF), in which Outlook and Exchange send messages as `winmail.dat`: text, links,
 * attachments, and the messages attached to it. The same rules as for Outlook messages apply.
 */
export const readTnef: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  const { attributes, damage } = readTnefAttributes(bytes)
  if (attributes.length === 0) findings.add({ kind: "damaged", detail: nothingReadable, where })
  const codePage = attributes.find(({ id }) => id === ids.codePage)?.data
  const decoder = decoderOf(codePage === undefined ? codePageDefault : uint32(codePage, 0))
  const message = new TnefMessage(decoder, budget, findings)
  for (const attribute of attributes) message.add(attribute)
  message.finish()
  if (damage !== null) findings.add({ kind: "cut off", limit: damage, where })
  return findings.reading()
}

/** Attributes of an attachment. */
interface TnefAttachment {
  readonly properties: TnefProperties
  readonly names: Array<string>
  readonly contents: Array<Uint8Array>
}

class TnefMessage {
  private readonly message: TnefProperties
  private readonly attachments: Array<TnefAttachment> = []
  private readonly decoder: TextDecoder
  private readonly budget: Budget
  private readonly findings: Findings

  constructor(decoder: TextDecoder, budget: Budget, findings: Findings) {
    this.decoder = decoder
    this.budget = budget
    this.findings = findings
    this.message = new TnefProperties(decoder)
  }

  add({ data, id }: TnefAttribute): void {
    switch (id) {
      case ids.subject:
        return this.message.addText(properties.subject, data)
      case ids.body:
        return this.message.addText(properties.body, data)
      case ids.messageProperties:
        return this.addList(this.message, data)
      case ids.attachmentStart:
        this.attachments.push({ properties: new TnefProperties(this.decoder), names: [], contents: [] })
        return
      case ids.attachmentTitle:
      case ids.attachmentFileName:
        this.attachment().names.push(textBeforeNul(this.decoder.decode(data)))
        return
      case ids.attachmentData:
        this.attachment().contents.push(data)
        return
      case ids.attachmentProperties:
        return this.addList(this.attachment().properties, data)
    }
  }

  finish(): void {
    readMessageProperties(this.message, where, this.budget, this.findings)
    for (const attachment of this.attachments) this.addAttachment(attachment)
  }

  /** Returns the current attachment. A damaged stream can lack the attribute that starts it. */
  private attachment(): TnefAttachment {
    const last = this.attachments.at(-1)
    if (last !== undefined) return last
    const first = { properties: new TnefProperties(this.decoder), names: [], contents: [] }
    this.attachments.push(first)
    return first
  }

  private addList(into: TnefProperties, list: Uint8Array): void {
    if (into.addList(list, this.budget)) return
    this.findings.add({ kind: "cut off", limit: "the properties of a TNEF stream", where })
  }

  private addAttachment({ contents, names: titles, properties: own }: TnefAttachment): void {
    const { findings } = this
    const names = [...attachmentNames(own), ...titles].filter((one) => one !== "").map(truncateFactText)
    const [name = "", ...otherNames] = new Set(names)
    addAttachmentPaths(own, where, findings)
    for (const bytes of [...contents, ...own.binaries(properties.attachedData)]) {
      const isPlaceholder = bytes.length <= placeholderBytesMax && placeholder.test(this.decoder.decode(bytes))
      if (bytes.length > 0 && !isPlaceholder) findings.addFile({ name, otherNames, bytes, as: "attachment", where })
    }
  }
}
