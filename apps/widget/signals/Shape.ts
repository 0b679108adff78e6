import { markBits, pointBits } from "../../../core/shield/score/ShapeBits.ts"

/** Mixed into the shape when another challenge begins: no click and no key gives this number. */
const challengeMark = 2 ** 40

export interface Shape {
  readonly clicked: (x: number, y: number) => void
  /** @param mark 0 for a key that is like most */
  readonly typed: (mark: number) => void
  /** Something else has the focus: a new run of keys begins. */
  readonly moved: () => void
  /** Another challenge begins: the same course goes on under another shape, so that it is no recording of itself. */
  readonly challenged: () => void
  /** 16 hex digits, and how many bits tell people apart: the server compares shapes that have enough of them. */
  readonly summary: () => { readonly shape: string; readonly shapeBits: number }
}

/**
 * A number of 64 bits for how a session went: where within each element it was clicked to the pixel, how many keys were pressed
 * in each field, which of them corrected, and which overlapped. A recording that is played again gives it again, however the
 * machine delays the events, as nothing in it is a time; no two people give the same. It names neither what was typed nor who did.
 */
export const shape = (): Shape => {
  let [sum, bits, keys] = [1n, 0, 0]
  const add = (value: number, more: number) => {
    sum = mixed(sum, value)
    bits += more
  }
  const endRun = () => {
    if (keys) add(-keys, Math.log2(keys))
    keys = 0
  }
  return {
    clicked: (x, y) => {
      endRun()
      add(Math.round(x) * 4_096 + Math.round(y), pointBits)
    },
    typed: (mark) => {
      keys++
      if (mark) add(keys * 4 + mark, markBits)
    },
    moved: endRun,
    challenged: () => add(challengeMark, 0),
    summary: () => ({
      shape: mixed(sum, keys).toString(16).padStart(16, "0"),
      shapeBits: Math.round(bits * 100) / 100
    })
  }
}

/** Multiplied by 2^64 / φ (Knuth, The Art of Computer Programming 6.4), the upper half folded into the lower before. */
const mixed = (sum: bigint, value: number): bigint =>
  BigInt.asUintN(64, (sum ^ sum >> 32n ^ BigInt(value)) * 0x9e3779b97f4a7c15n)
