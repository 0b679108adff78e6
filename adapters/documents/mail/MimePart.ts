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

/**
 * Reports whether a line of a multipart body starts with the delimiter, but continues after it. Some programs take such
 * a line for a delimiter (RFC 2046, 5.1.1). Lines with a boundary that the body declares are delimiters of its parts.
 */
export const hasNearDelimiter = (body: string, boundary: string): boolean => {
  const delimiter = `--${boundary}`
  const declared = new Set<string>()
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at + delimiter.length)) {
    if (at > 0 && body[at - 1] !== "\n" && body[at - 1] !== "\r") continue
    const after = at + delimiter.length
    const rest = /^[^\r\n]{0,200}/.exec(body.slice(after, after + delimiterCharsMax))?.[0].trimEnd() ?? ""
    const other = `${boundary}${rest.replace(/--$/, "")}`
    if (/^-{0,2}$/.test(rest) || declared.has(other)) continue
    const isDeclared = body.includes(`="${other}"`) || body.includes(`=${other}`)
    if (!isDeclared || declared.size >= boundariesMax) return true
    declared.add(other)
  }
  return false
}

/** Maximum number of boundaries within a body that start with the boundary of the body. */
const boundariesMax = 16

/** Returns the offset of the next delimiter at the start of a line; -1 if there is none. */
const nextDelimiter = (body: string, delimiter: string, from: number): number => {
  for (let at = body.indexOf(delimiter, from); at >= 0; at = body.indexOf(delimiter, at + 1)) {
    const isLineStart = at === 0 || body[at - 1] === "\n" || body[at - 1] === "\r"
    const after = at + delimiter.length
    if (isLineStart && restOfDelimiter.test(body.slice(after, after + delimiterCharsMax))) return at
  }
  return -1
}
