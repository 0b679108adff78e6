import { uint16, uint32 } from "../reading/LittleEndian.ts"
import type { Continued } from "./BiffRecords.ts"
import { narrowText, wideText } from "./BiffStrings.ts"
import type { TextCollector } from "./TextCollector.ts"

/**
 * The texts of all cells (SST, MS-XLS 2.4.265). A text that goes on in a CONTINUE record says there anew how wide its characters
 * are (2.5.293, rgb).
 */
export const readSharedStrings = ({ breaks, bytes }: Continued, text: TextCollector): void => {
  const count = uint32(bytes, 4)
  let at = 8
  let part = 0
  for (let read = 0; read < count && at + 3 <= bytes.length && !text.isFull; read++) {
    let left = uint16(bytes, at)
    let flags = bytes[at + 2] ?? 0
    let runs = 0
    let extension = 0
    at += 3
    if ((flags & 8) !== 0) {
      runs = uint16(bytes, at)
      at += 2
    }
    if ((flags & 4) !== 0) {
      extension = uint32(bytes, at)
      at += 4
    }
    let line = ""
    while (left > 0 && at < bytes.length) {
      while (part < breaks.length && breaks[part]! < at) part++
      const end = breaks[part] ?? bytes.length
      if (at === end) {
        flags = bytes[at] ?? 0
        at++
        part++
        continue
      }
      const isWide = (flags & 1) === 1
      const chars = Math.min(left, isWide ? end - at >> 1 : end - at)
      line += (isWide ? wideText : narrowText)(bytes, at, chars).text
      left -= chars
      // Half a character before a break is damage; it is passed over.
      at = chars === 0 ? end : at + (isWide ? chars * 2 : chars)
    }
    text.add(line)
    at += runs * 4 + extension
  }
}
