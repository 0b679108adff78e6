/**
 * Minimum characters of a password. NIST SP 800-63B-4, 3.1.1.2 requires 15 if the password is the only factor,
 * otherwise 8. OWASP ASVS 5.0, 6.2.1 requires 8.
 */
export const passwordCharsMin = 12
/** Maximum characters of a password. OWASP ASVS 5.0, 6.2.9 requires that at least 64 are permitted. */
export const passwordCharsMax = 128
/**
 * Minimum characters of the parts of a name or address that are searched for in a password. Shorter parts are ignored.
 */
const ownWordCharsMin = 4

/**
 * Normalizes a password to NFC before hashing (NIST SP 800-63B-4, 3.1.1.2), so that the same keys on another system
 * produce the same text.
 */
export const normalizePassword = (typed: string): string => typed.normalize("NFC")

/**
 * Returns a sentence that explains why a password is rejected, or null. There are no composition rules (ASVS 5.0,
 * 6.2.5). The checks cover length, common passwords, and similarity to the member's name and address.
 */
export const passwordProblem = (
  typed: string,
  { email, name }: { readonly email: string; readonly name: string }
): string | null => {
  // Rejects very long input before normalizing it.
  if (typed.length > passwordCharsMax * 4) return tooLong
  const text = normalizePassword(typed)
  const chars = [...text].length
  if (chars < passwordCharsMin) {
    return `A password needs at least ${passwordCharsMin} characters. This one has ${chars}.`
  }
  if (chars > passwordCharsMax) return tooLong
  if (!text.isWellFormed()) return "This password contains an incomplete Unicode character. Choose another."
  if (isCommonPassword(text)) return "This password is too common. Choose another."
  if (consistsOf(text, [email, ...email.split("@"), name])) {
    return "This password is too similar to your name or email address. Choose another."
  }
  return null
}

const tooLong = `A password must not exceed ${passwordCharsMax} characters.`

/** Reports whether a password consists mostly of the member's name and address. */
const consistsOf = (text: string, known: ReadonlyArray<string>): boolean => {
  let rest = text.toLowerCase()
  for (const word of known.map((word) => word.trim().toLowerCase())) {
    if (word.length >= ownWordCharsMin) rest = rest.replaceAll(word, "")
  }
  return rest.length < text.length && [...rest].length < ownWordCharsMin
}

/**
 * Parts of common passwords. Few of the most frequently leaked passwords (NCSC list of 100,000, 2019) have twelve
 * characters. To reach twelve, people repeat a password, combine two, or append a sequence. Therefore, a password that
 * consists mostly of these parts is common.
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

/** Parts of common passwords, longest first, so that removing them removes as much as possible. */
const longestFirst: ReadonlyArray<string> = parts.toSorted((a, b) => b.length - a.length)

/** Maximum letters that remain of a common password after its parts are removed. */
const lettersLeftMax = 2
const differentCharsMin = 5

/** Reports whether a password is one of the first that an attacker tries. */
export const isCommonPassword = (text: string): boolean => {
  const lower = text.toLowerCase()
  if (new Set(lower).size < differentCharsMin || isSequence(lower)) return true
  let rest = lower
  for (const part of longestFirst) rest = rest.replaceAll(part, "")
  const letters = rest.match(/\p{L}/gu) ?? []
  return rest.length < lower.length && letters.length <= lettersLeftMax && rest.length <= restCharsMax
}

/** Maximum characters that remain of a common password after its parts are removed, such as `2024!` or `123456`. */
const restCharsMax = 8

/**
 * Detects `123456789012`, `abcdefghijkl` and `987654321098`: each character follows the previous one, with 0 after 9.
 */
const isSequence = (text: string): boolean => hasSteadyStep(text, 1) || hasSteadyStep(text, -1)

const hasSteadyStep = (text: string, step: 1 | -1): boolean => {
  for (let at = 1; at < text.length; at++) {
    const [before, code] = [text.charCodeAt(at - 1), text.charCodeAt(at)]
    const isRound = step === 1 ? before === 0x39 && code === 0x30 : before === 0x30 && code === 0x39
    if (code - before !== step && !isRound) return false
  }
  return true
}
