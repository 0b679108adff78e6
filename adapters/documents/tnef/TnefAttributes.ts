import { Cursor } from "../compound/Cursor.ts"

/** Signature of a TNEF stream as a little-endian number (MS-OXTNEF 2.1.3.1). */
const signature = 0x223e9f78

/** Attribute of a TNEF stream (MS-OXTNEF 2.1.3.2). */
export interface TnefAttribute {
  /** ID without the type. */
  readonly id: number
  readonly data: Uint8Array
}

export interface TnefAttributes {
  readonly attributes: ReadonlyArray<TnefAttribute>
  /** Why the stream was not read as a whole or not without doubt; null if it was. */
  readonly damage: "the end of a truncated TNEF stream" | "TNEF data with a wrong checksum" | null
}

/** Maximum attributes per stream. A message with a thousand attachments has fewer. */
export const tnefAttributesMax = 10_000

/**
 * Lists the attributes of a TNEF stream. If an attribute is truncated, its data is the available part. Data with a wrong
 * checksum is read too, because programs differ in whether they accept it.
 */
export const readTnefAttributes = (bytes: Uint8Array): TnefAttributes => {
  const cursor = new Cursor(bytes)
  const attributes: Array<TnefAttribute> = []
  let damage: TnefAttributes["damage"] = null
  if (cursor.u32() !== signature) return { attributes, damage: truncated }
  cursor.skip(keyBytes)
  while (cursor.remaining > 0) {
    const level = cursor.u8()
    if (level !== messageLevel && level !== attachmentLevel) {
      return { attributes, damage: isPadding(bytes.subarray(cursor.at - 1)) ? damage : truncated }
    }
    if (attributes.length >= tnefAttributesMax) return { attributes, damage: truncated }
    const [id, length] = [cursor.u32(), cursor.u32()]
    const data = cursor.readBytes(length)
    const checksum = cursor.u16()
    attributes.push({ id: id & 0xffff, data })
    if (cursor.isOver) return { attributes, damage: truncated }
    if (checksum !== checksumOf(data)) damage = "TNEF data with a wrong checksum"
  }
  return { attributes, damage }
}

const truncated = "the end of a truncated TNEF stream"

/** Size of the key after the signature, which is not needed. */
const keyBytes = 2
/** Levels of the attributes of a message and of an attachment. */
const [messageLevel, attachmentLevel] = [1, 2]

/** Reports whether bytes are zeros or line ends, which programs add when they send the stream. */
const isPadding = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0 || byte === 10 || byte === 13)

/** Returns the sum of the bytes modulo 65 536. */
const checksumOf = (data: Uint8Array): number => {
  let sum = 0
  for (const byte of data) sum = sum + byte & 0xffff
  return sum
}
