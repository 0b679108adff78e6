import type { Random } from "./Random.ts"
import { numbers, tokens } from "./Tokens.ts"

/** Maximum bytes of a changed document. Clients rarely send larger documents. */
export const mutatedBytesMax = 8 * 1024 * 1024
/** Maximum changes of one document. */
const changesMax = 24
/** Maximum copies of a repeated block, and maximum bytes of all copies. */
const [copiesMax, copiedBytesMax] = [65_536, 2 * 1024 * 1024]

type Change = (bytes: Buffer, random: Random, other: () => Uint8Array) => Buffer

/**
 * Changes a document in several places, regardless of its format.
 *
 * @param other returns another document, from which a change can copy a block
 */
export const mutateBytes = (bytes: Uint8Array, random: Random, other: () => Uint8Array): Uint8Array => {
  let mutated: Buffer = Buffer.from(bytes)
  for (let left = random.size(changesMax); left > 0; left--) {
    mutated = random.of(random.once(3) ? coarse : fine)(mutated, random, other)
    if (mutated.length > mutatedBytesMax) mutated = mutated.subarray(0, mutatedBytesMax)
  }
  return mutated
}

/** Returns an offset. Prefers offsets near the beginning, where the headers are. */
const place = (bytes: Uint8Array, random: Random): number =>
  random.once(2) ? random.below(bytes.length) : random.size(Math.max(1, bytes.length)) - 1

const flip: Change = (bytes, random) => {
  const at = place(bytes, random)
  if (at < bytes.length) bytes[at]! ^= 1 << random.below(8)
  return bytes
}

const setByte: Change = (bytes, random) => {
  const at = place(bytes, random)
  if (at < bytes.length) bytes[at] = random.once(2) ? random.of([0, 1, 0x7f, 0x80, 0xff]) : random.below(256)
  return bytes
}

const setNumber: Change = (bytes, random) => {
  const width = random.of([1, 2, 4, 8])
  const at = place(bytes, random)
  if (at + width > bytes.length) return bytes
  const value = random.once(4) ? random.below(bytes.length * 2) : random.of(numbers)
  const isBig = random.once(4)
  for (let byte = 0; byte < width; byte++) {
    bytes[at + (isBig ? width - 1 - byte : byte)] = byte < 4 ? value >>> 8 * byte & 0xff : 0
  }
  return bytes
}

/** Replaces a decimal number, as in PDF, RTF and XML. */
const setDigits: Change = (bytes, random) => {
  let from = place(bytes, random)
  while (from < bytes.length && !isDigit(bytes[from])) from++
  let to = from
  while (to < bytes.length && isDigit(bytes[to])) to++
  if (from === to) return bytes
  const value = random.of([
    String(random.of(numbers)),
    "-1",
    "99999999999999999999",
    "0.5",
    "",
    String(random.below(40))
  ])
  return Buffer.concat([bytes.subarray(0, from), Buffer.from(value), bytes.subarray(to)])
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57

const insertToken: Change = (bytes, random) => {
  const at = place(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), random.of(tokens), bytes.subarray(at)])
}

const overwriteToken: Change = (bytes, random) => {
  const at = place(bytes, random)
  bytes.set(random.of(tokens).subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
  return bytes
}

const fine: ReadonlyArray<Change> = [flip, setByte, setNumber, setNumber, setDigits, insertToken, overwriteToken]

const block = (bytes: Buffer, random: Random): Buffer => {
  const from = place(bytes, random)
  return Buffer.from(bytes.subarray(from, from + random.size(Math.max(1, bytes.length - from))))
}

const truncate: Change = (bytes, random) =>
  bytes.subarray(0, random.once(4) ? place(bytes, random) : random.below(bytes.length))

const remove: Change = (bytes, random) => {
  const at = place(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + random.size(Math.max(1, bytes.length - at)))])
}

const insertBlock: Change = (bytes, random) => {
  const at = place(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), block(bytes, random), bytes.subarray(at)])
}

const overwriteBlock: Change = (bytes, random) => {
  const at = place(bytes, random)
  bytes.set(block(bytes, random).subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length))
  return bytes
}

/** Inserts many copies of a block, to detect readers that take quadratic time. */
const repeat: Change = (bytes, random, other) => {
  const fragment = random.once(2) ? random.of(tokens) : block(random.once(4) ? Buffer.from(other()) : bytes, random)
  if (fragment.length === 0) return bytes
  const copies = Math.min(random.size(copiesMax), Math.floor(copiedBytesMax / fragment.length))
  const at = place(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), ...Array.from({ length: copies }, () => fragment), bytes.subarray(at)])
}

const splice: Change = (bytes, random, other) => {
  const fragment = block(Buffer.from(other()), random)
  const at = place(bytes, random)
  return Buffer.concat([bytes.subarray(0, at), fragment, bytes.subarray(random.once(2) ? at : at + fragment.length)])
}

const fill: Change = (bytes, random) => {
  const at = place(bytes, random)
  return bytes.fill(random.of([0, 0xff, 0x20, 0x41]), at, Math.min(bytes.length, at + random.size(4_096)))
}

const coarse: ReadonlyArray<Change> = [truncate, remove, insertBlock, overwriteBlock, repeat, splice, fill]
