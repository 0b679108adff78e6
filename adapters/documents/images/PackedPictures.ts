import type { Budget } from "../reading/Budget.ts"
import { factText, type Findings } from "../reading/Findings.ts"
import { lumaOfJpeg } from "./Jpeg.ts"
import { isJpeg, isPng, sizeOfPicture } from "./PictureSize.ts"
import { lumaOfPng } from "./Png.ts"
import { isCodeShaped, readQrCodes } from "./QrCodes.ts"

/** Documents with more pages are not looked through for codes: those that carry a code to be scanned are short. */
export const packedPagesMax = 5
/** Pictures of a package that are searched. */
export const packedPicturesMax = 8
/** Pictures of a package that are unpacked to see how large they are. */
export const packedCandidatesMax = 64
/** Of one picture, as it is stored. */
export const packedPictureBytesMax = 2 * 1024 * 1024
/** Pixels of all pictures that are decoded for it. */
export const packedPixelsMax = 4 * 1024 * 1024

interface Candidate {
  readonly where: string
  readonly storedBytes: number
  readonly read: () => Uint8Array
}

/** Pictures in a package that may be QR codes, or have one on them. */
export class PackedPictures {
  private readonly candidates: Array<Candidate> = []

  /**
   * @param start what the picture begins with, at least where it tells its size at once
   * @param read unpacks the whole of it
   */
  note(where: string, storedBytes: number, start: Uint8Array, read: () => Uint8Array): void {
    if (storedBytes > packedPictureBytesMax || !isPng(start) && !isJpeg(start)) return
    const size = sizeOfPicture(start)
    if (size !== null && !isCodeShaped(size.width, size.height)) return
    this.candidates.push({ where, storedBytes, read })
  }

  /**
   * Reads the codes, each as a link. It takes tens of milliseconds.
   *
   * @param pages null: not known
   */
  addCodes(pages: number | null, budget: Budget, findings: Findings): void {
    if (pages !== null && pages > packedPagesMax) return
    let [picturesLeft, pixelsLeft] = [packedPicturesMax, packedPixelsMax]
    // A code takes few bytes, and small ones cost little.
    const candidates = this.candidates.toSorted((one, other) => one.storedBytes - other.storedBytes)
    for (const { read, where } of candidates.slice(0, packedCandidatesMax)) {
      if (picturesLeft === 0 || budget.isLate) return
      const bytes = read()
      const size = sizeOfPicture(bytes)
      if (size === null || !isCodeShaped(size.width, size.height) || size.width * size.height > pixelsLeft) continue
      picturesLeft--
      pixelsLeft -= size.width * size.height
      const luma = isPng(bytes) ? lumaOfPng(bytes, budget) : lumaOfJpeg(bytes)
      for (const text of luma === null ? [] : readQrCodes(luma)) {
        findings.add({ kind: "link", url: factText(text), text: null, from: "qr", where })
      }
    }
  }
}
