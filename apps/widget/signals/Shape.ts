import { clickPositionBits, keyEventBits } from "../../../core/shield/score/ShapeBits.ts"

/** Value that is mixed into the shape when another challenge starts. It differs from the value of any click or key. */
const challengeMark = 2 ** 40

export interface InteractionShape {
  readonly clicked: (x: number, y: number) => void
  /**
   * Records a key.
   *
   * @param mark 3 for a correction, otherwise the number of other pressed keys, at most 2
   */
  readonly typed: (mark: number) => void
  /** Records that another element has the focus, which starts a new run of keys. */
  readonly moved: () => void
  /**
   * Records that another challenge starts. The same interaction then has a different shape, so that it does not look
   * like a replay of itself.
   */
  readonly challenged: () => void
  /** Returns 16 hex digits, and the number of distinguishing bits. The server compares only shapes with enough bits. */
  readonly summary: () => { readonly shape: string; readonly shapeBits: number }
}

/**
 * Computes a 64-bit hash of the interaction. It covers click positions (in pixels within the element), keys per field,
 * corrections, and overlapping keys. It contains no times, so a replayed recording has the same hash even if the
 * machine delays events. Two people do not produce the same hash if it has enough distinguishing bits. The hash reveals
 * neither the typed text nor the user.
 */
export const makeInteractionShape = (): InteractionShape => {
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
      add(Math.round(x) * 4_096 + Math.round(y), clickPositionBits)
    },
    typed: (mark) => {
      keys++
      if (mark) add(keys * 4 + mark, keyEventBits)
    },
    moved: endRun,
    challenged: () => add(challengeMark, 0),
    summary: () => ({
      shape: mixed(sum, keys).toString(16).padStart(16, "0"),
      shapeBits: Math.round(bits * 100) / 100
    })
  }
}

/**
 * Mixes a value into the hash. Folds the upper half into the lower, then multiplies by 2^64 / φ (Knuth, The Art of
 * Computer Programming 6.4).
 */
const mixed = (sum: bigint, value: number): bigint =>
  BigInt.asUintN(64, (sum ^ sum >> 32n ^ BigInt(value)) * 0x9e3779b97f4a7c15n)
