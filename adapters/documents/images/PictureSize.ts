import { uint16, uint32 } from "../reading/LittleEndian.ts"
import { nextMarker } from "./JpegBits.ts"

/** Segments of a JPEG picture before the one that tells how large it is. */
export const jpegSegmentsMax = 256

export interface PictureSize {
  readonly width: number
  readonly height: number
}

export const isPng = (bytes: Uint8Array): boolean => uint32(bytes, 0) === 0x474e5089
export const isJpeg = (bytes: Uint8Array): boolean => uint16(bytes, 0) === 0xd8ff

/** Pixels of a picture as it says itself; null where it is neither PNG nor JPEG, or does not say. */
export const sizeOfPicture = (bytes: Uint8Array): PictureSize | null =>
  isPng(bytes) ? sizeOfPng(bytes) : isJpeg(bytes) ? sizeOfJpeg(bytes) : null

/** The header comes first (W3C PNG, 11.2.1). */
const sizeOfPng = (bytes: Uint8Array): PictureSize | null => {
  if (bytes.length < 24) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

/** A frame header (ITU-T T.81, B.2.2) of the processes that can be read. */
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
