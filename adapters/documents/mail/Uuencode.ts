import { decodeBase64 } from "../reading/Base64.ts"

/** File that is encoded within the text of a message. */
export interface TextFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Maximum number of encoded files per text. */
export const textFilesMax = 100

/**
 * Matches the first line of an encoded file: its method, permissions and name. Outlook also accepts two blanks instead
 * of the permissions (Microsoft, KB 265230).
 */
const firstLine =
  /^begin(-base64)?[ \t]{1,9}(?:[0-7]{3,6}[ \t]{1,9}|(?<=[ \t]{2}))([^\s][^\r\n]{0,254})(?:\r{0,2}\n|\r)/gm

/** Maximum characters of an encoded line that are examined. */
const lineCharsMax = 200
/** Matches the characters of an encoded line. A sentence has others, so a text about `begin` has no file. */
const encodedLines = /^(?:[ -`]{1,199}(?:\r|\n|$)|[A-Za-z0-9+/=]{1,199}(?:\r|\n|$)|end)/

/**
 * Decodes the files that a text contains (POSIX `uuencode`, with either method), which Outlook shows as attachments.
 * Returns the text without them.
 */
export const splitUuencoded = (
  text: string
): { readonly text: string; readonly files: ReadonlyArray<TextFile>; readonly isCutOff: boolean } => {
  const files: Array<TextFile> = []
  const pieces: Array<string> = []
  let at = 0
  let isCutOff = false
  for (const { 0: line, 1: base64, 2: name = "", index } of text.matchAll(firstLine)) {
    if (index < at) continue
    if (files.length >= textFilesMax) {
      isCutOff = true
      break
    }
    const start = index + line.length
    if (!encodedLines.test(text.slice(start, start + lineCharsMax))) continue
    const end = endOf(text, start, base64 === undefined ? "end" : "====")
    const data = text.slice(start, end)
    files.push({ name: name.trim(), bytes: base64 === undefined ? decodeLines(data) : decodeBase64(data).bytes })
    pieces.push(text.slice(at, index))
    at = end
  }
  pieces.push(text.slice(at))
  return { text: pieces.join(""), files, isCutOff }
}

/** Returns the offset of the line that ends a file, or of the end of the text. */
const endOf = (text: string, start: number, mark: string): number => {
  if (text.startsWith(mark, start)) return start
  const ends = [text.indexOf(`\n${mark}`, start), text.indexOf(`\r${mark}`, start)].filter((at) => at >= 0)
  return Math.min(text.length, ...ends)
}

/** Decodes lines that start with their number of bytes. Each character has six bits and is shifted by 32. */
const decodeLines = (data: string): Uint8Array => {
  const out = new Uint8Array(data.length)
  let length = 0
  for (const line of data.split(/\r{0,2}\n|\r/)) {
    const count = bitsOf(line, 0)
    for (let group = 0; group * 3 < count; group++) {
      const from = 1 + group * 4
      const bits = bitsOf(line, from) << 18 | bitsOf(line, from + 1) << 12 | bitsOf(line, from + 2) << 6 |
        bitsOf(line, from + 3)
      for (let byte = 0; byte < Math.min(3, count - group * 3) && length < out.length; byte++) {
        out[length++] = bits >> 16 - 8 * byte & 0xff
      }
    }
  }
  return out.subarray(0, length)
}

/** Returns the six bits of a character. Characters that are missing at the end of a line count as blanks. */
const bitsOf = (line: string, at: number): number => at < line.length ? line.charCodeAt(at) - 32 & 63 : 0
