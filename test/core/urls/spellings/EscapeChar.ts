import type { Random } from "./Random.ts"

/** Returns `%XX` for each byte of a character, with digits in either case. */
export const escapeChar = (char: string, random: Random): string =>
  Array.from(new TextEncoder().encode(char), (byte) => {
    const hex = byte.toString(16).padStart(2, "0")
    return `%${random.chance(0.5) ? hex : hex.toUpperCase()}`
  }).join("")
