import type { Fact } from "../../../core/documents/facts/Fact.ts"
import { decodeUtf16, textBeforeNul } from "../compound/Cursor.ts"
import { readOleStream } from "../ole/OleMoniker.ts"
import type { Budget } from "../reading/Budget.ts"
import { Findings } from "../reading/Findings.ts"

/** Maximum number of monikers, and of web addresses, that are read per object. */
export const locationsPerObjectMax = 64
/** Maximum bytes of a moniker or web address that are read. */
export const monikerBytesMax = 8_192

/**
 * Class IDs in stored byte order: URL and file monikers (MS-OSHARED 2.3.7.6 and 2.3.7.8), scriptlets, and the classes
 * of `new:` and `soap:`.
 */
const classes: ReadonlyArray<Uint8Array> = [
  [0xe0, 0xc9, 0xea, 0x79, 0xf9, 0xba, 0xce, 0x11, 0x8c, 0x82, 0x00, 0xaa, 0x00, 0x4b, 0xa9, 0x0b],
  [0x03, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46],
  [0xd2, 0x0b, 0x29, 0x06, 0xaa, 0x48, 0xd2, 0x11, 0x84, 0x32, 0x00, 0x60, 0x08, 0xc3, 0xfb, 0xfc],
  [0xd3, 0x0b, 0x29, 0x06, 0xaa, 0x48, 0xd2, 0x11, 0x84, 0x32, 0x00, 0x60, 0x08, 0xc3, 0xfb, 0xfc],
  [0xc6, 0xaf, 0xab, 0xec, 0x19, 0x7f, 0xd2, 0x11, 0x97, 0x8e, 0x00, 0x00, 0xf8, 0x75, 0x7e, 0x2a],
  [0xc7, 0xb0, 0xab, 0xec, 0x19, 0x7f, 0xd2, 0x11, 0x97, 0x8e, 0x00, 0x00, 0xf8, 0x75, 0x7e, 0x2a]
].map((bytes) => Uint8Array.from(bytes))

const firstBytes: ReadonlySet<number> = new Set(classes.flatMap((classId) => [...classId.subarray(0, 1)]))

const startsAt = (bytes: Uint8Array, at: number, wanted: Uint8Array): boolean => {
  for (let offset = 0; offset < wanted.length; offset++) {
    if (bytes[at + offset] !== wanted[offset]) return false
  }
  return true
}

/**
 * Returns the facts of all monikers in these bytes. Each moniker is read separately, so a broken moniker cannot hide
 * others.
 */
export const monikersIn = (bytes: Uint8Array, where: string, budget: Budget): ReadonlyArray<Fact> => {
  const found = new Findings(budget.limits.factsMax)
  let places = 0
  for (let at = 0; at + 16 <= bytes.length && places < locationsPerObjectMax; at++) {
    if (!firstBytes.has(bytes[at]!) || !classes.some((classId) => startsAt(bytes, at, classId))) continue
    readOleStream(bytes.subarray(at, at + monikerBytesMax), where, budget, found)
    places++
    at += 15
  }
  return found.reading().facts
}

/** ASCII codes of `http` in lower case. */
const http = [0x68, 0x74, 0x74, 0x70]

/** Returns the web addresses that the bytes contain as UTF-16, at any offset. */
export const webAddressesIn = (bytes: Uint8Array): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = 0; at + 8 <= bytes.length && found.length < locationsPerObjectMax; at++) {
    if (!http.every((letter, index) => (bytes[at + index * 2]! | 32) === letter && bytes[at + index * 2 + 1] === 0)) {
      continue
    }
    const address = textBeforeNul(decodeUtf16(bytes.subarray(at, at + monikerBytesMax)))
    found.push(address)
    at += address.length * 2
  }
  return found
}
