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

/**
 * What is tried first on every sign-in. Few of the passwords that leaked most often (the NCSC's list of 100,000, 2019) have twelve
 * characters: who needs twelve repeats one, puts two together, or counts on. So these are the parts, and a password that is made of
 * little else is a common one.
 */
const parts = [
  "password",
  "passwort",
  "passw0rd",
  "p@ssword",
  "p@ssw0rd",
  "contraseña",
  "motdepasse",
  "wachtwoord",
  "qwertyuiop",
  "qwerty",
  "qwertz",
  "azerty",
  "asdfghjkl",
  "asdfgh",
  "asdf",
  "zxcvbnm",
  "zxcvbn",
  "1q2w3e4r5t6y",
  "1q2w3e4r5t",
  "1q2w3e4r",
  "1q2w3e",
  "q1w2e3r4",
  "1qaz2wsx3edc",
  "1qaz2wsx",
  "zaq12wsx",
  "qazwsxedc",
  "qazwsx",
  "abcdefghijklm",
  "abcdefgh",
  "abcdef",
  "abcd",
  "abc",
  "iloveyou",
  "loveyou",
  "welcome",
  "letmein",
  "changeme",
  "changeit",
  "default",
  "administrator",
  "admin",
  "root",
  "toor",
  "user",
  "guest",
  "login",
  "master",
  "secret",
  "security",
  "superman",
  "batman",
  "spiderman",
  "pokemon",
  "starwars",
  "princess",
  "sunshine",
  "football",
  "baseball",
  "basketball",
  "liverpool",
  "chelsea",
  "arsenal",
  "barcelona",
  "michael",
  "jennifer",
  "charlie",
  "dragon",
  "monkey",
  "shadow",
  "flower",
  "summer",
  "winter",
  "spring",
  "autumn",
  "monday",
  "friday",
  "january",
  "december",
  "google",
  "computer",
  "internet",
  "samsung",
  "minecraft",
  "whatever",
  "trustno",
  "hello",
  "test",
  "temp",
  "demo",
  "pass",
  "gatehouse",
  "dashboard",
  "correcthorsebatterystaple"
] as const

/** Longest first, so that what is taken away leaves the least. */
const longestFirst: ReadonlyArray<string> = parts.toSorted((a, b) => b.length - a.length)

/** Letters that may be left of a password when its common parts are gone. */
const lettersLeftMax = 2
/** Different characters that a password has at least. */
const differentCharsMin = 5

/** Whether it is one of the first that anybody would try. */
export const isCommonPassword = (text: string): boolean => {
  const lower = text.toLowerCase()
  if (new Set(lower).size < differentCharsMin || isCounting(lower)) return true
  let rest = lower
  for (const part of longestFirst) rest = rest.replaceAll(part, "")
  const letters = rest.match(/\p{L}/gu) ?? []
  return rest.length < lower.length && letters.length <= lettersLeftMax && rest.length <= restCharsMax
}

/** `2024!`, `123456`: what is put before and behind. */
const restCharsMax = 8

/** `123456789012`, `abcdefghijkl`, `987654321098`: each character is the next of the one before it, round the ten digits. */
const isCounting = (text: string): boolean => isSteady(text, 1) || isSteady(text, -1)

const isSteady = (text: string, step: 1 | -1): boolean => {
  for (let at = 1; at < text.length; at++) {
    const [before, code] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
    const isRound = step === 1 ? before === 0x39 && code === 0x30 : before === 0x30 && code === 0x39
    if (code - before !== step && !isRound) return false
  }
  return true
}
