import { Data, Result } from "effect"

/**
 * Protobuf message with fields by number. Fields that are not requested, or have an unexpected wire type, are treated
 * as unknown (protobuf.dev, "Encoding").
 */
export class ProtobufMessage {
  private readonly fields: ReadonlyArray<ProtobufField>

  constructor(fields: ReadonlyArray<ProtobufField>) {
    this.fields = fields
  }

  /** Returns the last number of a field, because the last occurrence takes precedence; zero if the field is absent. */
  uint64(field: number): bigint {
    let last = 0n
    for (const { kind, number, value } of this.fields) if (number === field && kind === "number") last = value
    return last
  }

  /** Returns a signed 32-bit number, which the sender may encode with more bits. */
  int32(field: number): number {
    return Number(BigInt.asIntN(32, this.uint64(field)))
  }

  /** Returns the bytes of the last occurrence of a field; empty if the field is absent. */
  bytes(field: number): Uint8Array {
    return this.all(field).at(-1) ?? noBytes
  }

  /** Returns the text of a field; null if the bytes are not valid UTF-8. */
  text(field: number): string | null {
    try {
      return utf8.decode(this.bytes(field))
    } catch {
      return null
    }
  }

  /** Returns the bytes of all occurrences of a field. */
  all(field: number): ReadonlyArray<Uint8Array> {
    return this.fields.flatMap(({ kind, number, value }) => number === field && kind === "bytes" ? [value] : [])
  }

  /** Returns the signed 32-bit numbers of a repeated field, packed or not; null if the packed data is invalid. */
  int32s(field: number): ReadonlyArray<number> | null {
    const numbers: Array<number> = []
    for (const { kind, number, value } of this.fields) {
      if (number !== field) continue
      const some = kind === "number" ? [value] : decodePackedNumbers(value)
      if (some === null) return null
      for (const each of some) numbers.push(Number(BigInt.asIntN(32, each)))
    }
    return numbers
  }

  /** Returns which of these fields occurs last in the message, because the last field takes precedence in a oneof. */
  lastOf(fields: ReadonlyArray<number>): number | null {
    return this.fields.findLast(({ kind, number }) => kind === "bytes" && fields.includes(number))?.number ?? null
  }

  /** Returns the nested message in a field; null if the field is absent. Several occurrences are merged. */
  message(field: number): Result.Result<ProtobufMessage | null, InvalidMessage> {
    const parts = this.all(field)
    const [first] = parts
    if (first === undefined) return Result.succeed(null)
    return parseMessage(parts.length === 1 ? first : joinParts(parts))
  }
}

export const parseMessage = (bytes: Uint8Array): Result.Result<ProtobufMessage, InvalidMessage> =>
  Result.map(protobufFields(bytes), (fields) => new ProtobufMessage(fields))

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const noBytes = new Uint8Array(0)

const joinParts = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** Maximum seconds of a google.protobuf.Duration: about 10,000 years. */
export const durationSecondsMax = 315_576_000_000

/**
 * Returns a google.protobuf.Duration in milliseconds; null if the field is absent. Rounds down, so that no response is
 * cached for too long.
 */
export const readDuration = (message: ProtobufMessage, field: number): Result.Result<number | null, InvalidMessage> =>
  Result.flatMap(message.message(field), (duration): Result.Result<number | null, InvalidMessage> => {
    if (duration === null) return Result.succeed(null)
    const seconds = Number(BigInt.asIntN(64, duration.uint64(1)))
    const nanos = duration.int32(2)
    const isOne = seconds >= 0 && seconds <= durationSecondsMax && nanos >= 0 && nanos <= 999_999_999
    return isOne
      ? Result.succeed(seconds * 1000 + Math.floor(nanos / 1_000_000))
      : Result.fail(new InvalidMessage({ problem: "duration" }))
  })

/** Failure to parse bytes as a protobuf message. */
export class InvalidMessage extends Data.TaggedError("InvalidMessage")<{
  readonly problem:
    | "malformed"
    | "too many fields"
    | "text"
    | "duration"
    | "no cache duration"
    | "hash length"
    | "removals of a whole list"
}> {}

export const invalidMessage = (problem: InvalidMessage["problem"]) => Result.fail(new InvalidMessage({ problem }))

/** Field in wire format: a number (varint, fixed32, fixed64) or bytes (text, messages, packed numbers). */
type ProtobufField =
  | { readonly number: number; readonly kind: "number"; readonly value: bigint }
  | { readonly number: number; readonly kind: "bytes"; readonly value: Uint8Array }

/** Maximum fields of one message. A search response for 1,000 prefixes has a few hundred. */
export const protobufFieldsMax = 65_536
/** Maximum nesting depth of groups in unknown fields. */
export const protobufGroupDepthMax = 16

/**
 * Returns the fields of a message in order (protobuf.dev, "Encoding"), without copying bytes. Groups are skipped,
 * because no known message contains groups.
 */
export const protobufFields = (
  bytes: Uint8Array
): Result.Result<ReadonlyArray<ProtobufField>, InvalidMessage> => {
  const fields: Array<ProtobufField> = []
  const groups: Array<number> = []
  const reader = new WireReader(bytes)
  while (!reader.isAtEnd) {
    const tag = reader.varint()
    if (tag === null || tag > 0xffff_ffffn) return invalidMessage("malformed")
    const number = Number(tag >> 3n)
    const wire = Number(tag & 7n)
    if (number === 0) return invalidMessage("malformed")
    if (wire === startGroup) {
      if (groups.push(number) > protobufGroupDepthMax) return invalidMessage("malformed")
    } else if (wire === endGroup) {
      if (groups.pop() !== number) return invalidMessage("malformed")
    } else {
      const value = reader.value(wire)
      if (value === null) return invalidMessage("malformed")
      if (groups.length > 0) continue
      if (fields.length === protobufFieldsMax) return invalidMessage("too many fields")
      fields.push(
        typeof value === "bigint" ? { number, kind: "number", value } : { number, kind: "bytes", value }
      )
    }
  }
  return groups.length === 0 ? Result.succeed(fields) : invalidMessage("malformed")
}

/** Decodes packed varints of a repeated field; null if they are invalid. */
export const decodePackedNumbers = (bytes: Uint8Array): ReadonlyArray<bigint> | null => {
  const numbers: Array<bigint> = []
  const reader = new WireReader(bytes)
  while (!reader.isAtEnd) {
    const number = reader.varint()
    if (number === null || numbers.length === protobufFieldsMax) return null
    numbers.push(number)
  }
  return numbers
}

const startGroup = 3
const endGroup = 4

/** Reads values from bytes; returns null if the bytes end too early. */
class WireReader {
  private readonly bytes: Uint8Array
  private at = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get isAtEnd(): boolean {
    return this.at >= this.bytes.length
  }

  value(wire: number): bigint | Uint8Array | null {
    if (wire === 0) return this.varint()
    if (wire === 1) return this.fixed(8)
    if (wire === 2) return this.run()
    return wire === 5 ? this.fixed(4) : null
  }

  /** Reads a varint of at most ten bytes. The tenth byte contributes only one bit. */
  varint(): bigint | null {
    let low = 0
    let value = 0n
    for (let position = 0; position < 10; position++) {
      const byte = this.bytes[this.at++]
      if (byte === undefined || (position === 9 && byte > 1)) return null
      if (position < 4) low += (byte & 0x7f) * 2 ** (7 * position)
      else value |= BigInt(byte & 0x7f) << BigInt(7 * position)
      if (byte < 0x80) return value | BigInt(low)
    }
    return null
  }

  private fixed(count: number): bigint | null {
    if (this.bytes.length - this.at < count) return null
    let value = 0n
    for (let position = 0; position < count; position++) value |= BigInt(this.bytes[this.at++]!) << BigInt(8 * position)
    return value
  }

  private run(): Uint8Array | null {
    const length = this.varint()
    if (length === null || length > this.bytes.length - this.at) return null
    const from = this.at
    this.at += Number(length)
    return this.bytes.subarray(from, this.at)
  }
}
