/**
 * Writes a counter as ASCII decimal digits to the end of `into`, and returns that part. Puzzles hash counters in this
 * form.
 */
export const writeDigits = (counter: number, into: Uint8Array): Uint8Array => {
  let at = into.length
  let left = counter
  do {
    into[--at] = 0x30 + left % 10
    left = Math.floor(left / 10)
  } while (left > 0)
  return into.subarray(at)
}

/** Number of digits of 2^31 - 1, the largest counter. */
export const digitsMax = 10
