/** Below this many bits two people could have the same shape by chance. */
export const shapeBitsMin = 32
/** Bits of a point that was clicked, within what was clicked: people spread over more. */
export const pointBits = 8
/** Bits of a key that corrects, or that is pressed before the last one is let go: where in a run of keys that happens. */
export const markBits = 2
/**
 * The most bits per key that runs of keys add: log2(n) for a run of n keys, whose share for each key is the largest for three.
 */
export const runBitsPerKeyMax = Math.log2(3) / 3
