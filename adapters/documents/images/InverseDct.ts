import type { LumaImage } from "./Luma.ts"

/**
 * Pixels of blocks of 64 coefficients (ITU-T T.81, section A.3.3), each block as a square of `size` pixels: of a smaller
 * one only the lower frequencies count, so that a picture is made smaller on the way.
 *
 * @param size 8, 4, 2 or 1
 */
export const shadesOfBlocks = (
  coefficients: Int16Array,
  quantizers: Uint16Array,
  storedColumns: number,
  width: number,
  height: number,
  size: number
): LumaImage => {
  const luma = new Uint8ClampedArray(width * height)
  const waves = wavesOf(size)
  const columns = new Float32Array(64)
  for (let top = 0; top < height; top += size) {
    for (let left = 0; left < width; left += size) {
      const from = (top / size * storedColumns + left / size) * 64
      // Down the columns, and then across the rows.
      for (let u = 0; u < size; u++) {
        const first = coefficients[from + u]! * quantizers[u]! * waves[0]!
        for (let y = 0; y < size; y++) columns[y * 8 + u] = first
        for (let v = 1; v < size; v++) {
          const value = coefficients[from + v * 8 + u]!
          if (value === 0) continue
          const scaled = value * quantizers[v * 8 + u]!
          for (let y = 0; y < size; y++) columns[y * 8 + u]! += scaled * waves[v * 8 + y]!
        }
      }
      const [right, bottom] = [Math.min(width, left + size), Math.min(height, top + size)]
      for (let y = top; y < bottom; y++) {
        const row = (y - top) * 8
        for (let x = left; x < right; x++) {
          let value = 128
          for (let u = 0; u < size; u++) value += columns[row + u]! * waves[u * 8 + x - left]!
          luma[y * width + x] = value
        }
      }
    }
  }
  return { width, height, luma: new Uint8Array(luma.buffer) }
}

/** The waves that a row of `size` pixels is made of, so that one of the frequency 0 keeps its brightness. */
const wavesOf = (size: number): Float32Array =>
  Float32Array.from({ length: 64 }, (_, at) => {
    const [frequency, place] = [at >> 3, at & 7]
    const strength = frequency === 0 ? Math.SQRT1_2 : 1
    return strength / 2 * Math.cos((2 * place + 1) * frequency * Math.PI / (2 * size))
  })
