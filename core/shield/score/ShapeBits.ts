/** With fewer bits, two people could have the same shape by chance. */
export const shapeBitsMin = 32
/** Bits per click position within the clicked element. People spread over more. */
export const pointBits = 8
/** Bits per correction, or per key pressed before the previous one is released: its position in a run of keys. */
export const markBits = 2
/** Most bits per key added by runs of keys: log2(n) for a run of n keys. The share per key is largest for n = 3. */
export const runBitsPerKeyMax = Math.log2(3) / 3
