import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint16, uint32 } from "../reading/Numbers.ts"
import { decodeBmpLuma, isBmp, sizeOfBmp } from "./Bmp.ts"
import { decodeGifLuma, isGif, sizeOfGif } from "./Gif.ts"
import { decodeJpegLuma } from "./Jpeg.ts"
import { nextMarker } from "./JpegBits.ts"
import type { LumaImage } from "./Luma.ts"
import { decodePngLuma } from "./Png.ts"
import { hasCodeProportions, readQrCodes } from "./QrCodes.ts"

/** Maximum pages of a document that is searched for QR codes. Phishing documents with a code are short. */
export const packagePagesMax = 5
/** Maximum number of pictures searched per package. */
export const packagePicturesMax = 8
/** Maximum number of pictures per package that are unpacked to determine their size. */
export const packageCandidatesMax = 64
/** Maximum stored size of one picture in bytes. */
export const packagePictureBytesMax = 2 * 1024 * 1024
/** Maximum number of pixels decoded for all pictures of a package. */
export const packagePixelsMax = 4 * 1024 * 1024

interface Candidate {
  readonly where: string
  readonly storedBytes: number
  readonly read: () => Uint8Array
}

/** Collects the pictures of a package or message that may contain a QR code. */
export class PackagePictures {
  private readonly candidates: Array<Candidate> = []

  /**
   * @param start first bytes of the picture, long enough to contain its dimensions if the format stores them first
   * @param read unpacks the whole picture
   */
  add(where: string, storedBytes: number, start: Uint8Array, read: () => Uint8Array): void {
    if (storedBytes > packagePictureBytesMax || !isPicture(start)) return
    const size = sizeOfPicture(start)
    if (size !== null && !hasCodeProportions(size.width, size.height)) return
    this.candidates.push({ where, storedBytes, read })
  }

  /**
   * Decodes the QR codes and adds each as a link. Takes tens of milliseconds.
   *
   * @param pages number of pages of the document; null if unknown
   */
  addCodes(pages: number | null, budget: Budget, findings: Findings): void {
    if (pages !== null && pages > packagePagesMax) return
    let [picturesLeft, pixelsLeft] = [packagePicturesMax, packagePixelsMax]
    // Starts with the smallest picture, because a QR code compresses well and small pictures are cheap to decode.
    const candidates = this.candidates.toSorted((one, other) => one.storedBytes - other.storedBytes)
    for (const { read, where } of candidates.slice(0, packageCandidatesMax)) {
      if (picturesLeft === 0 || budget.isLate) return
      const bytes = read()
      const size = sizeOfPicture(bytes)
      if (size === null || !hasCodeProportions(size.width, size.height) || size.width * size.height > pixelsLeft) {
        continue
      }
      picturesLeft--
      pixelsLeft -= size.width * size.height
      const luma = decodeLuma(bytes, budget)
      for (const text of luma === null ? [] : readQrCodes(luma)) {
        findings.add({ kind: "link", url: truncateFactText(text), text: null, from: "qr", where })
      }
    }
  }
}

/** Maximum number of JPEG segments before the frame header. */
const jpegSegmentsMax = 256

interface PictureSize {
  readonly width: number
  readonly height: number
}

const isPng = (bytes: Uint8Array): boolean => uint32(bytes, 0) === 0x474e5089
const isJpeg = (bytes: Uint8Array): boolean => uint16(bytes, 0) === 0xd8ff

/** Reports whether bytes begin like a picture of a format that is decoded: PNG, JPEG, GIF or BMP. */
const isPicture = (start: Uint8Array): boolean => isPng(start) || isJpeg(start) || isGif(start) || isBmp(start)

const decodeLuma = (bytes: Uint8Array, budget: Budget): LumaImage | null => {
  if (isPng(bytes)) return decodePngLuma(bytes, budget)
  return isJpeg(bytes) ? decodeJpegLuma(bytes) : decodeGifLuma(bytes) ?? decodeBmpLuma(bytes)
}

/** Returns the dimensions in the header of a picture; null for other formats or without a header. */
export const sizeOfPicture = (bytes: Uint8Array): PictureSize | null =>
  isPng(bytes) ? sizeOfPng(bytes) : isJpeg(bytes) ? sizeOfJpeg(bytes) : sizeOfGif(bytes) ?? sizeOfBmp(bytes)

/** Reads the dimensions from the IHDR chunk, which is the first chunk (W3C PNG, 11.2.1). */
const sizeOfPng = (bytes: Uint8Array): PictureSize | null => {
  if (bytes.length < 24) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** Reads the dimensions from the frame header (ITU-T T.81, B.2.2) of a supported coding process. */
const sizeOfJpeg = (bytes: Uint8Array): PictureSize | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = nextMarker(bytes, 2)
  for (let segment = 0; segment < jpegSegmentsMax && at + 9 <= bytes.length; segment++) {
    const kind = bytes[at + 1]!
    if (kind >= 0xc0 && kind <= 0xc2) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    if (kind === 0xda || kind === 0xd9) return null
    const hasLength = kind !== 0x01 && (kind < 0xd0 || kind > 0xd8)
    at = nextMarker(bytes, at + 2 + (hasLength ? Math.max(2, view.getUint16(at + 2)) : 0))
  }
  return null
}
