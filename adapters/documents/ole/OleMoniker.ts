import { factText, type Findings } from "../Findings.ts"
import { Cursor, upToZero, utf16Text } from "./Cursor.ts"
import { guidText } from "./Guid.ts"

/** Monikers of one stream. */
export const monikersMax = 64

const fileMoniker = "00000303-0000-0000-C000-000000000046"
const itemMoniker = "00000304-0000-0000-C000-000000000046"
const urlMoniker = "79EAC9E0-BAF9-11CE-8C82-00AA004BA90B"

/** Those that make something of what another one names: scriptlets, and what `new:` and `soap:` name. */
const makers: ReadonlySet<string> = new Set([
  "06290BD2-48AA-11D2-8432-006008C3FBFC",
  "06290BD3-48AA-11D2-8432-006008C3FBFC",
  "ECABAFC6-7F19-11D2-978E-0000F8757E2A",
  "ECABB0C7-7F19-11D2-978E-0000F8757E2A"
])

/**
 * The stream `\x01Ole` (MS-OLEDS 2.3.3): where a linked object comes from. Its monikers are looked for wherever their class
 * stands, so that neither their composition nor false sizes hide one.
 */
export const readOleStream = (bytes: Uint8Array, where: string, findings: Findings): void => {
  let [target, count] = ["", 0]
  const addTarget = () => {
    if (target !== "") findings.add({ kind: "reference", role: "object", target: factText(target), where })
    target = ""
  }
  for (let at = 0; at + 16 <= bytes.length && count < monikersMax;) {
    const classId = mayBegin.has(bytes[at]!) ? guidText(bytes, at) : null
    const cursor = new Cursor(bytes, at + 16)
    if (classId === urlMoniker || classId === fileMoniker) {
      addTarget()
      target = classId === urlMoniker ? readUrl(cursor) : readPath(cursor)
    } else if (classId === itemMoniker) {
      cursor.ansiOfLength()
      const item = cursor.ansiOfLength()
      if (target !== "" && item !== "") target += `!${item}`
    } else if (classId !== null && makers.has(classId)) {
      findings.add({ kind: "ole object", classId, progId: null, isUpdated: false, isMalformed: false, where })
    } else {
      at++
      continue
    }
    at = Math.max(at + 16, Math.min(cursor.at, bytes.length))
    count++
  }
  if (count >= monikersMax) findings.add({ kind: "cut off", limit: "monikers", where })
  addTarget()
}

/** First bytes of the classes that are looked for. */
const mayBegin: ReadonlySet<number> = new Set([0x03, 0x04, 0xe0, 0xd2, 0xd3, 0xc6, 0xc7])

/** MS-OSHARED 2.3.7.6: size in bytes, and the address with a zero at its end. */
const readUrl = (cursor: Cursor): string => upToZero(utf16Text(cursor.take(cursor.u32())))

/** MS-OSHARED 2.3.7.8: the path as ANSI, and in many cases once more as UTF-16. */
const readPath = (cursor: Cursor): string => {
  cursor.skip(2)
  const short = cursor.ansiOfLength()
  // endServer, versionNumber and reserved bytes.
  cursor.skip(24)
  if (cursor.u32() === 0 || cursor.isOver) return short
  const size = cursor.u32()
  cursor.skip(2)
  return upToZero(utf16Text(cursor.take(size))) || short
}
