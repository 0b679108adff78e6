/** Whether a hash begins with so many zero bits. */
export const beginsWithZeros = (hash: Uint8Array, bits: number): boolean => {
  const whole = bits >> 3
  for (let at = 0; at < whole; at++) if (hash[at] !== 0) return false
  return (bits & 7) === 0 || hash[whole]! >> 8 - (bits & 7) === 0
}
