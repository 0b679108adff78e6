import { passwordCharsMin, passwordProblem } from "../../../../core/members/passwords/PasswordPolicy.ts"

/** How good a password looks, told plainly. What the server will refuse is refused here already, by the same rules. */
export interface PasswordStrength {
  /** 0 to 4, for a bar. */
  readonly level: number
  readonly text: string
  readonly isAllowed: boolean
}

/** From these lengths on, in characters; and with as many different ones (NIST SP 800-63B-4: length counts, not kinds). */
const goodCharsMin = 16
const veryGoodCharsMin = 20
const differentMin = 8

/** What is said under a password that will be refused; undefined of one that will not. */
export const passwordProblemSaid = (
  password: string,
  owner: { readonly name: string; readonly email: string }
): string | undefined => password === "" ? "Choose a password." : passwordProblem(password, owner) ?? undefined

export const passwordStrength = (
  password: string,
  owner: { readonly name: string; readonly email: string }
): PasswordStrength => {
  const chars = [...password].length
  if (chars === 0) {
    return {
      level: 0,
      text: `At least ${passwordCharsMin} characters. A few unrelated words are good, and easy to remember.`,
      isAllowed: false
    }
  }
  const problem = passwordProblem(password, owner)
  if (problem !== null) return { level: 1, text: problem, isAllowed: false }
  const different = new Set(password.toLowerCase()).size
  if (chars < goodCharsMin || different < differentMin) {
    return { level: 2, text: "Fair. Some more characters make it much harder to guess.", isAllowed: true }
  }
  return chars < veryGoodCharsMin
    ? { level: 3, text: "Good.", isAllowed: true }
    : { level: 4, text: "Very good.", isAllowed: true }
}
