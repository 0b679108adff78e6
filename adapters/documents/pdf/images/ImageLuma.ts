import { decodeJpegLuma } from "../../images/Jpeg.ts"
import {
  applyMask,
  bytesPerRow,
  evenGrayScale,
  inkLuminance,
  isWithinLimits,
  type LumaImage,
  lumaOf,
  luminance,
  type SampleFormat
} from "../../images/Luma.ts"
import { Budget } from "../../reading/Budget.ts"
import type { PdfFile } from "../objects/PdfFile.ts"
import { decodeStream } from "../objects/PdfFilters.ts"
import type { PdfObject } from "../objects/PdfObjects.ts"
import { nameOf, PdfDictionary, PdfReference, PdfString, type PdfValue } from "../objects/PdfValue.ts"
import { dimensionOf } from "../pages/DrawnShapes.ts"

/**
 * Budget for one picture. The size of a picture is known from its dimensions. An all-white picture is therefore not a
 * bomb, and excess data does not count as cut off.
 */
class PictureBudget extends Budget {
  private readonly whole: Budget
  private readonly bytesMax: number

  constructor(whole: Budget, bytesMax: number) {
    super()
    this.whole = whole
    this.bytesMax = bytesMax
  }

  override get inflatable(): number {
    return Math.min(this.whole.inflatable, this.bytesMax)
  }

  override spendInflated(_stored: number, inflated: number): void {
    this.whole.spendInflated(inflated, inflated, false)
  }
}

/** Maximum decoded bytes of a picture whose dimensions need fewer bytes. */
const excessBytesMax = 4 * 1024 * 1024

/**
 * Converts an image XObject (ISO 32000-2, section 8.9.5) to grayscale, composited on white through its mask. Returns
 * null if the image is too large, or uses an unsupported compression (fax, JBIG2, JPEG 2000).
 */
export const lumaOfImage = (file: PdfFile, object: PdfObject, budget: Budget, depth = 0): LumaImage | null => {
  const { value } = object
  if (!(value instanceof PdfDictionary)) return null
  const [width, height] = [dimensionOf(file, value, "Width"), dimensionOf(file, value, "Height")]
  if (!isWithinLimits(width, height)) return null
  const image = jpegOf(file, object, budget) ?? samplesOf(file, object, width, height, budget)
  if (image === null || depth > 0) return image
  const isSoft = value.get("SMask") instanceof PdfReference
  const reference = value.get(isSoft ? "SMask" : "Mask")
  const maskObject = reference instanceof PdfReference ? file.latestOf(reference.number) : undefined
  const mask = maskObject === undefined ? null : lumaOfImage(file, maskObject, budget, 1)
  if (mask === null) return image
  // A hard mask marks the hidden pixels, and a soft mask marks the visible pixels.
  return applyMask(image, isSoft ? mask : invert(mask))
}

/** Decodes a JPEG picture, after the filters that precede the image filter. Returns null for other pictures. */
const jpegOf = (file: PdfFile, object: PdfObject, budget: Budget): LumaImage | null => {
  if (!(object.value instanceof PdfDictionary)) return null
  const filter = file.resolveAll(object.value.get("Filter"))
  const filters = Array.isArray(filter) ? filter : [filter]
  if (!["DCTDecode", "DCT"].includes(nameOf(filters.at(-1)) ?? "")) return null
  const stored = file.clearStreamOf(object)
  if (stored === null) return null
  const decoded = decodeStream(stored, filters.slice(0, -1), file.resolveAll(object.value.get("DecodeParms")), budget)
  return decoded === null ? null : decodeJpegLuma(decoded.bytes)
}

const samplesOf = (
  file: PdfFile,
  object: PdfObject,
  width: number,
  height: number,
  budget: Budget
): LumaImage | null => {
  if (!(object.value instanceof PdfDictionary)) return null
  const stored = file.clearStreamOf(object)
  if (stored === null) return null
  const isMask = file.resolve(object.value.get("ImageMask")) === true
  const bitsValue = file.resolve(object.value.get("BitsPerComponent"))
  const bits = isMask ? 1 : typeof bitsValue === "number" ? bitsValue : 8
  if (![1, 2, 4, 8, 16].includes(bits)) return null
  const { channels, shades } = isMask ? gray : colorSpaceOf(file, object.value.get("ColorSpace"))
  const decode = file.resolveAll(object.value.get("Decode"))
  const [from, to] = Array.isArray(decode) ? decode : []
  const isInverted = typeof from === "number" && typeof to === "number" && from > to
  const table = shades ?? evenGrayScale(bits)
  const meaning: SampleFormat = channels === 1
    ? { kind: "table", shades: isInverted ? invertTable(table, 2 ** Math.min(8, bits), shades !== null) : table }
    : { kind: channels === 4 ? "cmyk" : "rgb" }
  const filters = file.resolveAll(object.value.get("Filter"))
  // Allow for a predictor byte in each row.
  const size = height * (bytesPerRow({ width, bits, channels }) + 1)
  const decoded = decodeStream(
    stored,
    filters,
    file.resolveAll(object.value.get("DecodeParms")),
    new PictureBudget(budget, Math.max(size, excessBytesMax))
  )
  if (decoded === null) return null
  const image = lumaOf({ width, height, bits, channels, bytes: decoded.bytes }, meaning)
  return image !== null && isInverted && channels > 1 ? invert(image) : image
}

const invert = (image: LumaImage): LumaImage => ({ ...image, luma: image.luma.map((value) => 255 - value) })

/** Inverts grayscale values. For a palette, reverses the order of the entries. */
const invertTable = (shades: Uint8Array, values: number, isPalette: boolean): Uint8Array =>
  isPalette ? shades.slice(0, values).toReversed() : shades.map((value) => 255 - value)

interface ColorSpace {
  readonly channels: 1 | 3 | 4
  /** Shades of the palette entries. Null if there is no palette. */
  readonly shades: Uint8Array | null
}

const gray: ColorSpace = { channels: 1, shades: null }

/** Returns the properties of a color space (ISO 32000-2, section 8.6) that determine brightness. */
const colorSpaceOf = (file: PdfFile, value: PdfValue | undefined, depth = 0): ColorSpace => {
  const space = file.resolveAll(value)
  const [family, second, , fourth] = Array.isArray(space) ? space : [space]
  switch (nameOf(family)) {
    case "DeviceRGB":
    case "RGB":
    case "CalRGB":
    case "Lab":
      return { channels: 3, shades: null }
    case "DeviceCMYK":
    case "CMYK":
      return { channels: 4, shades: null }
    case "ICCBased": {
      const count = second instanceof PdfDictionary ? file.resolve(second.get("N")) : null
      return count === 3 || count === 4 ? { channels: count, shades: null } : gray
    }
    case "Indexed":
    case "I": {
      const base = depth > 0 ? gray : colorSpaceOf(file, second ?? null, depth + 1)
      const parts = file.resolve(value)
      const raw = Array.isArray(parts) ? parts[3] : undefined
      return { channels: 1, shades: paletteShades(paletteOf(file, raw, fourth), base.channels) }
    }
    case "Separation":
      // Read a single ink like gray. This inverts the picture, but QR codes are also read light on dark.
      return { channels: 1, shades: null }
    default:
      return gray
  }
}

const paletteOf = (file: PdfFile, raw: PdfValue | undefined, resolved: PdfValue | undefined): Uint8Array => {
  if (resolved instanceof PdfString) return resolved.bytes
  return file.streamReferredTo(raw)?.bytes ?? new Uint8Array(0)
}

const paletteShades = (palette: Uint8Array, channels: 1 | 3 | 4): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, entry) => {
    const [first = 255, second = 255, third = 255, fourth = 0] = palette.subarray(
      entry * channels,
      (entry + 1) * channels
    )
    return channels === 1
      ? first
      : channels === 3
      ? luminance(first, second, third)
      : inkLuminance(first, second, third, fourth)
  })
