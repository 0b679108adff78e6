import { decodeBase64 } from "../reading/Base64.ts"

/** Header fields of a message or part. */
export interface MimeHeaders {
  /** Values by lower-case name. If a field is repeated, only the first one is included. */
  readonly fields: ReadonlyMap<string, string>
  /** Names of the fields that occur again with another value. */
  readonly repeated: ReadonlySet<string>
}

/** Maximum characters of the header of a message or part. */
export const mailHeaderCharsMax = 256 * 1024

/** A message or part (RFC 2045). Texts have one character per byte. */
export interface MimePart {
  readonly headers: MimeHeaders
  readonly body: string
  /** Whether the header is longer than `mailHeaderCharsMax`. */
  readonly isCutOff: boolean
}

/** End of a line. Messages are sent with CR LF, but files have any of the three, and damaged ones have CR CR LF. */
const lineEnd = /\r{0,2}\n|\r(?!\r?\n)/.source
const headerEnd = new RegExp(`(?:${lineEnd}){2}`)
const firstLineEnd = new RegExp(`^(?:${lineEnd})`)
const anyLineEnd = new RegExp(lineEnd)

/** Splits a message or part into its header fields and its body (RFC 5322, 2.1). */
export const parseMimePart = (text: string): MimePart => {
  const start = firstLineEnd.exec(text)
  // A part without header fields starts with an empty line.
  if (start !== null) return { headers: parseHeaders(""), body: text.slice(start[0].length), isCutOff: false }
  const head = text.slice(0, mailHeaderCharsMax)
  const end = headerEnd.exec(head)
  const header = end === null ? head : head.slice(0, end.index)
  const body = end === null ? text.slice(mailHeaderCharsMax) : text.slice(end.index + end[0].length)
  return { headers: parseHeaders(header), body, isCutOff: end === null && body !== "" }
}

/** Parses header fields, and joins the lines of folded fields (RFC 5322, 2.2.3). */
const parseHeaders = (header: string): MimeHeaders => {
  const fields = new Map<string, string>()
  const repeated = new Set<string>()
  let current: { readonly name: string; readonly lines: Array<string> } | null = null
  const finish = () => {
    if (current === null) return
    const value = current.lines.join(" ")
    if ((fields.get(current.name) ?? value) !== value) repeated.add(current.name)
    if (!fields.has(current.name)) fields.set(current.name, value)
  }
  for (const line of header.split(anyLineEnd)) {
    const text = line.trim()
    if (/^[ \t]/.test(line) && current !== null) {
      current.lines.push(text)
      continue
    }
    const colon = text.indexOf(":")
    if (colon <= 0) continue
    finish()
    current = { name: text.slice(0, colon).trim().toLowerCase(), lines: [text.slice(colon + 1).trim()] }
  }
  finish()
  return { fields, repeated }
}

/** Value of a field with its parameters (RFC 2045, 5.1). */
export interface MimeField {
  /** Value before the parameters, in lower case. */
  readonly value: string
  /** Parameters by lower-case name. Continued and encoded parameters (RFC 2231) have their decoded value. */
  readonly parameters: ReadonlyMap<string, string>
  /** Further values of parameters that have several, with their lower-case names. */
  readonly others: ReadonlyArray<readonly [name: string, value: string]>
}

/** Maximum characters of a field that are examined for parameters. */
const fieldCharsMax = 8_192

/** Matches the first word of a field, after comments. Programs ignore what else precedes the parameters. */
const valueToken = /^(?:\s|\([^()]{0,999}\)){0,99}([^\s;,()]{1,999})/

const parameterPattern = /;\s{0,99}([^\s=;"]{1,80})\s{0,9}=\s{0,9}(?:"((?:[^"\\]|\\[^])*)"?|([^\s;"]*))/g

export const parseMimeField = (text: string): MimeField => {
  const field = text.slice(0, fieldCharsMax)
  const parameters = new Map<string, string>()
  const others: Array<readonly [string, string]> = []
  for (const [, raw = "", quoted, plain = ""] of field.matchAll(parameterPattern)) {
    const value = quoted === undefined ? plain : quoted.replaceAll(/\\([^])/g, "$1")
    const [, name = "", part, star] = /^([^*]*)(?:\*(\d{1,3}))?(\*?)$/.exec(raw.toLowerCase()) ?? []
    if (name === "") continue
    const decoded = star === "*" ? decodeExtended(value, part === undefined || part === "0") : decodeWords(value)
    const earlier = parameters.get(name)
    const isContinued = part !== undefined && part !== "0"
    const isPreferred = part !== undefined || star === "*" || earlier === undefined
    if (!isContinued && earlier !== undefined && earlier !== decoded) {
      others.push([name, isPreferred ? earlier : decoded])
    }
    if (isPreferred) parameters.set(name, isContinued ? (earlier ?? "") + decoded : decoded)
  }
  return { value: valueToken.exec(field)?.[1]?.toLowerCase() ?? "", parameters, others }
}

/** Decodes a value such as `utf-8'en'na%C3%AFve` (RFC 2231, 4). */
const decodeExtended = (text: string, isFirst: boolean): string => {
  const [, charset = "utf-8", value = text] = isFirst ? /^([^']*)'[^']*'([^]*)$/.exec(text) ?? [] : []
  const bytes = value.replaceAll(
    /%([0-9a-f]{2})/gi,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  )
  return decodeCharset(bytes, charset)
}

/** Decodes the encoded words of a field, such as `=?utf-8?B?SGk=?=` (RFC 2047). */
export const decodeWords = (text: string): string =>
  text.replaceAll(/(\?=)[ \t]{1,9}(?==\?)/g, "$1").replaceAll(
    /=\?([^?\s]{1,40})\?([bq])\?([^?]{0,2000})\?=/gi,
    (_, charset: string, kind: string, data: string) =>
      decodeCharset(
        kind.toLowerCase() === "b"
          ? Buffer.from(decodeBase64(data).bytes).toString("latin1")
          : decodeQuotedPrintable(data.replaceAll("_", " ")),
        charset
      )
  )

/**
 * Decodes bytes, given as one character per byte. If the character set is unknown, or the bytes are not valid in it,
 * decodes them as windows-1252.
 */
export const decodeCharset = (text: string, charset: string): string => {
  const bytes = Buffer.from(text, "latin1")
  try {
    return new TextDecoder(charset.trim() === "" ? "utf-8" : charset.trim(), { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder("windows-1252").decode(bytes)
  }
}

/** Decodes quoted-printable text (RFC 2045, 6.7). */
export const decodeQuotedPrintable = (text: string): string =>
  text.replaceAll(/=[ \t]{0,99}\r?\n/g, "").replaceAll(
    /=([0-9a-f]{2})/gi,
    (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))
  )

/**
 * Returns the parts of a multipart body (RFC 2046, 5.1.1). The closing delimiter may be missing. Parts after it are
 * returned too, because some programs show them.
 */
export const splitMultipart = (body: string, boundary: string, partsMax: number): ReadonlyArray<string> => {
  const delimiter = `--${boundary}`
  const parts: Array<string> = []
  let start = -1
  for (
    let at = nextDelimiter(body, delimiter, 0);
    at >= 0 && parts.length <= partsMax;
    at = nextDelimiter(body, delimiter, at + delimiter.length)
  ) {
    if (start >= 0) parts.push(body.slice(start, at).replace(lastLineEnd, ""))
    const after = at + delimiter.length
    const [line = ""] = restOfDelimiter.exec(body.slice(after, after + delimiterCharsMax)) ?? []
    start = line.startsWith("--") ? -1 : after + line.length
  }
  if (start >= 0 && parts.length <= partsMax) parts.push(body.slice(start))
  return parts
}

/** Maximum characters of white space after a delimiter, and of its line end. */
const delimiterCharsMax = 1_000
/** Rest of a line with a delimiter. Nothing else may follow, because one boundary can be the start of another. */
const restOfDelimiter = new RegExp(`^(?:--)?[ \\t\\v\\f]{0,990}(?:${lineEnd}|$)`)
const lastLineEnd = /(?:\r?\n|\r)$/

/** Returns the offset of the next delimiter at the start of a line; -1 if there is none. */
const nextDelimiter = (body: string, delimiter: string, from: number): number => {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const isLineStart = at === 0 || body[at - 1] === "\n" || body[at - 1] === "\r"
    const after = at + delimiter.length
    if (isLineStart && restOfDelimiter.test(body.slice(after, after + delimiterCharsMax))) return at
  }
  return -1
}
