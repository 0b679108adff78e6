import { uint16, uint32 } from "../reading/Numbers.ts"
import { rc4 } from "./Ciphers.ts"
import { type BlockKeyFunction, deriveRc4BlockKeys } from "./OfficeRc4.ts"

/** Password that PowerPoint tries before it prompts. Source: password recovery tools, because MS-PPT omits it. */
export const powerPointDefaultPassword = "/01Hannes Ruescher/01"

/** Maximum objects decrypted per presentation. */
export const presentationObjectsMax = 65_536

/** Record types (MS-PPT 2.13.24). */
const [userEdit, persistDirectory, cryptSession] = [0x0ff5, 0x1772, 0x2f14]

/**
 * Decrypts the stream `PowerPoint Document` (MS-PPT 2.3.7; MS-OFFCRYPTO 2.3.5). Each object in the directory has its
 * own key, derived from the object's number. Null if the password is wrong or the stream is not encrypted.
 *
 * @param editAt offset of the last edit, which the stream `Current User` states (offsetToCurrentEdit)
 */
export const decryptPresentation = (
  stream: Uint8Array,
  editAt: number,
  password = powerPointDefaultPassword
): Uint8Array | null => {
  const edit = recordAt(stream, editAt, userEdit)
  if (edit === null || edit.length < 32) return null
  const places = readDirectory(stream, uint32(edit, 12))
  const session = recordAt(stream, places.get(uint32(edit, 28)) ?? stream.length, cryptSession)
  const keys = session === null ? null : deriveRc4BlockKeys(session, password)
  return keys === null ? null : decryptObjects(stream, places, uint32(edit, 28), keys)
}

/** Returns the content of the record at an offset (MS-PPT 2.3.1); null if there is no record of the given type. */
const recordAt = (stream: Uint8Array, at: number, type: number): Uint8Array | null =>
  at + 8 <= stream.length && uint16(stream, at + 2) === type
    ? stream.subarray(at + 8, at + 8 + uint32(stream, at + 4))
    : null

/**
 * Returns the offsets of objects by object number, from the PersistDirectoryAtom (MS-PPT 2.3.4). An encrypted file has
 * only one such record.
 */
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

/** Decrypts each object up to its end, or up to the start of the next object if the two would overlap. */
const decryptObjects = (
  stream: Uint8Array,
  places: ReadonlyMap<number, number>,
  session: number,
  keys: BlockKeyFunction
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
