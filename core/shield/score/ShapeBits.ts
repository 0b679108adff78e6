/**
 * Minimum bits of a shape that identifies a recording. With fewer bits, two people could have equal shapes by chance.
 */
export const shapeBitsMin = 32
/** Bits for the position of a click within the clicked element. The positions of people's clicks vary by more bits. */
export const clickPositionBits = 8
/** Bits for the position of a correction or an overlapping key in a run of keys. */
export const keyEventBits = 2
/**
 * Maximum bits per key that runs of keys add. A run of n keys adds log2(n) bits, and log2(n)/n is largest for n = 3.
 */
export const runBitsPerKeyMax = Math.log2(3) / 3
