import { Budget } from "../reading/Budget.ts"
import { inflate } from "../reading/Inflate.ts"

const signature = new TextEncoder().encode("ActiveMime")
/**
 * Usual offset of the deflated data, offset of a 2-byte field, and a constant. The value of the field plus the constant
 * is the real offset of the data.
 */
const [usualAt, fieldAt, fieldBase] = [0x32, 0x1e, 46]
/** First byte of a zlib stream with a 32 KiB window. The first two bytes form a multiple of 31 (RFC 1950). */
const zlibHead = 0x78
/** Maximum number of offsets at which inflation is tried. */
const triesMax = 8

/**
 * Returns the compound file in an ActiveMime file. If its data is damaged, returns the longest readable part. Null if
 * there is none. Word 2003 XML (`w:binData`) and Office web archives store a VBA project as ActiveMime.
 */
export const openActiveMime = (bytes: Uint8Array, budget: Budget = new Budget()): Uint8Array | null => {
  if (!signature.every((byte, at) => bytes[at] === byte)) return null
  const claimed = (bytes[fieldAt] ?? 0) + ((bytes[fieldAt + 1] ?? 0) << 8) + fieldBase
  const offsets = new Set([claimed, usualAt, ...zlibOffsets(bytes)].filter((at) => isZlib(bytes, at)))
  let best: Uint8Array | null = null
  for (const at of [...offsets].slice(0, triesMax)) {
    const stored = bytes.subarray(at)
    const { bytes: content, isCutOff, isWhole } = inflate(stored, Math.max(1, budget.inflatable))
    budget.spendInflated(stored.length, content.length, isCutOff)
    if (isWhole && content.length > 0) return content
    if (content.length > (best?.length ?? 0)) best = content
  }
  return best
}

const isZlib = (bytes: Uint8Array, at: number): boolean =>
  bytes[at] === zlibHead && at + 1 < bytes.length && (zlibHead << 8 | bytes[at + 1]!) % 31 === 0

const zlibOffsets = (bytes: Uint8Array): ReadonlyArray<number> => {
  const offsets: Array<number> = []
  let at = bytes.indexOf(zlibHead, signature.length)
  while (at >= 0 && offsets.length < triesMax) {
    if (isZlib(bytes, at)) offsets.push(at)
    at = bytes.indexOf(zlibHead, at + 1)
  }
  return offsets
}
