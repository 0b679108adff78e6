import { decodeQR } from "qr/decode.js"
import { enlarged, isReadable, type LumaImage, shrunk } from "./Luma.ts"

/** What a larger picture is made smaller to, about, along its longer side; pixels. A module needs two or three. */
export const searchedSidePixels = 768
/** What a smaller one is made larger to: some write a module as one pixel, and leave the rest to the viewer. */
const enlargedSidePixels = 128
/** The smallest code has 21 modules along its side (ISO/IEC 18004). */
export const codeModulesMin = 21
/** Codes of one picture. */
export const codesMax = 4
/**
 * How hard it is tried, in units of the library; by effort and not by time, so that the same picture gives the same answer
 * on any machine.
 */
const effort = 8

/**
 * The texts of the QR codes in a picture, dark on light or light on dark. It takes 1 to 40 ms on top of what decoding the
 * picture takes, and 0.3 s for one that was made to take long: to be called for few pictures of a document, and such as may be codes (`worthReadingQr`, `isCodeShaped`).
 */
export const readQrCodes = (image: LumaImage): ReadonlyArray<string> => {
  const { height, luma, width } = image
  if (!isReadable(width, height) || luma.length < width * height || Math.min(width, height) < codeModulesMin) return []
  const side = Math.max(width, height)
  const sized = side < enlargedSidePixels
    ? enlarged(image, Math.ceil(enlargedSidePixels / side))
    : shrunk(image, Math.round(side / searchedSidePixels))
  // What is found is painted over, to find the next.
  const left = { ...sized, luma: stretched(sized.luma.subarray(0, sized.width * sized.height)) }
  const texts: Array<string> = []
  while (texts.length < codesMax) {
    const found = search(left)
    if (found === null) break
    if (found.text !== "" && !texts.includes(found.text)) texts.push(found.text)
    if (!erase(left, found.corners)) break
  }
  return texts
}

/** Sides of a picture that may be a code, or a page with one on it: neither a line nor a banner. */
export const isCodeShaped = (width: number, height: number): boolean =>
  isReadable(width, height) && Math.min(width, height) >= codeModulesMin &&
  Math.max(width, height) <= 1.5 * Math.min(width, height)

/** A copy whose shades run from black to white: a camera finds a faint code as well. */
const stretched = (luma: Uint8Array): Uint8Array => {
  let [darkest, lightest] = [255, 0]
  for (const value of luma) {
    if (value < darkest) darkest = value
    if (value > lightest) lightest = value
  }
  const range = Math.max(1, lightest - darkest)
  return luma.map((value) => (value - darkest) * 255 / range)
}

interface Corner {
  readonly x: number
  readonly y: number
}

const search = ({ height, luma, width }: LumaImage): { text: string; corners: ReadonlyArray<Corner> } | null => {
  let corners: ReadonlyArray<Corner> = []
  try {
    const text = decodeQR({ width, height, data: luma }, {
      // Of the planes of this format only the first, which is the luma, is looked at.
      format: "I420",
      effort,
      timeLimit: Number.POSITIVE_INFINITY,
      pointsOnDetect: ({ outline }) => {
        corners = outline
      }
    })
    return { text, corners }
  } catch {
    // It says by an error that there is none.
    return null
  }
}

/** Whether there was anything to paint over. */
const erase = ({ height, luma, width }: LumaImage, corners: ReadonlyArray<Corner>): boolean => {
  const [xs, ys] = [corners.map(({ x }) => x), corners.map(({ y }) => y)]
  const [left, right] = [Math.max(0, Math.floor(Math.min(...xs))), Math.min(width, Math.ceil(Math.max(...xs)))]
  const [top, bottom] = [Math.max(0, Math.floor(Math.min(...ys))), Math.min(height, Math.ceil(Math.max(...ys)))]
  if (!(right > left) || !(bottom > top)) return false
  for (let y = top; y < bottom; y++) luma.fill(255, y * width + left, y * width + right)
  return true
}
