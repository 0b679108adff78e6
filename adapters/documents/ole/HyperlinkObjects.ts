import { Cursor } from "../compound/Cursor.ts"
import { guidText } from "../compound/Guid.ts"
import type { Budget } from "../reading/Budget.ts"
import { uint32 } from "../reading/LittleEndian.ts"
import { readTarget } from "./OleMoniker.ts"

/** Hyperlinks of one stream. */
export const hyperlinksMax = 10_000

const standardLink = "79EAC9D0-BAF9-11CE-8C82-00AA004BA90B"
/** Its first four bytes, as a number. */
const firstWord = 0x79eac9d0

/** Flags of a Hyperlink Object (MS-OSHARED 2.3.7.1): what there is of it, in the order in which it stands. */
const [hasMoniker, hasPlace, hasText, hasFrame, isString] = [0x01, 0x08, 0x10, 0x80, 0x100]

/**
 * Where hyperlinks lead that stand anywhere in these bytes, as Word keeps them beside a field (MS-DOC 2.9.119, HFD) and in the
 * properties of a shape (MS-ODRAW 2.3.4.22): that is where a click goes, whatever else says where.
 */
export const hyperlinksIn = (bytes: Uint8Array, budget: Budget): ReadonlySet<string> => {
  const targets = new Set<string>()
  if (!budget.takeLexed(bytes.length)) return targets
  const first = firstWord & 0xff
  for (let at = bytes.indexOf(first); at >= 0 && targets.size < hyperlinksMax; at = bytes.indexOf(first, at + 1)) {
    if (uint32(bytes, at) !== firstWord || guidText(bytes, at) !== standardLink) continue
    const target = readHyperlink(new Cursor(bytes, at + 16))
    if (target !== "") targets.add(target)
  }
  return targets
}

const readHyperlink = (cursor: Cursor): string => {
  if (cursor.u32() !== 2) return ""
  const flags = cursor.u32()
  if ((flags & hasText) !== 0) cursor.utf16OfLength()
  if ((flags & hasFrame) !== 0) cursor.utf16OfLength()
  if ((flags & hasMoniker) === 0) return ""
  const target = (flags & isString) === 0 ? readTarget(cursor) : cursor.utf16OfLength()
  const place = (flags & hasPlace) === 0 ? "" : cursor.utf16OfLength()
  return target !== "" && place !== "" ? `${target}#${place}` : target
}
