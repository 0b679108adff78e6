import { uint16 } from "../reading/LittleEndian.ts"
import { builtInName } from "./AutoNames.ts"
import { flaggedText, narrowText } from "./BiffStrings.ts"
import type { Biff } from "./CellReferences.ts"

/** A name of a workbook, and the formula that it stands for. */
export interface DefinedName {
  readonly name: string
  readonly isHidden: boolean
  readonly tokens: Uint8Array
  readonly extra: Uint8Array
}

/** NAME, or Lbl (MS-XLS 2.4.150), as each version lays it out. */
export const readDefinedName = (body: Uint8Array, biff: Biff): DefinedName => {
  const flags = biff === 2 ? 0 : uint16(body, 0)
  const chars = body[3] ?? 0
  const length = biff === 2 ? body[4] ?? 0 : uint16(body, 4)
  const read = biff === 8 ? flaggedText : narrowText
  const { end, text } = read(body, biff >= 5 ? 14 : biff === 2 ? 5 : 6, chars)
  const isBuiltIn = (flags & 0x20) !== 0 && chars >= 1
  return {
    name: isBuiltIn && chars === 1 ? builtInName(text.charCodeAt(0)) : text,
    isHidden: (flags & 1) !== 0,
    tokens: body.subarray(end, end + length),
    extra: body.subarray(end + length)
  }
}
