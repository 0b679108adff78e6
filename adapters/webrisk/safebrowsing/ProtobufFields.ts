import { Data, Result } from "effect"

/** Bytes that are no protobuf message, or one that says what cannot be. */
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

/** A field as it stands on the wire: a number (varint, fixed32, fixed64) or bytes (text, messages, packed numbers). */
export type ProtobufField =
  | { readonly number: number; readonly kind: "number"; readonly value: bigint }
  | { readonly number: number; readonly kind: "bytes"; readonly value: Uint8Array }

/** Fields of one message. An answer to the search for a thousand prefixes has some hundreds. */
export const protobufFieldsMax = 65_536
/** Groups within groups, of a field that we do not know. */
export const protobufGroupsMax = 16

/**
 * The fields of a message in their order (protobuf.dev, "Encoding"). Bytes are not copied. Groups are of no message that we
 * know: they are passed over.
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
      if (groups.push(number) > protobufGroupsMax) return invalidMessage("malformed")
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

/** Varints one behind the other, as a repeated field of numbers is sent; null when they are none. */
export const packedNumbers = (bytes: Uint8Array): ReadonlyArray<bigint> | null => {
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

/** Reads values off bytes; null when they end too early. */
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

  /** Ten bytes at most, of which the last has one bit. */
  varint(): bigint | null {
    let low = 0
    let value = 0n
    for (let place = 0; place < 10; place++) {
      const byte = this.bytes[this.at++]
      if (byte === undefined || (place === 9 && byte > 1)) return null
      if (place < 4) low += (byte & 0x7f) * 2 ** (7 * place)
      else value |= BigInt(byte & 0x7f) << BigInt(7 * place)
      if (byte < 0x80) return value | BigInt(low)
    }
    return null
  }

  private fixed(count: number): bigint | null {
    if (this.bytes.length - this.at < count) return null
    let value = 0n
    for (let place = 0; place < count; place++) value |= BigInt(this.bytes[this.at++]!) << BigInt(8 * place)
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
