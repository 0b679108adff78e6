/** Decimal digits of a counter, as ASCII: what is hashed of it. */
export const writeDigits = (counter: number, into: Uint8Array): Uint8Array => {
  let at = into.length
  let left = counter
  do {
    into[--at] = 0x30 + left % 10
    left = Math.floor(left / 10)
  } while (left > 0)
  return into.subarray(at)
}

/** Of 2^31 - 1, the largest counter. */
export const digitsMax = 10
