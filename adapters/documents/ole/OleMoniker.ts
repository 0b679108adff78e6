import { Cursor, decodeUtf16, formatGuid, textBeforeNul } from "../compound/Cursor.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint32 } from "../reading/Numbers.ts"

/** Maximum monikers per stream. */
export const monikersMax = 64

/** Kind of a moniker. A `maker` creates the object that another moniker names. */
type MonikerKind = "file" | "item" | "url" | "maker"

/** Last eight bytes of the class IDs of COM, of scriptlets, and of COM+ services. */
const comBytes = [0xc0, 0, 0, 0, 0, 0, 0, 0x46]
const scriptletBytes = [0x84, 0x32, 0x00, 0x60, 0x08, 0xc3, 0xfb, 0xfc]
const servicesBytes = [0x97, 0x8e, 0x00, 0x00, 0xf8, 0x75, 0x7e, 0x2a]

/**
 * Kinds of monikers by the first four bytes of the packed class ID (MS-DTYP 2.3.4.2) as a number. `rest` contains the
 * other bytes. Makers are scriptlets, and `new:` and `soap:` monikers.
 */
const monikers: ReadonlyMap<number, { readonly kind: MonikerKind; readonly rest: ReadonlyArray<number> }> = new Map([
  [0x00000303, { kind: "file", rest: [0, 0, 0, 0, ...comBytes] }],
  [0x00000304, { kind: "item", rest: [0, 0, 0, 0, ...comBytes] }],
  [0x79eac9e0, { kind: "url", rest: [0xf9, 0xba, 0xce, 0x11, 0x8c, 0x82, 0x00, 0xaa, 0x00, 0x4b, 0xa9, 0x0b] }],
  [0x06290bd2, { kind: "maker", rest: [0xaa, 0x48, 0xd2, 0x11, ...scriptletBytes] }],
  [0x06290bd3, { kind: "maker", rest: [0xaa, 0x48, 0xd2, 0x11, ...scriptletBytes] }],
  [0xecabafc6, { kind: "maker", rest: [0x19, 0x7f, 0xd2, 0x11, ...servicesBytes] }],
  [0xecabb0c7, { kind: "maker", rest: [0x19, 0x7f, 0xd2, 0x11, ...servicesBytes] }]
])

/** First bytes of the class IDs in `monikers`, for a fast search, because a stream may be long. */
const firstBytes: ReadonlySet<number> = new Set([...monikers.keys()].map((first) => first & 0xff))

const kindAt = (bytes: Uint8Array, at: number): MonikerKind | null => {
  const moniker = monikers.get(uint32(bytes, at))
  return moniker?.rest.every((byte, index) => bytes[at + 4 + index] === byte) === true ? moniker.kind : null
}

/**
 * Reads the stream `\x01Ole`, which contains the source of a linked object (MS-OLEDS 2.3.3). Searches for the class IDs
 * of monikers anywhere in the stream, so that neither composite monikers nor false sizes hide a moniker.
 */
export const readOleStream = (bytes: Uint8Array, where: string, budget: Budget, findings: Findings): void => {
  if (!budget.takeLexed(bytes.length)) return
  let [target, count] = ["", 0]
  const addTarget = () => {
    if (target !== "") findings.add({ kind: "reference", role: "object", target: truncateFactText(target), where })
    target = ""
  }
  for (let at = 0; at + 16 <= bytes.length && count < monikersMax;) {
    const kind = firstBytes.has(bytes[at]!) ? kindAt(bytes, at) : null
    if (kind === null) {
      at++
      continue
    }
    const cursor = new Cursor(bytes, at + 16)
    if (kind === "maker") {
      const classId = formatGuid(bytes, at)
      findings.add({ kind: "ole object", classId, progId: null, isUpdated: false, isMalformed: false, where })
    } else if (kind === "item") {
      cursor.ansiOfLength()
      const item = cursor.ansiOfLength()
      if (target !== "" && item !== "") target += `!${item}`
    } else {
      addTarget()
      target = kind === "url" ? readUrl(cursor) : readPath(cursor)
    }
    at = Math.max(at + 16, Math.min(cursor.at, bytes.length))
    count++
  }
  if (count >= monikersMax) findings.add({ kind: "cut off", limit: "monikers", where })
  addTarget()
}

/** Reads the moniker at the cursor and returns its target; empty if the moniker is neither an address nor a path. */
export const readTarget = (cursor: Cursor): string => {
  const kind = kindAt(cursor.bytes, cursor.at)
  cursor.skip(16)
  return kind === "url" ? readUrl(cursor) : kind === "file" ? readPath(cursor) : ""
}

/** Reads the size in bytes and the zero-terminated address (MS-OSHARED 2.3.7.6). */
const readUrl = (cursor: Cursor): string => textBeforeNul(decodeUtf16(cursor.readBytes(cursor.u32())))

/** Reads the path, which is stored as ANSI and often repeated as UTF-16 (MS-OSHARED 2.3.7.8). */
const readPath = (cursor: Cursor): string => {
  cursor.skip(2)
  const short = cursor.ansiOfLength()
  // Skips endServer, versionNumber and reserved bytes.
  cursor.skip(24)
  if (cursor.u32() === 0 || cursor.isOver) return short
  const size = cursor.u32()
  cursor.skip(2)
  return textBeforeNul(decodeUtf16(cursor.readBytes(size))) || short
}
