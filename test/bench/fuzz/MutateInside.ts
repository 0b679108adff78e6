import { constants, deflateSync, inflateSync } from "node:zlib"
import { openCompoundFile } from "../../../adapters/documents/compound/CompoundFile.ts"
import { Budget } from "../../../adapters/documents/reading/Budget.ts"
import { decompressContainer } from "../../../adapters/documents/vba/VbaCompression.ts"
import { openZip } from "../../../adapters/documents/zip/ZipArchive.ts"
import { documentTypeOf } from "../../../core/documents/facts/DocumentType.ts"
import { makeCompoundFile } from "../../adapters/documents/ole/MakeCompoundFile.ts"
import { compressVba } from "../../adapters/documents/vba/MakeVba.ts"
import { makeZip } from "../../adapters/documents/zip/MakeZip.ts"
import { mutateBytes } from "./MutateBytes.ts"
import type { Random } from "./Random.ts"

/** Maximum depth of nested files to change. */
const depthMax = 3
/** Maximum entries of a compound file to rebuild. Larger files take too long. */
const entriesMax = 400
const inflatedBytesMax = 4 * 1024 * 1024

/**
 * Changes the whole document, or one of its parts, streams or objects.
 *
 * A changed part is compressed again.
 */
export const mutate = (bytes: Uint8Array, random: Random, other: () => Uint8Array, depth = 0): Uint8Array => {
  if (depth >= depthMax || random.once(3)) return mutateBytes(bytes, random, other)
  return mutateInside(bytes, random, other, depth) ?? mutateBytes(bytes, random, other)
}

const mutateInside = (bytes: Uint8Array, random: Random, other: () => Uint8Array, depth: number): Uint8Array | null => {
  const inner = (part: Uint8Array): Uint8Array => mutate(part, random, other, depth + 1)
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return insideZip(bytes, random, inner)
  switch (documentTypeOf(bytes)) {
    case "ole2":
      return insideCompoundFile(bytes, random, inner)
    case "pdf":
    case "fdf":
      return insidePdf(bytes, random, inner)
    case "rtf":
      return insideHex(bytes, random, inner)
    default:
      return null
  }
}

type Inner = (part: Uint8Array) => Uint8Array

const insideZip = (bytes: Uint8Array, random: Random, inner: Inner): Uint8Array | null => {
  const archive = openZip(bytes, new Budget())
  if (archive === null) return null
  const parts = archive.entries.slice(0, entriesMax).map((entry) => ({
    name: entry.name,
    content: archive.read(entry).bytes,
    isStored: entry.method === 0
  }))
  for (let left = random.size(4); left > 0; left--) {
    const at = random.below(parts.length)
    const part = parts[at]!
    if (random.once(12)) part.name = random.of(parts).name
    else part.content = inner(part.content)
  }
  return makeZip(parts)
}

const insideCompoundFile = (bytes: Uint8Array, random: Random, inner: Inner): Uint8Array | null => {
  const file = openCompoundFile(bytes, new Budget())
  if (file === null || file.entries.length > entriesMax) return null
  const streams: Record<string, Uint8Array> = {}
  const classIds: Record<string, string> = {}
  for (const entry of file.entries) {
    if (entry.type === "stream" && entry.path !== "") streams[entry.path] = file.read(entry)
    if (entry.type === "storage") streams[`${entry.path}/`] = new Uint8Array(0)
    if (entry.classId !== null) classIds[entry.type === "root" ? "" : entry.path] = entry.classId
  }
  const paths = Object.keys(streams).filter((path) => !path.endsWith("/"))
  if (paths.length === 0) return null
  for (let left = random.size(3); left > 0; left--) {
    const path = random.of(paths)
    streams[path] = insideStream(streams[path]!, random, inner)
  }
  const rebuilt = makeCompoundFile(streams, { classIds })
  return random.once(6) ? mutateBytes(rebuilt, random, () => bytes) : rebuilt
}

/**
 * Applies `inner` to the compressed VBA source in a stream, or else to the whole stream.
 *
 * Compiled code may precede the source.
 */
const insideStream = (stream: Uint8Array, random: Random, inner: Inner): Uint8Array => {
  for (const at of [0, stream.lastIndexOf(1), ...places(stream)]) {
    if (at < 0 || random.once(8)) continue
    const container = decompressContainer(stream, at, new Budget())
    if (container === null || !container.isWhole || container.bytes.length === 0) continue
    return Buffer.concat([stream.subarray(0, at), compressVba(inner(container.bytes), "raw")])
  }
  return inner(stream)
}

/**
 * Returns the offset of a module's compressed source, or an empty list.
 *
 * The source starts with a signature byte and a chunk header of two bytes (MS-OVBA 2.4.1). A flag byte and the text
 * `Attribut` follow.
 */
const places = (stream: Uint8Array): ReadonlyArray<number> => {
  const at = Buffer.from(stream.buffer, stream.byteOffset, stream.length).indexOf("\0Attribut")
  return at < 3 ? [] : [at - 3]
}

const insidePdf = (bytes: Uint8Array, random: Random, inner: Inner): Uint8Array | null => {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const starts: Array<number> = []
  for (let at = file.indexOf("stream"); at >= 0; at = file.indexOf("stream", at + 6)) {
    if (at >= 3 && file.toString("latin1", at - 3, at) !== "end") starts.push(at)
  }
  if (starts.length === 0) return null
  const start = random.of(starts)
  const from = start + (file[start + 6] === 13 ? 8 : 7)
  const to = file.indexOf("endstream", from)
  if (to < 0) return null
  let plain: Uint8Array
  try {
    plain = inflateSync(file.subarray(from, to), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: inflatedBytesMax
    })
  } catch {
    return null
  }
  const packed = deflateSync(inner(plain), { level: 1 })
  return Buffer.concat([file.subarray(0, from), packed, Buffer.from("\n"), file.subarray(to)])
}

/** Applies `inner` to an object in RTF, which is encoded in hexadecimal. */
const insideHex = (bytes: Uint8Array, random: Random, inner: Inner): Uint8Array | null => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1")
  const at = text.indexOf("\\objdata", random.once(2) ? 0 : random.below(text.length))
  if (at < 0) return null
  const data = /^\\objdata\s{0,9}([\da-fA-F\s]{16,4000000})/.exec(text.slice(at))
  if (data === null) return null
  const [whole, hex = ""] = data
  const packed = Buffer.from(inner(Buffer.from(hex.replaceAll(/\s/g, ""), "hex"))).toString("hex")
  return Buffer.from(`${text.slice(0, at)}\\objdata ${packed}${text.slice(at + whole.length)}`, "latin1")
}
