import { uint16, uint32 } from "../reading/Numbers.ts"
import { rc4 } from "./Ciphers.ts"
import { type BlockKeys, openRc4 } from "./OfficeRc4.ts"

/** What PowerPoint tries before it asks (MS-PPT has no word on it; every tool that recovers passwords knows it). */
export const powerPointDefaultPassword = "/01Hannes Ruescher/01"

/** Objects of one presentation that are decrypted. */
export const presentationObjectsMax = 65_536

/** Record types of MS-PPT 2.13.24. */
const [userEdit, persistDirectory, cryptSession] = [0x0ff5, 0x1772, 0x2f14]

/**
 * The stream `PowerPoint Document` of an encrypted presentation, in the clear, where the default password opens it
 * (MS-PPT 2.3.7; MS-OFFCRYPTO 2.3.5): each object that the directory names has a key of its own, by its number there. Null:
 * another password, or no encryption.
 *
 * @param editAt where the last edit stands, as the stream `Current User` tells (offsetToCurrentEdit)
 */
export const openPresentation = (
  stream: Uint8Array,
  editAt: number,
  password = powerPointDefaultPassword
): Uint8Array | null => {
  const edit = recordAt(stream, editAt, userEdit)
  if (edit === null || edit.length < 32) return null
  const places = readDirectory(stream, uint32(edit, 12))
  const session = recordAt(stream, places.get(uint32(edit, 28)) ?? stream.length, cryptSession)
  const keys = session === null ? null : openRc4(session, password)
  return keys === null ? null : decryptObjects(stream, places, uint32(edit, 28), keys)
}

/** The content of a record of this type that begins here (MS-PPT 2.3.1). */
const recordAt = (stream: Uint8Array, at: number, type: number): Uint8Array | null =>
  at + 8 <= stream.length && uint16(stream, at + 2) === type
    ? stream.subarray(at + 8, at + 8 + uint32(stream, at + 4))
    : null

/** PersistDirectoryAtom (2.3.4): where objects begin, by their number. An encrypted file has one edit only. */
const readDirectory = (stream: Uint8Array, at: number): ReadonlyMap<number, number> => {
  const places = new Map<number, number>()
  const directory = recordAt(stream, at, persistDirectory) ?? new Uint8Array(0)
  for (let at = 0; at + 8 <= directory.length;) {
    const first = uint32(directory, at)
    const [number, count] = [first & 0xfffff, first >>> 20]
    at += 4
    for (let entry = 0; entry < count && at + 4 <= directory.length && places.size < presentationObjectsMax; entry++) {
      places.set(number + entry, uint32(directory, at))
      at += 4
    }
  }
  return places
}

/** Objects that would lie within one another are decrypted as far as the next one. */
const decryptObjects = (
  stream: Uint8Array,
  places: ReadonlyMap<number, number>,
  session: number,
  keys: BlockKeys
): Uint8Array => {
  const plain = stream.slice()
  const objects = [...places].filter(([number, at]) => number !== session && at + 8 <= stream.length)
    .toSorted(([, one], [, other]) => one - other)
  for (const [index, [number, at]] of objects.entries()) {
    const key = keys(number)
    const size = uint32(rc4(key, stream.subarray(at, at + 8)), 4)
    const end = Math.min(at + 8 + size, objects[index + 1]?.[1] ?? stream.length, stream.length)
    plain.set(rc4(key, stream.subarray(at, end)), at)
  }
  return plain
}
