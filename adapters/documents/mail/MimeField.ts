import { decodeBase64 } from "../reading/Base64.ts"

/** Value of a field with its parameters (RFC 2045, 5.1). */
export interface MimeField {
  /** Value before the parameters, in lower case. */
  readonly value: string
  /** Parameters by lower-case name. Continued and encoded parameters (RFC 2231) have their decoded value. */
  readonly parameters: ReadonlyMap<string, string>
  /** Further values of parameters that have several, with their lower-case names. */
  readonly others: ReadonlyArray<readonly [name: string, value: string]>
  /** Whether the field is longer than `mimeFieldCharsMax`. */
  readonly isCutOff: boolean
}

/** Maximum characters of a field that are examined for parameters. */
export const mimeFieldCharsMax = 8_192

/** Matches the first word of a field, after comments. Programs ignore what else precedes the parameters. */
const valueToken = /^(?:\s|\([^()]{0,999}\)){0,99}([^\s,()]{1,999})/

/** Matches a parameter. A value without quotes ends at a blank, or only at the semicolon. */
const parameterPattern = /;\s{0,99}([^\s=;"]{1,80})\s{0,9}=\s{0,9}(?:"((?:[^"\\]|\\[^])*)"?|([^;]*))/g

export const parseMimeField = (text: string): MimeField => {
  const field = text.slice(0, mimeFieldCharsMax)
  const parameters = new Parameters()
  for (const [, name = "", quoted, plain = ""] of field.matchAll(parameterPattern)) {
    parameters.add(name.toLowerCase(), quoted, plain)
  }
  const value = field.replace(/;[^]*/, "").replaceAll("\"", "").replace(/\s{0,99}\/\s{0,99}/, "/")
  return {
    value: valueToken.exec(value)?.[1]?.toLowerCase() ?? "",
    ...parameters.finish(),
    isCutOff: text.length > mimeFieldCharsMax
  }
}

/** Collects the parameters of a field, and what programs may read instead. */
class Parameters {
  private readonly values = new Map<string, string>()
  private readonly others: Array<readonly [string, string]> = []
  /** Pieces of continued parameters with their numbers, by name (RFC 2231, 3). */
  private readonly pieces = new Map<string, Array<readonly [number: number, raw: string, isEncoded: boolean]>>()

  add(key: string, quoted: string | undefined, plain: string): void {
    const [, name = "", part, star] = /^([^*]*)(?:\*(\d{1,3}))?(\*?)$/.exec(key) ?? []
    if (name === "") return
    const word = /^[^\s"]*/.exec(plain)?.[0] ?? ""
    const value = quoted === undefined ? word : quoted.replaceAll(/\\([^])/g, "$1")
    if (part !== undefined) {
      const pieces = this.pieces.get(name) ?? []
      this.pieces.set(name, [...pieces, [Number(part), value, star === "*"]])
      return
    }
    const decoded = star === "*" ? decodeExtended(value) : decodeWords(value)
    const earlier = this.values.get(name)
    if (earlier !== undefined && earlier !== decoded) this.others.push([name, star === "*" ? earlier : decoded])
    if (star === "*" || earlier === undefined) this.values.set(name, decoded)
    // Some programs read a value without quotes up to the semicolon, and remove the quotes within it.
    const whole = plain.replaceAll("\"", "").trim()
    if (quoted === undefined && whole !== value) this.others.push([name, whole])
    // Programs disagree about escapes and encoded words in a boundary.
    if (name === "boundary" && (quoted ?? value) !== decoded) this.others.push([name, quoted ?? value])
  }

  finish(): Pick<MimeField, "parameters" | "others"> {
    for (const [name, pieces] of this.pieces) {
      const sorted = pieces.toSorted(([one], [other]) => one - other)
      const isEncoded = sorted.some(([, , encoded]) => encoded)
      const joined = sorted.map(([, raw, encoded]) => encoded || !isEncoded ? raw : encodeURIComponent(raw)).join("")
      const decoded = isEncoded ? decodeExtended(joined) : decodeWords(joined)
      const earlier = this.values.get(name)
      if (earlier !== undefined && earlier !== decoded) this.others.push([name, earlier])
      this.values.set(name, decoded)
    }
    return { parameters: this.values, others: this.others }
  }
}

/** Decodes a value such as `utf-8'en'na%C3%AFve` (RFC 2231, 4). */
const decodeExtended = (text: string): string => {
  const [, charset = "utf-8", value = text] = /^([^']*)'[^']*'([^]*)$/.exec(text) ?? []
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

const codes = { equals: 0x3d, tab: 0x09, blank: 0x20, carriageReturn: 0x0d, lineFeed: 0x0a } as const

/** Decodes quoted-printable text (RFC 2045, 6.7). An equals sign at the end of a line removes the line end. */
export const decodeQuotedPrintable = (text: string): string => {
  const bytes = Buffer.from(text, "latin1")
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte !== codes.equals) {
      bytes[length++] = byte
      continue
    }
    const end = endOfSoftBreak(bytes, at + 1)
    const value = hexDigit(bytes[at + 1]) << 4 | hexDigit(bytes[at + 2])
    if (end > 0) at = end - 1
    else if (value >= 0) {
      bytes[length++] = value
      at += 2
    } else bytes[length++] = byte
  }
  return bytes.toString("latin1", 0, length)
}

/** Returns the offset after blanks and a line end; 0 if something else follows. */
const endOfSoftBreak = (bytes: Uint8Array, from: number): number => {
  let at = from
  while (bytes[at] === codes.blank || bytes[at] === codes.tab) at++
  while (bytes[at] === codes.carriageReturn) at++
  if (bytes[at] === codes.lineFeed) return at + 1
  return bytes[at - 1] === codes.carriageReturn ? at : 0
}

/** Returns the value of a hexadecimal digit; -1 for any other byte. */
const hexDigit = (byte = 0): number => {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30
  const letter = byte | 0x20
  return letter >= 0x61 && letter <= 0x66 ? letter - 0x57 : -1
}
