import type { PdfFile } from "../objects/PdfFile.ts"
import { nameOf, PdfDictionary, PdfName, type PdfValue } from "../objects/PdfValue.ts"
import { approximateWidth, characterOf, type Encoding, macRoman, standardEncoding, winAnsi } from "./Encodings.ts"
import { CodeRanges, normalizeText, ToUnicode } from "./ToUnicode.ts"

/** Font that converts the codes of a string to visible text and widths. */
export interface PdfFont {
  /** True if codes have two bytes. A byte for which `isSingle` returns true is a complete code. */
  readonly isComposite: boolean
  readonly isSingle: (byte: number) => boolean
  /** Returns the text of a code, or an empty string if the character is unknown. */
  readonly textOf: (code: number) => string
  /** Returns the width of a code in text space units, for a font of size 1. */
  readonly widthOf: (code: number) => number
  /** Height of its letters in text space units, for a font of size 1. It is 1 except for type 3 fonts. */
  readonly height: number
}

/** Maximum entries read from a list of widths or differences. */
export const fontEntriesMax = 16_384

/**
 * Maximum total bytes of the ToUnicode maps in a document. The map of a large Chinese font has half a million bytes.
 */
export const mapBytesMax = 4 * 1024 * 1024

/** File that contains the fonts, and the number of bytes of ToUnicode maps that may still be read. */
export interface FontSource {
  readonly file: PdfFile
  mapBytesLeft: number
}

export const unknownFont: PdfFont = {
  isComposite: false,
  isSingle: () => true,
  textOf: (code) => normalizeText(winAnsi[code] ?? ""),
  widthOf: () => 0.5,
  height: 1
}

/** Reads a font dictionary (ISO 32000-2, section 9.5), which may lack any entry. */
export const readFont = (source: FontSource, font: PdfDictionary): PdfFont => {
  const { file } = source
  const toUnicode = toUnicodeOf(source, font)
  return nameOf(file.resolve(font.get("Subtype"))) === "Type0"
    ? compositeFont(file, font, toUnicode)
    : simpleFont(file, font, toUnicode)
}

const toUnicodeOf = (source: FontSource, font: PdfDictionary): ToUnicode | null => {
  if (source.mapBytesLeft <= 0) return null
  const stream = source.file.streamReferredTo(font.get("ToUnicode"))
  if (stream === null) return null
  const map = new ToUnicode(stream.bytes.subarray(0, source.mapBytesLeft))
  source.mapBytesLeft -= stream.bytes.length
  return map.isEmpty ? null : map
}

const simpleFont = (file: PdfFile, font: PdfDictionary, toUnicode: ToUnicode | null): PdfFont => {
  const encoding = encodingOf(file, font)
  const texts = Array.from({ length: 256 }, (_, code) => {
    const mapped = toUnicode?.textOf(code) ?? ""
    return mapped === "" ? normalizeText(encoding[code] ?? "") : mapped
  })
  const widths = widthsOf(file, font)
  return {
    isComposite: false,
    isSingle: () => true,
    textOf: (code) => texts[code] ?? "",
    widthOf: (code) => widths[code] ?? 0.5,
    height: heightOf(file, font, widths)
  }
}

/**
 * Returns the height of a font's letters. A type 3 font scales its letters by a matrix of its own (ISO 32000-2, 9.6.4),
 * so that a page can show it with size 1. Many programs write a wrong bounding box, so the widest letter counts too.
 */
const heightOf = (file: PdfFile, font: PdfDictionary, widths: Float64Array): number => {
  if (nameOf(file.resolve(font.get("Subtype"))) !== "Type3") return 1
  const [box, matrix] = [file.resolve(font.get("FontBBox")), file.resolve(font.get("FontMatrix"))]
  if (!Array.isArray(box) || !Array.isArray(matrix)) return 1
  const [bottom, top, scale] = [box[1], box[3], matrix[3]].map((one) => Number(file.resolve(one)))
  const height = Math.max(Math.abs((top! - bottom!) * scale!), ...widths)
  return height < Infinity ? height : 1
}

const encodingOf = (file: PdfFile, font: PdfDictionary): Encoding => {
  const value = file.resolve(font.get("Encoding"))
  const isTrueType = nameOf(file.resolve(font.get("Subtype"))) === "TrueType"
  // The font program's encoding is not read. Most TrueType fonts use the Windows encoding, and other fonts use Adobe's.
  const usual = isTrueType ? winAnsi : standardEncoding
  if (!(value instanceof PdfDictionary)) return named(value) ?? usual
  const encoding = [...(named(file.resolve(value.get("BaseEncoding"))) ?? usual)]
  const differences = file.resolve(value.get("Differences"))
  if (!Array.isArray(differences)) return encoding
  let code = 0
  for (const difference of differences.slice(0, fontEntriesMax)) {
    const one = file.resolve(difference)
    if (typeof one === "number") code = Math.trunc(one)
    else if (one instanceof PdfName) {
      if (code >= 0 && code < 256) encoding[code] = characterOf(one.text)
      code++
    }
  }
  return encoding
}

const named = (value: PdfValue): Encoding | null => {
  switch (nameOf(value)) {
    case "WinAnsiEncoding":
      return winAnsi
    case "MacRomanEncoding":
      return macRoman
    case "StandardEncoding":
      return standardEncoding
    default:
      return null
  }
}

/**
 * Returns the widths of a simple font by code (ISO 32000-2, section 9.6.2). A Type 3 font states its widths in glyph
 * space.
 */
const widthsOf = (file: PdfFile, font: PdfDictionary): Float64Array => {
  const name = nameOf(file.resolve(font.get("BaseFont"))) ?? ""
  const out = Float64Array.from({ length: 256 }, (_, code) => approximateWidth(name, code))
  const widths = file.resolve(font.get("Widths"))
  const first = file.resolve(font.get("FirstChar"))
  if (!Array.isArray(widths)) return out
  const matrix = file.resolve(font.get("FontMatrix"))
  const scale = Array.isArray(matrix) ? file.resolve(matrix[0]) : null
  const unit = typeof scale === "number" && scale !== 0 ? Math.abs(scale) : 1 / 1000
  const from = typeof first === "number" ? Math.trunc(first) : 0
  for (const [at, value] of widths.slice(0, 256).entries()) {
    const width = file.resolve(value)
    const code = from + at
    if (typeof width === "number" && width > 0 && code >= 0 && code < 256) out[code] = width * unit
  }
  return out
}

/**
 * Reads a composite font (ISO 32000-2, section 9.7). Codes can have any number of bytes, but nearly all fonts use two.
 */
const compositeFont = (file: PdfFile, font: PdfDictionary, toUnicode: ToUnicode | null): PdfFont => {
  const encoding = nameOf(file.resolve(font.get("Encoding"))) ?? ""
  // In encodings such as `UniJIS-UTF16-H` and `UniGB-UCS2-H`, codes are UTF-16 code units.
  const isUnicode = /UCS2|UTF16/.test(encoding)
  const descendants = file.resolve(font.get("DescendantFonts"))
  const descendant = Array.isArray(descendants) ? file.resolve(descendants[0]) : null
  const widths = descendant instanceof PdfDictionary ? compositeWidths(file, descendant) : null
  const usual = descendant instanceof PdfDictionary ? file.resolve(descendant.get("DW")) : null
  const usualWidth = typeof usual === "number" ? usual / 1000 : 1
  return {
    isComposite: true,
    isSingle: (byte) => toUnicode !== null && !encoding.startsWith("Identity") && toUnicode.isSingle(byte),
    textOf: (code) => {
      const mapped = toUnicode?.textOf(code) ?? ""
      return mapped === "" && isUnicode ? normalizeText(String.fromCharCode(code)) : mapped
    },
    widthOf: (code) => widths?.(code) ?? usualWidth,
    height: 1
  }
}

/**
 * Returns the widths of a composite font (ISO 32000-2, section 9.7.4.3). In `12 [500 250]`, the widths belong to
 * consecutive codes from 12. In `12 20 500`, every code from 12 to 20 has the width 500.
 */
const compositeWidths = (file: PdfFile, descendant: PdfDictionary): ((code: number) => number | null) | null => {
  const values = file.resolve(descendant.get("W"))
  if (!Array.isArray(values)) return null
  const runs = new CodeRanges<ReadonlyArray<PdfValue> | number>()
  for (let at = 0; at + 1 < Math.min(values.length, fontEntriesMax);) {
    const [first, second] = [file.resolve(values[at]), file.resolve(values[at + 1])]
    const third = file.resolve(values[at + 2])
    if (typeof first !== "number") at++
    else if (Array.isArray(second)) {
      runs.add(first, first + second.length - 1, second)
      at += 2
    } else {
      if (typeof second === "number" && typeof third === "number") runs.add(first, second, third)
      at += 3
    }
  }
  return (code) => {
    const run = runs.find(code)
    if (run === null) return null
    const width = typeof run.value === "number" ? run.value : file.resolve(run.value[run.offset])
    return typeof width === "number" ? width / 1000 : null
  }
}
