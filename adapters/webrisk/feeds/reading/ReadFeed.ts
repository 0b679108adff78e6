import { createHash } from "node:crypto"
import { Readable } from "node:stream"
import { createGunzip } from "node:zlib"
import type { PrefixList } from "../../../../core/threats/prefixes/PrefixList.ts"
import type { ThreatType } from "../../../../core/threats/WebRisk.ts"
import type { HostKnowledge } from "../../../../core/urls/HostKnowledge.ts"
import { type FeedCounts, FeedReader } from "./FeedReader.ts"
import { FeedText } from "./FeedText.ts"
import { feedBytesMax, FeedRefused } from "./Limits.ts"

export interface ReadingOptions {
  /** Name of the format; null to detect the format from the content. */
  readonly format: string | null
  readonly type: ThreatType
  /** Maximum number of decompressed bytes. Only tests set it. */
  readonly bytesMax?: number
}

export interface FeedReading {
  readonly list: PrefixList
  readonly counts: FeedCounts
  readonly format: string
  /** SHA-256 of the bytes as received. */
  readonly sha256: string
  readonly bytes: number
  /** Whether the list is empty, without even a comment. */
  readonly isBlank: boolean
}

/**
 * Reads a list from its bytes, chunk by chunk. The bytes can be compressed with gzip (RFC 1952).
 *
 * @throws FeedRefused if it is not a list or exceeds a limit
 */
export const readFeed = async (
  chunks: Iterable<Uint8Array>,
  options: ReadingOptions,
  knowledge: HostKnowledge
): Promise<FeedReading> => {
  const reader = new FeedReader(knowledge, options.type)
  const text = new FeedText(reader, options.format)
  const decoder = new TextDecoder()
  const hash = createHash("sha256")
  let bytes = 0
  let isBlank = true
  const counted = function*() {
    for (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  for await (const chunk of decompress(counted(), options.bytesMax ?? feedBytesMax)) {
    const decoded = decoder.decode(chunk, { stream: true })
    if (isBlank && /\S/.test(decoded)) isBlank = false
    text.add(decoded)
  }
  text.add(decoder.decode())
  const format = text.finish()
  return { ...reader.finish(), format, sha256: hash.digest("hex"), bytes, isBlank }
}

async function* decompress(
  chunks: Iterator<Uint8Array> & Iterable<Uint8Array>,
  bytesMax: number
): AsyncGenerator<Uint8Array> {
  const head = firstChunks(chunks)
  if (head[0] === 0x50 && head[1] === 0x4b) throw new FeedRefused("It is a ZIP archive. Only gzip is supported.")
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  let bytes = 0
  for await (const chunk of isGzip ? gunzipChunks(head, chunks) : concatenate(head, chunks)) {
    bytes += chunk.length
    if (bytes > bytesMax) throw new FeedRefused(`It is larger than ${bytesMax} bytes.`)
    yield chunk
  }
}

/** Returns the first chunks, as many as are needed for the two bytes that identify gzip. */
const firstChunks = (chunks: Iterator<Uint8Array>): Uint8Array => {
  let head = new Uint8Array(0)
  while (head.length < 2) {
    const { done, value } = chunks.next()
    if (done === true) break
    const longer = new Uint8Array(head.length + value.length)
    longer.set(head)
    longer.set(value, head.length)
    head = longer
  }
  return head
}

async function* concatenate(head: Uint8Array, rest: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield head
  yield* rest
}

/** Decompresses on demand, so that a compression bomb stops at the limit. */
async function* gunzipChunks(head: Uint8Array, rest: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip()
  const packed = Readable.from(concatenate(head, rest))
  packed.on("error", (cause) => gunzip.destroy(cause))
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A byte stream yields bytes.
    for await (const chunk of packed.pipe(gunzip)) yield chunk as Uint8Array
  } catch (cause) {
    if (cause instanceof FeedRefused) throw cause
    throw new FeedRefused(`It cannot be decompressed: ${cause instanceof Error ? cause.message : String(cause)}.`)
  } finally {
    packed.destroy()
    gunzip.destroy()
  }
}

/**
 * Reads a short list in one step.
 *
 * @throws FeedRefused if the text is not a list
 */
export const readFeedText = (
  text: string,
  { format, type }: ReadingOptions,
  knowledge: HostKnowledge
): { readonly list: PrefixList; readonly counts: FeedCounts; readonly format: string } => {
  const reader = new FeedReader(knowledge, type)
  const reading = new FeedText(reader, format)
  reading.add(text)
  return { format: reading.finish(), ...reader.finish() }
}
