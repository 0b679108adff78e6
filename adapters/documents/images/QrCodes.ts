import { decodeQR } from "qr/decode.js"
import { downscale, isWithinLimits, type LumaImage, upscale } from "./Luma.ts"

/** Approximate longer side, in pixels, to which larger pictures are downscaled. A module needs two or three pixels. */
export const searchedSidePixels = 768
/** Longer side, in pixels, to which smaller pictures are upscaled. Some generators write one pixel per module. */
const enlargedSidePixels = 128
/** Number of modules along the side of the smallest QR code (ISO/IEC 18004). */
export const codeModulesMin = 21
export const codesMax = 4
/** Search effort in the library's units. A limit on work, not time, gives the same result on every machine. */
const effort = 8

/**
 * Returns the texts of the QR codes in a picture, dark on light or light on dark. Takes 1 to 40 ms in addition to
 * decoding the picture, and up to 0.3 s for adversarial input. Call it only for a few pictures per document that may
 * contain codes (`hasCodeProportions`).
 */
export const readQrCodes = (image: LumaImage): ReadonlyArray<string> => {
  const { height, luma, width } = image
  if (!isWithinLimits(width, height) || luma.length < width * height || Math.min(width, height) < codeModulesMin) {
    return []
  }
  const side = Math.max(width, height)
  const sized = side < enlargedSidePixels
    ? upscale(image, Math.ceil(enlargedSidePixels / side))
    : downscale(image, Math.round(side / searchedSidePixels))
  // Each detected code is painted over, so that the next search finds another code.
  const left = { ...sized, luma: stretchContrast(sized.luma.subarray(0, sized.width * sized.height)) }
  const texts: Array<string> = []
  while (texts.length < codesMax) {
    const found = findCode(left)
    if (found === null) break
    if (found.text !== "" && !texts.includes(found.text)) texts.push(found.text)
    if (!erase(left, found.corners)) break
  }
  return texts
}

/** Reports whether a picture's proportions allow a code or a page with a code, which excludes lines and banners. */
export const hasCodeProportions = (width: number, height: number): boolean =>
  isWithinLimits(width, height) && Math.min(width, height) >= codeModulesMin &&
  Math.max(width, height) <= 1.5 * Math.min(width, height)

/** Returns a copy with contrast stretched to the full range, so that codes with low contrast are found. */
const stretchContrast = (luma: Uint8Array): Uint8Array => {
  let [darkest, lightest] = [255, 0]
  for (const value of luma) {
    if (value < darkest) darkest = value
    if (value > lightest) lightest = value
  }
  const range = Math.max(1, lightest - darkest)
  const stretched = Uint8Array.from({ length: 256 }, (_, value) => (value - darkest) * 255 / range)
  const out = new Uint8Array(luma.length)
  for (let at = 0; at < luma.length; at++) out[at] = stretched[luma[at]!]!
  return out
}

interface Corner {
  readonly x: number
  readonly y: number
}

const findCode = ({ height, luma, width }: LumaImage): { text: string; corners: ReadonlyArray<Corner> } | null => {
  let corners: ReadonlyArray<Corner> = []
  try {
    const text = decodeQR({ width, height, data: luma }, {
      // The library reads only the first plane of this format, the luma plane.
      format: "I420",
      effort,
      timeLimit: Number.POSITIVE_INFINITY,
      pointsOnDetect: ({ outline }) => {
        corners = outline
      }
    })
    return { text, corners }
  } catch {
    // The library throws if it finds no code.
    return null
  }
}

/** Paints over a code. Returns whether any pixel was covered. */
const erase = ({ height, luma, width }: LumaImage, corners: ReadonlyArray<Corner>): boolean => {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(width, Math.ceil(Math.max(...xs)))]
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(height, Math.ceil(Math.max(...ys)))]
  if (!(right > left) || !(bottom > top)) return false
  for (let y = top; y < bottom; y++) luma.fill(255, y * width + left, y * width + right)
  return true
}
