import { Result } from "effect"
import { InvalidMessage, packedNumbers, type ProtobufField, protobufFields } from "./ProtobufFields.ts"

/**
 * A message by its field numbers. Fields that nobody asks for are passed over, and so are those that have another kind than
 * the one asked for (protobuf.dev, "Encoding": as unknown ones).
 */
export class ProtobufMessage {
  private readonly fields: ReadonlyArray<ProtobufField>

  constructor(fields: ReadonlyArray<ProtobufField>) {
    this.fields = fields
  }

  /** The last number of a field, which is the one that counts; zero when there is none. */
  number(field: number): bigint {
    let last = 0n
    for (const { kind, number, value } of this.fields) if (number === field && kind === "number") last = value
    return last
  }

  /** As a signed number of 32 bits, of which more bits may be sent. */
  int32(field: number): number {
    return Number(BigInt.asIntN(32, this.number(field)))
  }

  /** The last bytes of a field, or none. */
  bytes(field: number): Uint8Array {
    return this.all(field).at(-1) ?? noBytes
  }

  /** Text, or null when the bytes are no UTF-8. */
  text(field: number): string | null {
    try {
      return utf8.decode(this.bytes(field))
    } catch {
      return null
    }
  }

  /** The bytes of a field as often as it is there. */
  all(field: number): ReadonlyArray<Uint8Array> {
    return this.fields.flatMap(({ kind, number, value }) => number === field && kind === "bytes" ? [value] : [])
  }

  /** The signed numbers of a repeated field, packed or not; null when what is packed is none. */
  int32s(field: number): ReadonlyArray<number> | null {
    const numbers: Array<number> = []
    for (const { kind, number, value } of this.fields) {
      if (number !== field) continue
      const some = kind === "number" ? [value] : packedNumbers(value)
      if (some === null) return null
      for (const each of some) numbers.push(Number(BigInt.asIntN(32, each)))
    }
    return numbers
  }

  /** Which of the fields stands last: of those of which a message has one only, the one that counts. */
  lastOf(fields: ReadonlyArray<number>): number | null {
    return this.fields.findLast(({ kind, number }) => kind === "bytes" && fields.includes(number))?.number ?? null
  }

  /** The message in a field, null when there is none. One that is sent in parts is all of them together. */
  message(field: number): Result.Result<ProtobufMessage | null, InvalidMessage> {
    const parts = this.all(field)
    if (parts.length === 0) return Result.succeed(null)
    return readMessage(parts.length === 1 ? parts[0]! : joined(parts))
  }
}

export const readMessage = (bytes: Uint8Array): Result.Result<ProtobufMessage, InvalidMessage> =>
  Result.map(protobufFields(bytes), (fields) => new ProtobufMessage(fields))

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const noBytes = new Uint8Array(0)

const joined = (parts: ReadonlyArray<Uint8Array>): Uint8Array => {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

/** google.protobuf.Duration: ten thousand years. */
export const durationSecondsMax = 315_576_000_000

/**
 * A google.protobuf.Duration in milliseconds, null when the field is not there. What is below a millisecond is dropped: no
 * answer is to hold for longer than it says.
 */
export const readDuration = (message: ProtobufMessage, field: number): Result.Result<number | null, InvalidMessage> =>
  Result.flatMap(message.message(field), (duration): Result.Result<number | null, InvalidMessage> => {
    if (duration === null) return Result.succeed(null)
    const seconds = Number(BigInt.asIntN(64, duration.number(1)))
    const nanos = duration.int32(2)
    const isOne = seconds >= 0 && seconds <= durationSecondsMax && nanos >= 0 && nanos <= 999_999_999
    return isOne
      ? Result.succeed(seconds * 1000 + Math.floor(nanos / 1_000_000))
      : Result.fail(new InvalidMessage({ problem: "duration" }))
  })
