import { type EmbeddedFile, textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { fileKindOf } from "../../../core/documents/facts/FileKind.ts"
import { messageTypeOf } from "../../../core/documents/facts/MailMessage.ts"
import { openCompoundFile } from "../compound/CompoundFile.ts"
import { readHtmlBody } from "../pages/HtmlBody.ts"
import { readPageContent } from "../pages/ReadPage.ts"
import { decodeBase64 } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { openActiveMime } from "../vba/ActiveMime.ts"
import { addVbaProjects, findVbaProjects } from "../vba/VbaProject.ts"
import {
  decodeCharset,
  decodeQuotedPrintable,
  decodeWords,
  type MimeField,
  type MimeHeaders,
  parseMimeField,
  parseMimePart,
  splitMultipart
} from "./MimePart.ts"
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
    for (const [field, name] of contentFields) {
      if (headers.repeated.has(field)) this.addUnread(`a part with several ${name} fields`)
    }
    const subject = headers.fields.get("subject")
    if (subject !== undefined) this.texts.push(decodeText(subject))
    const declared = parseMimeField(headers.fields.get("content-type") ?? "")
    // A type without a subtype counts as missing (RFC 2045, 5.2).
    const type = declared.value.includes("/") ? declared : { ...declared, value: defaultType }
    if (unreadTypes.has(type.value)) return this.addUnread(`a part of the type ${type.value}`)
    const content = this.decode(body, headers, type)
    if (content === null) return
    if (type.value.startsWith("multipart/")) return this.readMultipart(content, type, depth)
    if (messageTypes.has(type.value)) return this.read(content, depth + 1)
    this.addContent(content, type, headers)
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
    if (parts.length === 0 && /^--\S/m.test(body)) this.addUnread("a multipart body with another boundary")
    // The parts of a digest are messages by default (RFC 2046, 5.1.5).
    const defaultType = type.value === "multipart/digest" ? "message/rfc822" : "text/plain"
    for (const part of parts) this.read(part, depth + 1, defaultType)
  }

  /**
   * Returns the decoded content of a part. If the encoding matches `otherEncodings`, reports the part as unread and
   * returns null.
   */
  private decode(body: string, headers: MimeHeaders, type: MimeField): string | null {
    const encoding = parseMimeField(headers.fields.get("content-transfer-encoding") ?? "").value
      .replaceAll(/[\s-]/g, "")
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
    if (!otherEncodings.test(encoding)) return body
    this.addUnread(`a part with the encoding ${encoding.slice(0, encodingCharsMax)}`)
    return null
  }

  private addContent(content: string, type: MimeField, headers: MimeHeaders): void {
    const disposition = parseMimeField(headers.fields.get("content-disposition") ?? "")
    const names = namesIn(disposition, type)
    const charset = type.parameters.get("charset") ?? ""
    const isAttached = names.length > 0 || disposition.value === "attachment"
    if (isAttached && (disposition.value === "attachment" || !htmlTypes.has(type.value))) {
      return this.addAttachment(content, type, names, "attachment")
    }
    if (textTypes.has(type.value) && unreadCharsets.test(charset)) this.addUnread("a text in the character set UTF-7")
    if (this.isArchive && /^(?:text\/|application\/xhtml)/.test(type.value)) return this.addPage(content, charset)
    if (htmlTypes.has(type.value)) {
      const html = decodeCharset(content, charset)
      this.texts.push(readHtmlBody(html, this.findings, this.budget))
      // Mail programs do not run the code in a body, but a browser runs it if the body is opened as a file.
      if (type.value === "text/html" && activeMarkup.test(html)) {
        this.addFile([...names, "body.html"], content, "attachment")
      }
    } else if (type.value === "text/plain") this.addText(content, charset)
    else this.addAttachment(content, type, [locationOf(headers)], this.isArchive ? "package part" : "attachment")
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
    const isSignature = signatureTypes.has(type.value) && names.every((name) => signatureNames.test(name))
    if (isSignature && fileKindOf(Buffer.from(content, "latin1")) === "other") return
    this.addFile(names, content, as)
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

/** Returns the last segment of the address of a part in a web archive (RFC 2557, 4.2); empty if it has none. */
const locationOf = ({ fields }: MimeHeaders): string => (fields.get("content-location") ?? "").replace(/^.*[\\/]/s, "")

/** Reports whether a part is a text that programs only show. */
const isPlainBody = ({ fields }: MimeHeaders, type: MimeField): boolean =>
  textTypes.has(type.value) && !fields.has("content-disposition") && !type.parameters.has("name")

/** Returns the different names of a part. Programs disagree about which one they show. */
const namesIn = (disposition: MimeField, type: MimeField): ReadonlyArray<string> => {
  const values = (field: MimeField, name: string) => [
    field.parameters.get(name) ?? "",
    ...field.others.flatMap(([other, value]) => other === name ? [value] : [])
  ]
  return [...new Set([...values(disposition, "filename"), ...values(type, "name")])].filter((name) => name !== "")
}

/** Fields that decide how a part is read, by their lower-case names. */
const contentFields: ReadonlyArray<readonly [field: string, name: string]> = [
  ["content-type", "Content-Type"],
  ["content-transfer-encoding", "Content-Transfer-Encoding"],
  ["content-disposition", "Content-Disposition"]
]

/** Types of parts that are messages (RFC 2046, 5.2.1; RFC 6532, 3.7; RFC 5537, 6.1). */
const messageTypes: ReadonlySet<string> = new Set(["message/rfc822", "message/global", "message/news"])

/** Types whose content is elsewhere: in other messages, or on a server (RFC 2046, 5.2.2 and 5.2.3). */
const unreadTypes: ReadonlySet<string> = new Set(["message/partial", "message/external-body"])

/** Encodings outside of MIME that some mail programs decode: uuencode, yEnc and BinHex. */
const otherEncodings = /uu|yenc|binhex/
/** Maximum characters of an encoding's name in a reason. */
const encodingCharsMax = 40

/** First lines of files within a text, in encodings that some mail programs decode. */
const otherTextFiles = /^(?:=ybegin |\(This file must be converted with BinHex)/m

/** Character sets of UTF-7 (RFC 2152), in which markup is invisible to programs that do not decode it. */
const unreadCharsets = /utf-?7/i

/** Splits a mailbox into its messages, without the lines that separate them (RFC 4155). */
const splitMailbox = (text: string): ReadonlyArray<string> =>
  text.split(/(?:^|\n\r?\n)From \S{1,320} {1,9}[A-Z][a-z]{2} [^\n]{0,40}\d{4}[^\n]{0,20}\n/).filter((message) =>
    message.trim() !== ""
  )

/** Types of bodies with markup. AMP bodies contain scripts that only mail services run, in a sandbox. */
const htmlTypes: ReadonlySet<string> = new Set(["text/html", "text/x-amp-html"])

const textTypes: ReadonlySet<string> = new Set([...htmlTypes, "text/plain"])

/** Types of detached signatures (RFC 8551; RFC 3156), which are not documents. */
const signatureTypes: ReadonlySet<string> = new Set([
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "application/pgp-signature"
])

/** File names of detached signatures. */
const signatureNames = /\.(?:p7s|asc|sig)$/i

/** Markup that runs code or embeds pages when a browser opens the body. */
const activeMarkup =
  /<(?:script\b(?!\s{1,9}type=["']?application\/(?:ld\+)?json["']?>)|(?:iframe|object|embed|applet)\b)|=\s{0,9}["']?\s{0,9}javascript:(?!\s{0,9}(?:void\b|;|["']))/i

const decodeText = (field: string): string => decodeWords(decodeCharset(field, "utf-8"))
