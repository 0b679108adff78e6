import { isCommonPassword } from "./CommonPasswords.ts"

/** NIST SP 800-63B-4, 3.1.1.2 asks for 15 where a password stands alone, and 8 at least; OWASP ASVS 5.0, 6.2.1 for 8. */
export const passwordCharsMin = 12
/** ASVS 5.0, 6.2.9 asks for at least 64. */
export const passwordCharsMax = 128
/** Of a name or an address that a password may be made of; a shorter part says nothing. */
const ownWordCharsMin = 4

/** As it is hashed: the same keys on another system make the same text (NIST SP 800-63B-4, 3.1.1.2, NFC). */
export const passwordText = (typed: string): string => typed.normalize("NFC")

/**
 * Why a password will not do, as a sentence; null when it will. No rules of composition (ASVS 5.0, 6.2.5): length, and not what
 * everybody tries first.
 */
export const passwordProblem = (
  typed: string,
  { email, name }: { readonly email: string; readonly name: string }
): string | null => {
  // Nothing that is far too long is looked at.
  if (typed.length > passwordCharsMax * 4) return tooLong
  const text = passwordText(typed)
  const chars = [...text].length
  if (chars < passwordCharsMin) {
    return `A password needs at least ${passwordCharsMin} characters; this one has ${chars}.`
  }
  if (chars > passwordCharsMax) return tooLong
  if (!text.isWellFormed()) return "This password holds half a character, which cannot be typed again."
  if (isCommonPassword(text)) return "This password is among the first that others try: choose another."
  if (isMadeOf(text, [email, ...email.split("@"), name])) {
    return "This password is made of your name or address: choose another."
  }
  return null
}

const tooLong = `A password has at most ${passwordCharsMax} characters.`

/** Nothing of weight is left when what others know is taken away. */
const isMadeOf = (text: string, known: ReadonlyArray<string>): boolean => {
  let rest = text.toLowerCase()
  for (const word of known.map((word) => word.trim().toLowerCase())) {
    if (word.length >= ownWordCharsMin) rest = rest.replaceAll(word, "")
  }
  return rest.length < text.length && [...rest].length < ownWordCharsMin
}
