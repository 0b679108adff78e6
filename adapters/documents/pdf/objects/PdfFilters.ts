import { brotliDecompressSync } from "node:zlib"
import { type Budget, filtersMax, recoveredByteWeight } from "../../reading/Budget.ts"
import { inflate, type Inflated } from "../../reading/Inflate.ts"
import { hexDigit } from "../../reading/Numbers.ts"
import { undoPredictor } from "./PdfPredictor.ts"
import { PdfDictionary, PdfName, type PdfValue } from "./PdfValue.ts"

export interface DecodedStream {
  readonly bytes: Uint8Array
  /** True if no data was lost. */
  readonly isWhole: boolean
}

/** Image filters. They are not decoded, because images contain no document structure. */
const opaque: ReadonlySet<string> = new Set([
  "DCTDecode",
  "DCT",
  "JPXDecode",
  "CCITTFaxDecode",
  "CCF",
  "JBIG2Decode"
])

/**
 * Decodes the filters of a stream (ISO 32000-2, section 7.4) within the budget. Returns null if there are too many
 * filters, or if there is an image filter.
 *
 * @param filters value of `Filter`, with references resolved
 * @param parameters value of `DecodeParms`, with references resolved
 */
export const decodeStream = (
  raw: Uint8Array,
  filters: PdfValue | undefined,
  parameters: PdfValue | undefined,
  budget: Budget
): DecodedStream | null => {
  const names = namesOf(filters)
  if (names.length > filtersMax) {
    budget.markExhausted("filters")
    return null
  }
  let bytes = raw
  let isWhole = true
  for (const [at, name] of names.entries()) {
    if (opaque.has(name)) return null
    const parms = Array.isArray(parameters) ? parameters[at] : at === 0 ? parameters : undefined
    const decoded = decodeOne(name, bytes, parms instanceof PdfDictionary ? parms : new PdfDictionary(), budget)
    bytes = decoded.bytes
    isWhole &&= decoded.isWhole
  }
  return { bytes, isWhole }
}

const namesOf = (filters: PdfValue | undefined): ReadonlyArray<string> =>
  (Array.isArray(filters) ? filters : [filters]).flatMap((filter) => filter instanceof PdfName ? [filter.text] : [])

const decodeOne = (
  name: string,
  bytes: Uint8Array,
  parameters: PdfDictionary,
  budget: Budget
): DecodedStream => {
  switch (name) {
    case "FlateDecode":
    case "Fl": {
      const { bytes: inflated, isCutOff, isWhole } = inflate(bytes, budget.inflatable, () => budget.takeRecovery())
      budget.spendInflated(bytes.length, inflated.length, isCutOff)
      if (!isWhole && !isCutOff) budget.spendDecoded((recoveredByteWeight - 1) * inflated.length, false)
      return { bytes: undoPredictor(inflated, parameters), isWhole }
    }
    case "LZWDecode":
    case "LZW": {
      const { bytes: decoded, isCutOff, isWhole } = decodeLzw(
        bytes,
        parameters.get("EarlyChange") !== 0,
        budget.inflatable
      )
      budget.spendInflated(bytes.length, decoded.length, isCutOff)
      return { bytes: undoPredictor(decoded, parameters), isWhole }
    }
    case "BrotliDecode":
    case "Br": {
      const bytesMax = budget.inflatable
      const { bytes: decoded, isCutOff, isWhole } = decodeBrotli(bytes, bytesMax)
      // Damaged data can expand to the limit before its error.
      budget.spendInflated(bytes.length, isWhole ? decoded.length : bytesMax, isCutOff)
      return { bytes: undoPredictor(decoded, parameters), isWhole }
    }
    case "ASCIIHexDecode":
    case "AHx":
      return { bytes: decodeHex(bytes), isWhole: true }
    case "ASCII85Decode":
    case "A85": {
      const decoded = decodeAscii85(bytes, Math.max(0, budget.inflatable))
      budget.spendInflated(bytes.length, decoded.bytes.length, !decoded.isWhole)
      budget.spendDecoded((ascii85ByteWeight - 1) * decoded.bytes.length, false)
      return decoded
    }
    case "RunLengthDecode":
    case "RL": {
      const { bytes: decoded, isCutOff } = decodeRuns(bytes, budget.inflatable)
      budget.spendInflated(bytes.length, decoded.length, isCutOff)
      return { bytes: decoded, isWhole: !isCutOff }
    }
    // The data is already decrypted.
    case "Crypt":
      return { bytes, isWhole: true }
    // Viewers that do not know a filter use the data unchanged.
    default:
      return { bytes, isWhole: false }
  }
}

/** Decodes Brotli (RFC 7932; PDF Association, Brotli compression in PDF). Returns nothing of damaged or larger data. */
const decodeBrotli = (bytes: Uint8Array, bytesMax: number): Inflated => {
  try {
    return {
      bytes: brotliDecompressSync(bytes, { maxOutputLength: Math.max(1, bytesMax) }),
      isWhole: true,
      isCutOff: false
    }
  } catch (error) {
    const isCutOff = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE"
    return { bytes: new Uint8Array(0), isWhole: false, isCutOff }
  }
}

/** Factor by which bytes of ASCII85 count toward the limits, because they take longer than inflated ones. */
const ascii85ByteWeight = 3

/** Decodes ASCIIHexDecode (ISO 32000-2, section 7.4.2). */
const decodeHex = (bytes: Uint8Array): Uint8Array => {
  const out = new Uint8Array(Math.ceil(bytes.length / 2))
  let length = 0
  let half = -1
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0x3e) break
    const digit = hexDigit(byte)
    if (digit < 0) continue
    if (half < 0) half = digit
    else {
      out[length++] = half * 16 + digit
      half = -1
    }
  }
  if (half >= 0) out[length++] = half * 16
  return out.subarray(0, length)
}

/**
 * Decodes ASCII85Decode (ISO 32000-2, section 7.4.3): groups of five base-85 digits, `z` for four zero bytes, `~` at
 * the end. Some encoders write `<~` at the beginning.
 */
const decodeAscii85 = (encoded: Uint8Array, bytesMax: number): DecodedStream => {
  const bytes = encoded[0] === 0x3c && encoded[1] === 0x7e ? encoded.subarray(2) : encoded
  const out = new Uint8Array(ascii85Bytes(bytes, bytesMax))
  let length = 0
  let group = 0
  let digits = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte === 0x7e) break
    if (length >= bytesMax) return { bytes: out, isWhole: false }
    if (byte === 0x7a && digits === 0) length += 4
    else if (byte >= 0x21 && byte <= 0x75) {
      // A group is a number of 32 bits. Larger ones wrap around.
      group = Math.imul(group, 85) + byte - 0x21 | 0
      if (++digits < 5) continue
      out[length] = group >>> 24
      out[length + 1] = group >>> 16
      out[length + 2] = group >>> 8
      out[length + 3] = group
      length += 4
      group = digits = 0
    }
  }
  if (digits > 1) {
    for (let missing = digits; missing < 5; missing++) group = Math.imul(group, 85) + 84 | 0
    for (let byte = 0; byte < digits - 1; byte++) out[length++] = group >>> 24 - 8 * byte
  }
  return { bytes: out.subarray(0, length), isWhole: true }
}

/** Returns an upper bound of the decoded size, at most `bytesMax`. */
const ascii85Bytes = (bytes: Uint8Array, bytesMax: number): number => {
  let [zeros, digits] = [0, 0]
  const zerosMax = Math.ceil(bytesMax / 4)
  for (let at = 0; at < bytes.length && zeros < zerosMax; at++) {
    const byte = bytes[at]!
    if (byte === 0x7e) break
    if (byte === 0x7a) zeros++
    else if (byte >= 0x21 && byte <= 0x75) digits++
  }
  return Math.min(bytesMax, 4 * (zeros + Math.ceil(digits / 5)))
}

/** Decodes RunLengthDecode (ISO 32000-2, section 7.4.5). */
const decodeRuns = (bytes: Uint8Array, bytesMax: number): { bytes: Uint8Array; isCutOff: boolean } => {
  const { isCutOff, length } = runsLength(bytes, bytesMax)
  const out = new Uint8Array(length)
  for (let at = 0, to = 0; to < length;) {
    const control = bytes[at]!
    // Runs are short, so a loop is faster than a call.
    if (control < 128) {
      const end = Math.min(at + 2 + control, bytes.length)
      for (let from = at + 1; from < end; from++) out[to++] = bytes[from]!
      at += control + 2
    } else {
      const byte = bytes[at + 1] ?? 0
      for (const end = to + 257 - control; to < end; to++) out[to] = byte
      at += 2
    }
  }
  return { bytes: out, isCutOff }
}

/** Returns the total size of all complete runs that fit into `bytesMax`. */
const runsLength = (bytes: Uint8Array, bytesMax: number): { length: number; isCutOff: boolean } => {
  let length = 0
  for (let at = 0; at < bytes.length && bytes[at] !== 128;) {
    const control = bytes[at]!
    const run = control < 128 ? Math.min(control + 1, bytes.length - at - 1) : 257 - control
    if (length + run > bytesMax) return { length, isCutOff: true }
    length += run
    at += control < 128 ? control + 2 : 2
  }
  return { length, isCutOff: false }
}

const clear = 256
const endOfData = 257
const codesMax = 4096

/**
 * Decodes LZW as used in TIFF and PDF (ISO 32000-2, section 7.4.4), to at most `bytesMax` bytes.
 *
 * @param early true if the code length increases one entry early, as in nearly every encoder
 */
export const decodeLzw = (
  bytes: Uint8Array,
  early: boolean,
  bytesMax: number
): { readonly bytes: Uint8Array; readonly isWhole: boolean; readonly isCutOff: boolean } => {
  // A code represents the bytes of an earlier code plus one byte. A start and a length in the output define it.
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
      // A code that is just being defined repeats the previous bytes plus their first byte.
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
