const clear = 256
const endOfData = 257
const codesMax = 4096

/**
 * LZW as TIFF and PDF have it (ISO 32000-2, section 7.4.4), at most `bytesMax` bytes.
 *
 * @param early codes grow one entry sooner than the table fills, as nearly every writer has it
 */
export const decodeLzw = (
  bytes: Uint8Array,
  early: boolean,
  bytesMax: number
): { readonly bytes: Uint8Array; readonly isWhole: boolean; readonly isCutOff: boolean } => {
  // Each code is the text of an earlier one and a byte: where it ends in the output says both.
  const starts = new Uint32Array(codesMax)
  const lengths = new Uint32Array(codesMax)
  let out = new Uint8Array(Math.min(bytesMax, Math.max(1_024, bytes.length * 4)))
  let [length, next, bits, buffer, held] = [0, endOfData + 1, 9, 0, 0]
  let previous = -1
  const result = (isWhole: boolean, isCutOff: boolean) => ({ bytes: out.subarray(0, length), isWhole, isCutOff })
  for (const byte of bytes) {
    buffer = (buffer << 8 | byte) >>> 0
    held += 8
    if (held < bits) continue
    held -= bits
    const code = buffer >>> held
    buffer &= (1 << held) - 1
    if (code === endOfData) return result(true, false)
    if (code === clear) {
      next = endOfData + 1
      bits = 9
      previous = -1
      continue
    }
    if (code > next || code === next && previous < 0) return result(false, false)
    const size = code < clear ? 1 : code < next ? lengths[code]! : (previous < clear ? 1 : lengths[previous]!) + 1
    if (length + size > bytesMax) return result(false, true)
    if (length + size > out.length) {
      const larger = new Uint8Array(Math.min(bytesMax, (length + size) * 2))
      larger.set(out)
      out = larger
    }
    const at = length
    if (code < clear) out[length++] = code
    else {
      // A code that is only now being made repeats what was written last, and its first byte.
      const from = code < next ? starts[code]! : at - (size - 1)
      for (let copied = 0; copied < size; copied++) out[length++] = out[from + copied]!
    }
    if (previous >= 0 && next < codesMax) {
      const before = previous < clear ? 1 : lengths[previous]!
      starts[next] = at - before
      lengths[next] = before + 1
      next++
    }
    previous = code
    bits = widthOf(next + (early ? 1 : 0))
  }
  return result(false, false)
}

const widthOf = (codes: number): number => codes >= 2_048 ? 12 : codes >= 1_024 ? 11 : codes >= 512 ? 10 : 9
