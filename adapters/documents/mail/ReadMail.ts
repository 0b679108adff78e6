import { documentTypeOf } from "../../../core/documents/facts/DocumentType.ts"
import { type EmbeddedFile, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { fileKindOf } from "../../../core/documents/facts/FileKind.ts"
import { messageTypeOf } from "../../../core/documents/facts/MailMessage.ts"
import { targetOf } from "../../../core/documents/facts/Target.ts"
import { openCompoundFile } from "../compound/CompoundFile.ts"
import { readHtmlBody } from "../pages/HtmlBody.ts"
import { readPageContent } from "../pages/ReadPage.ts"
import { decodeBase64 } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { openCms } from "../smime/CmsContent.ts"
import { openActiveMime } from "../vba/ActiveMime.ts"
import { addVbaProjects, findVbaProjects } from "../vba/VbaProject.ts"
import { splitMailbox } from "./Mailbox.ts"
import {
  activeMarkup,
  cmsExtension,
  cmsTypes,
  contentFields,
  encodingCharsMax,
  fieldStart,
  htmlTypes,
  looksLikeBase64,
  messageTypes,
  otherEncodings,
  otherTextFiles,
  signatureNames,
  signatureTypes,
  unreadCharsets,
  unreadTypes
} from "./MailTypes.ts"
import { decodeCharset, decodeQuotedPrintable, decodeWords, type MimeField, parseMimeField } from "./MimeField.ts"
import { hasNearDelimiter, type MimeHeaders, parseMimePart, splitMultipart } from "./MimePart.ts"
import { nameByType, partNames } from "./PartNames.ts"
import { splitUuencoded } from "./Uuencode.ts"

/** Maximum nesting of multipart bodies and messages. */
export const mailNestedMax = 16
/** Maximum number of messages and parts per file. */
export const mailPartsMax = 1_000

/**
 * Reads a web archive (RFC 2557), or an email message (RFC 5322, MIME: RFC 2045 to 2047 and 2231): its text, the links
 * of its HTML, its attachments, and the messages attached to it.
 */
export const readMail: FormatReader = (bytes, budget) => {
  const mail = new Mail(messageTypeOf(bytes) === "mht", budget)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1").replace(/^\xef\xbb\xbf/, "")
  for (const message of text.startsWith("From ") ? splitMailbox(text) : [text]) mail.read(message, 0)
  return mail.finish()
}

/** Reads a signed, compressed or encrypted message (S/MIME, RFC 8551), or the file that is signed. */
export const readCms: FormatReader = (bytes, budget, names = []) => {
  const mail = new Mail(false, budget)
  mail.readCms(bytes, names, 0, true)
  return mail.finish()
}

class Mail {
  private readonly findings: Findings
  private readonly isArchive: boolean
  private readonly budget: Budget
  private readonly texts: Array<string> = []
  private partsLeft = mailPartsMax

  /** @param isArchive whether the message is a web archive, whose pages browsers and Office open */
  constructor(isArchive: boolean, budget: Budget) {
    this.isArchive = isArchive
    this.budget = budget
    this.findings = new Findings(budget.limits.factsMax)
  }

  /** @param defaultType type of a part without one */
  read(text: string, depth: number, defaultType = "text/plain"): void {
    if (depth > mailNestedMax || this.partsLeft-- <= 0 || !this.budget.takeLexed(text.length)) {
      this.findings.add({ kind: "cut off", limit: "nested objects", where: "document" })
      return
    }
    const { body, headers, isCutOff } = parseMimePart(text)
    if (isCutOff) this.findings.add({ kind: "cut off", limit: "header of a message", where: "document" })
    this.checkFields(headers)
    const subject = headers.fields.get("subject")
    if (subject !== undefined) this.texts.push(decodeText(subject))
    const declared = parseMimeField(headers.fields.get("content-type") ?? "")
    // A type without a subtype counts as missing (RFC 2045, 5.2).
    const isMultipart = declared.value === "multipart" && declared.parameters.has("boundary")
    const value = isMultipart ? "multipart/mixed" : declared.value.includes("/") ? declared.value : defaultType
    const type = { ...declared, value }
    if (unreadTypes.has(type.value)) return this.addUnread(`a part of the type ${type.value}`)
    const content = this.decode(body, headers, type)
    if (content === null) return
    if (type.value.startsWith("multipart/")) return this.readMultipart(content, type, depth)
    if (messageTypes.has(type.value)) return this.read(content, depth + 1)
    const cms = cmsIn(content, type, headers)
    if (cms !== null) return this.readCms(cms.bytes, cms.names, depth)
    this.addContent(content, type, headers)
  }

  /**
   * Reads what a CMS structure contains: a message, or a file.
   *
   * @param isDocument whether the structure is the whole file
   */
  readCms(bytes: Uint8Array, names: ReadonlyArray<string>, depth: number, isDocument = false): void {
    const { findings } = this
    const { content, isIncomplete } = openCms(bytes, this.budget)
    if (isIncomplete) findings.add({ kind: "cut off", limit: "the end of a damaged signed message", where: "document" })
    if (content.kind === "encrypted") findings.add({ kind: "encrypted", opened: null, where: "document" })
    if (content.kind === "unread") {
      findings.add({ kind: "unread", detail: content.detail, isDocument, where: "document" })
    }
    if (content.kind !== "content") return
    const text = Buffer.from(content.bytes.buffer, content.bytes.byteOffset, content.bytes.length).toString("latin1")
    const isMessage = fieldStart.test(text) && parseMimePart(text).headers.fields.has("content-type")
    if (isMessage) this.read(text, depth + 1)
    const type = documentTypeOf(content.bytes)
    if (isMessage && (type === null || type === "eml" || type === "mht")) return
    this.addFile(names.map((name) => name.replace(cmsExtension, "")), text, "attachment")
  }

  /** Reports fields that programs read differently, and fields with an address that Outlook opens (CVE-2023-35636). */
  private checkFields({ fields, repeated }: MimeHeaders): void {
    for (const [field, name] of contentFields) {
      if (repeated.has(field)) this.addUnread(`a part with several ${name} fields`)
      if (parseMimeField(fields.get(field) ?? "").isCutOff) this.addUnread(`a part with a long ${name} field`)
    }
    for (const [name, value] of fields) {
      if (!name.startsWith("x-sharing-") || targetOf(value).kind !== "share") continue
      this.findings.add({ kind: "reference", role: "data", target: truncateFactText(value), where: "document" })
    }
  }

  finish() {
    const text = this.texts.join("\n").trim().slice(0, textCharsMax)
    if (text !== "") this.findings.add({ kind: "text", text, pages: null, where: "document" })
    return this.findings.reading()
  }

  private addUnread(detail: string): void {
    this.findings.add({ kind: "unread", detail, isDocument: false, where: "document" })
  }

  private readMultipart(body: string, type: MimeField, depth: number): void {
    const boundary = type.parameters.get("boundary") ?? ""
    if (type.others.some(([name]) => name === "boundary")) this.addUnread("a multipart body with several boundaries")
    const parts = boundary === "" ? [] : splitMultipart(body, boundary, mailPartsMax)
    if (parts.length === 0) {
      if (/^--\S/m.test(body)) this.addUnread("a multipart body with another boundary")
      // Programs show a body without parts as a text.
      return this.addText(body, "")
    }
    if (hasNearDelimiter(body, boundary)) this.addUnread("a multipart body with almost the same boundary")
    // The parts of a digest are messages by default (RFC 2046, 5.1.5).
    const defaultType = type.value === "multipart/digest" ? "message/rfc822" : "text/plain"
    for (const part of parts) this.read(part, depth + 1, defaultType)
  }

  /**
   * Returns the decoded content of a part. If it is in an encoding that is not supported, reports
   * the part as unread and returns null.
   */
  private decode(body: string, headers: MimeHeaders, type: MimeField): string | null {
    const declared = parseMimeField(headers.fields.get("content-transfer-encoding") ?? "").value
    const encoding = declared.replaceAll(/[^a-z0-9]/g, "")
    if (encoding === "base64") {
      const { bytes, hasInnerPadding } = decodeBase64(body)
      // Mailing lists add plain lines to encoded texts.
      if (hasInnerPadding && !isPlainBody(headers, type)) this.addUnread("a part whose Base64 continues after its end")
      return Buffer.from(bytes).toString("latin1")
    }
    if (encoding === "quotedprintable") return decodeQuotedPrintable(body)
    const [file, ...more] = encoding.includes("uue") ? splitUuencoded(body).files : []
    if (file !== undefined && more.length === 0) return Buffer.from(file.bytes).toString("latin1")
    // Mail programs show a body with an unknown encoding unchanged.
    const isUnknown = !/^(?:[78]bits?|binary)?$/.test(encoding)
    if (!isUnknown || !otherEncodings.test(encoding) && !looksLikeBase64.test(body)) return body
    this.addUnread(`a part with the encoding ${declared.slice(0, encodingCharsMax)}`)
    return null
  }

  private addContent(content: string, type: MimeField, headers: MimeHeaders): void {
    const disposition = parseMimeField(headers.fields.get("content-disposition") ?? "")
    const names = partNames(disposition, type, headers)
    const charset = type.parameters.get("charset") ?? ""
    const isText = type.value.startsWith("text/")
    if (isText && unreadCharsets.test(charset)) this.addUnread(`a text in the character set ${charset}`)
    if (disposition.value === "attachment") return this.addAttachment(content, type, names, "attachment")
    if (this.isArchive && (isText || type.value === "application/xhtml+xml")) {
      if (names.length > 0 && !htmlTypes.has(type.value)) this.addAttachment(content, type, names, "attachment")
      return this.addPage(content, charset)
    }
    if (htmlTypes.has(type.value)) {
      const html = decodeCharset(content, charset)
      this.texts.push(readHtmlBody(html, this.findings, this.budget))
      // Mail programs do not run the code in a body, but a browser runs it if the body is opened as a file.
      if (type.value === "text/html" && activeMarkup.test(html)) {
        this.addFile([...names, "body.html"], content, "attachment")
      }
      return
    }
    // Programs show a text of an unknown type like a plain one (RFC 2046, 4.1.4), and some also show texts with names.
    if (isText) this.addText(content, charset)
    if (type.value === "text/plain" && names.length === 0) return
    const isArchived = this.isArchive && names.length === 0
    this.addAttachment(
      content,
      type,
      names.length === 0 ? [locationOf(headers)] : names,
      isArchived ? "package part" : "attachment"
    )
  }

  /** Adds a page of a web archive. Programs open its other texts as pages too, if they contain markup. */
  private addPage(content: string, charset: string): void {
    this.texts.push(readPageContent(decodeCharset(content, charset), this.findings, this.budget))
  }

  /** Adds a text, and the files that are encoded within it. */
  private addText(content: string, charset: string): void {
    const { files, isCutOff, text } = splitUuencoded(content)
    this.texts.push(decodeCharset(text, charset))
    for (const { bytes, name } of files) this.addFile([name], Buffer.from(bytes).toString("latin1"), "attachment")
    if (isCutOff) this.findings.add({ kind: "cut off", limit: "encoded files", where: "document" })
    if (otherTextFiles.test(text)) this.addUnread("a text with a file in yEnc or BinHex")
  }

  private addAttachment(content: string, type: MimeField, names: ReadonlyArray<string>, as: EmbeddedFile["as"]): void {
    const shown = names.filter((name) => name !== "")
    const isSignature = signatureTypes.has(type.value) && shown.every((name) => signatureNames.test(name))
    if (isSignature && this.isDetachedSignature(Buffer.from(content, "latin1"))) return
    const other = shown.length === 0 && as === "attachment" ? nameByType(type.value) : null
    this.addFile(other === null ? shown : ["", other], content, as)
  }

  /** Reports whether a signature contains no data. Signatures of PGP, and damaged ones, are of no known type. */
  private isDetachedSignature(bytes: Uint8Array): boolean {
    const kind = fileKindOf(bytes)
    if (kind !== "cms") return kind === "other"
    const { content, isIncomplete } = openCms(bytes, this.budget)
    return content.kind === "none" && !isIncomplete
  }

  private addFile([name = "", ...otherNames]: ReadonlyArray<string>, content: string, as: EmbeddedFile["as"]): void {
    if (content === "") return
    const bytes = Buffer.from(content, "latin1")
    this.budget.spendDecoded(bytes.length, false)
    if (this.addMacros(bytes, name)) return
    const others = otherNames.length === 0 ? {} : { otherNames: otherNames.map(truncateFactText) }
    this.findings.addFile({ name: truncateFactText(name), ...others, bytes, as, where: "document" })
  }

  /** Adds the macros that Office stores in its web archives, and returns whether there are any. */
  private addMacros(bytes: Uint8Array, name: string): boolean {
    const content = openActiveMime(bytes, this.budget)
    const file = content === null ? null : openCompoundFile(content, this.budget)
    const where = name === "" ? "document" : truncateFactText(name)
    return file !== null && addVbaProjects(file, findVbaProjects(file), { where }, this.budget, this.findings)
  }
}

/** Returns the CMS structure in a part, and the names of the part; null if another file is in it. */
const cmsIn = (content: string, type: MimeField, headers: MimeHeaders) => {
  if (!cmsTypes.has(type.value) && type.value !== "application/octet-stream") return null
  const names = partNames(parseMimeField(headers.fields.get("content-disposition") ?? ""), type, headers)
  if (!names.every((name) => cmsExtension.test(name)) || names.length === 0 && !cmsTypes.has(type.value)) return null
  const bytes = Buffer.from(content, "latin1")
  return documentTypeOf(bytes) === "cms" ? { bytes, names } : null
}

/** Returns the last segment of the address of a part in a web archive (RFC 2557, 4.2); empty if it has none. */
const locationOf = ({ fields }: MimeHeaders): string => (fields.get("content-location") ?? "").replace(/^.*[\\/]/s, "")

/** Reports whether a part is a text that programs only show. */
const isPlainBody = ({ fields }: MimeHeaders, type: MimeField): boolean =>
  (type.value === "text/plain" || htmlTypes.has(type.value)) && !fields.has("content-disposition") &&
  !type.parameters.has("name")

const decodeText = (field: string): string => decodeWords(decodeCharset(field, "utf-8"))
