import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import { fileKindOf } from "../../../core/documents/facts/FileKind.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings, type FormatReader, truncateFactText } from "../reading/Findings.ts"
import { readHtmlBody } from "./HtmlBody.ts"
import {
  decodeBase64Text,
  decodeCharset,
  decodeQuotedPrintable,
  decodeWords,
  type MimeField,
  type MimeHeaders,
  parseMimeField,
  parseMimePart,
  splitMultipart
} from "./MimePart.ts"

/** Maximum nesting of multipart bodies and messages. */
export const mailNestedMax = 16
/** Maximum number of messages and parts per file. */
export const mailPartsMax = 1_000

/**
 * Reads an email message (RFC 5322, MIME: RFC 2045 to 2047 and 2231): its text, the links of its HTML, its attachments,
 * and the messages attached to it.
 */
export const readMail: FormatReader = (bytes, budget) => {
  const mail = new Mail(budget)
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1").replace(/^\xef\xbb\xbf/, "")
  for (const message of text.startsWith("From ") ? splitMailbox(text) : [text]) mail.read(message, 0)
  return mail.finish()
}

class Mail {
  private readonly findings: Findings
  private readonly budget: Budget
  private readonly texts: Array<string> = []
  private partsLeft = mailPartsMax

  constructor(budget: Budget) {
    this.budget = budget
    this.findings = new Findings(budget.limits.factsMax)
  }

  read(text: string, depth: number): void {
    if (depth > mailNestedMax || this.partsLeft-- <= 0 || !this.budget.takeLexed(text.length)) {
      this.findings.add({ kind: "cut off", limit: "nested objects", where: "document" })
      return
    }
    const { body, headers } = parseMimePart(text)
    const subject = headers.get("subject")
    if (subject !== undefined) this.texts.push(decodeText(subject))
    const type = parseMimeField(headers.get("content-type") ?? "text/plain")
    const boundary = type.parameters.get("boundary") ?? ""
    if (type.value.startsWith("multipart/") && boundary !== "") {
      for (const part of splitMultipart(body, boundary, mailPartsMax)) this.read(part, depth + 1)
      return
    }
    const content = this.decode(body, headers)
    if (content === null) return
    if (type.value === "message/rfc822" || type.value === "message/global") return this.read(content, depth + 1)
    this.addContent(content, type, headers)
  }

  finish() {
    const text = this.texts.join("\n").trim().slice(0, textCharsMax)
    if (text !== "") this.findings.add({ kind: "text", text, pages: null, where: "document" })
    return this.findings.reading()
  }

  /**
   * Returns the decoded content of a part. If the encoding matches `otherEncodings`, reports the part as unread and
   * returns null.
   */
  private decode(body: string, headers: MimeHeaders): string | null {
    const encoding = parseMimeField(headers.get("content-transfer-encoding") ?? "").value.replaceAll(/[\s-]/g, "")
    if (encoding === "base64") return decodeBase64Text(body)
    if (encoding === "quotedprintable") return decodeQuotedPrintable(body)
    // Mail programs show a body with an unknown encoding unchanged.
    if (!otherEncodings.test(encoding)) return body
    const detail = `a part with the encoding ${encoding.slice(0, encodingCharsMax)}`
    this.findings.add({ kind: "unread", detail, isDocument: false, where: "document" })
    return null
  }

  private addContent(content: string, type: MimeField, headers: MimeHeaders): void {
    const disposition = parseMimeField(headers.get("content-disposition") ?? "")
    const name = disposition.parameters.get("filename") ?? type.parameters.get("name") ?? ""
    const isText = name === "" && disposition.value !== "attachment"
    const charset = type.parameters.get("charset") ?? ""
    if (isText && htmlTypes.has(type.value)) {
      const html = decodeCharset(content, charset)
      this.texts.push(readHtmlBody(html, this.findings))
      // Mail programs do not run the code in a body, but a browser runs it if the body is opened as a file.
      if (type.value === "text/html" && activeMarkup.test(html)) this.addFile("body.html", content)
    } else if (isText && type.value === "text/plain") this.texts.push(decodeCharset(content, charset))
    else if (!signatureTypes.has(type.value) || fileKindOf(Buffer.from(content, "latin1"), name) !== "other") {
      this.addFile(name, content)
    }
  }

  private addFile(name: string, content: string): void {
    if (content === "") return
    const bytes = Buffer.from(content, "latin1")
    this.budget.spendDecoded(bytes.length, false)
    this.findings.addFile({ name: truncateFactText(name), bytes, as: "attachment", where: "document" })
  }
}

/** Encodings outside of MIME that some mail programs decode: uuencode, yEnc and BinHex. */
const otherEncodings = /uu|yenc|binhex/
/** Maximum characters of an encoding's name in a reason. */
const encodingCharsMax = 40

/** Splits a mailbox into its messages, without the lines that separate them (RFC 4155). */
const splitMailbox = (text: string): ReadonlyArray<string> =>
  text.split(/(?:^|\n\r?\n)From \S{1,320} {1,9}[A-Z][a-z]{2} [^\n]{0,40}\d{4}[^\n]{0,20}\n/).filter((message) =>
    message.trim() !== ""
  )

/** Types of bodies with markup. AMP bodies contain scripts that only mail services run, in a sandbox. */
const htmlTypes: ReadonlySet<string> = new Set(["text/html", "text/x-amp-html"])

/** Types of detached signatures (RFC 8551; RFC 3156), which are not documents. */
const signatureTypes: ReadonlySet<string> = new Set([
  "application/pkcs7-signature",
  "application/x-pkcs7-signature",
  "application/pgp-signature"
])

/** Markup that runs code or embeds pages when a browser opens the body. */
const activeMarkup = /<(?:script|iframe|object|embed|applet)\b|javascript:/i

const decodeText = (field: string): string => decodeWords(decodeCharset(field, "utf-8"))
