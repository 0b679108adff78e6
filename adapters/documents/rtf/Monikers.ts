import { Findings } from "../Findings.ts"
import { upToZero, utf16Text } from "../ole/Cursor.ts"
import { readOleStream } from "../ole/OleMoniker.ts"

/** Places at which a target is looked for, in one object. */
export const placesMax = 16
/** Bytes from the beginning of a moniker in which its target must lie. */
export const monikerBytesMax = 8_192

/** Class ids of URL and file monikers as they are stored (MS-OSHARED 2.3.7.6 and 2.3.7.8). */
const classes: ReadonlyArray<Uint8Array> = [
  [0xe0, 0xc9, 0xea, 0x79, 0xf9, 0xba, 0xce, 0x11, 0x8c, 0x82, 0x00, 0xaa, 0x00, 0x4b, 0xa9, 0x0b],
  [0x03, 0x03, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46]
].map((bytes) => Uint8Array.from(bytes))

const startsAt = (bytes: Uint8Array, at: number, wanted: Uint8Array): boolean => {
  for (let offset = 0; offset < wanted.length; offset++) {
    if (bytes[at + offset] !== wanted[offset]) return false
  }
  return true
}

/** Targets of the monikers in these bytes, wherever they stand: what is broken around them hides none. */
export const monikersIn = (bytes: Uint8Array): ReadonlyArray<string> => {
  const found = new Findings()
  let places = 0
  for (let at = 0; at + 16 <= bytes.length && places < placesMax; at++) {
    const isMoniker = classes.some((classId) => bytes[at] === classId[0] && startsAt(bytes, at, classId))
    if (!isMoniker) continue
    readOleStream(bytes.subarray(at, at + monikerBytesMax), "", found)
    places++
    at += 15
  }
  return found.reading().facts.flatMap((fact) => fact.kind === "reference" ? [fact.target] : [])
}

/** Web addresses in UTF-16, wherever they stand. */
export const addressesIn = (bytes: Uint8Array): ReadonlyArray<string> => {
  const found: Array<string> = []
  for (let at = 0; at + 8 <= bytes.length && found.length < placesMax; at++) {
    if ((bytes[at]! | 32) !== 0x68 || bytes[at + 1] !== 0) continue
    if (utf16Text(bytes.subarray(at, at + 8)).toLowerCase() !== "http") continue
    const address = upToZero(utf16Text(bytes.subarray(at, at + monikerBytesMax)))
    found.push(address)
    at += address.length * 2
  }
  return found
}
