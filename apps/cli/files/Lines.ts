import { createReadStream, statSync } from "node:fs"
import { StringDecoder } from "node:string_decoder"

/** Maximum characters of a line. Longer lines are cut: they are not URLs and must not fill the memory. */
export const lineCharsMax = 16_384

export interface Line {
  /** One-based line number. */
  readonly number: number
  readonly text: string
  readonly isTooLong: boolean
  /** Bytes of the source read so far, for a progress bar. */
  readonly bytesRead: number
}

export interface LineSource {
  /** File size in bytes; null for standard input. */
  readonly size: number | null
  readonly lines: AsyncIterable<Line>
}

/** Opens the lines of a file, or of standard input for `-`. */
export const openLines = (path: string): LineSource => {
  const { chunks, size } = openChunks(path)
  return { size, lines: readLines(chunks) }
}

interface ChunkSource {
  readonly size: number | null
  readonly chunks: AsyncIterable<Uint8Array>
}

/** Opens the bytes of a file, or of standard input for `-`. */
export const openChunks = (path: string): ChunkSource =>
  path === "-"
    ? { size: null, chunks: process.stdin }
    : { size: statSync(path).size, chunks: createReadStream(path) }

/** Splits bytes into lines, independently of chunk boundaries. Holds one chunk and one line in memory. */
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
  const append = (text: string) => {
    isTooLong ||= rest.length + text.length > charsMax
    rest = (rest + text).slice(0, charsMax)
  }
  for await (const chunk of source) {
    bytesRead += chunk.length
    for (const [at, piece] of decoder.write(chunk).split("\n").entries()) {
      if (at > 0) {
        yield line(rest)
        rest = ""
        isTooLong = false
      }
      append(piece)
    }
  }
  append(decoder.end())
  if (rest !== "") yield line(rest)
}
