import { encodeQR } from "qr"
import type { LumaImage } from "../../../../adapters/documents/images/Luma.ts"

/** A code dark on light, each module so many pixels, with so many modules of white around it. */
export const makeQr = (text: string, modulePixels: number, margin = 4): LumaImage => {
  const code = encodeQR(text, "raw", { border: 1, ecc: "medium" }).slice(1, -1).map((row) => row.slice(1, -1))
  const side = (code.length + 2 * margin) * modulePixels
  const at = (place: number) => Math.floor(place / modulePixels) - margin
  const luma = Uint8Array.from(
    { length: side * side },
    (_, index) => code[at(Math.floor(index / side))]?.[at(index % side)] === true ? 0 : 255
  )
  return { width: side, height: side, luma }
}
