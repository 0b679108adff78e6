import { createReadStream, statSync } from "node:fs"
import { StringDecoder } from "node:string_decoder"

/** Characters of a line that are kept; what is longer is no URL, and must not fill the memory. */
export const lineCharsMax = 16_384

export interface Line {
  /** Counted from 1. */
  readonly number: number
  readonly text: string
  readonly isTooLong: boolean
  /** Bytes of the source read so far, for a progress bar. */
  readonly bytesRead: number
}

export interface LineSource {
  /** In bytes; null when it is not known. */
  readonly size: number | null
  readonly lines: AsyncIterable<Line>
}

/** The lines of a file, or of standard input for `-`. */
export const openLines = (path: string): LineSource => {
  const { chunks, size } = openChunks(path)
  return { size, lines: readLines(chunks) }
}

/** The bytes of the same. */
export const openChunks = (path: string) =>
  path === "-"
    ? { size: null, chunks: process.stdin as AsyncIterable<Uint8Array> }
    : { size: statSync(path).size, chunks: createReadStream(path) as AsyncIterable<Uint8Array> }

/** Splits bytes at line ends, whatever the chunks. Holds one chunk and one line at a time. */
export async function* readLines(
  source: AsyncIterable<Uint8Array>,
  charsMax: number = lineCharsMax
): AsyncGenerator<Line> {
  const decoder = new StringDecoder("utf8")
  let rest = ""
  let isTooLong = false
  let bytesRead = 0
  let number = 0
  const line = (text: string): Line => ({ number: ++number, text: text.replace(/\r$/, ""), isTooLong, bytesRead })
  const keep = (text: string) => {
    isTooLong ||= rest.length + text.length > charsMax
    rest = (rest + text).slice(0, charsMax)
  }
  for await (const chunk of source) {
    bytesRead += chunk.length
    const pieces = decoder.write(chunk).split("\n")
    for (const piece of pieces.slice(0, -1)) {
      keep(piece)
      yield line(rest)
      rest = ""
      isTooLong = false
    }
    keep(pieces.at(-1)!)
  }
  keep(decoder.end())
  if (rest !== "") yield line(rest)
}
