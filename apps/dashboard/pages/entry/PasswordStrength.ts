/** As the server asks for (NIST SP 800-63B-4 and OWASP: length counts, not kinds of characters). */
export const passwordCharsMin = 12
export const passwordCharsMax = 128

/** How good a password looks, told plainly. The server decides; it also knows the commonest ones. */
export interface PasswordStrength {
  /** 0 to 4, for a bar. */
  readonly level: number
  readonly text: string
}

const variety = (password: string): number => new Set(password.toLowerCase()).size

/** Length in characters as people count them. */
export const passwordStrength = (password: string): PasswordStrength => {
  const chars = [...password].length
  const different = variety(password)
  if (chars === 0) return { level: 0, text: `At least ${passwordCharsMin} characters. A few unrelated words are good and easy to remember.` }
  if (chars < passwordCharsMin) {
    const missing = passwordCharsMin - chars
    return { level: 1, text: `Too short: ${missing} more ${missing === 1 ? "character" : "characters"}.` }
  }
  if (chars > passwordCharsMax) return { level: 1, text: `Too long: at most ${passwordCharsMax} characters.` }
  if (different < 6) return { level: 1, text: "Too uniform: use more different characters." }
  if (chars < 16 || different < 9) return { level: 2, text: "Fair. A few more characters make it much harder to guess." }
  if (chars < 20) return { level: 3, text: "Good." }
  return { level: 4, text: "Very good." }
}
