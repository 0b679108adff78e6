import Cap from "@cap.js/server"
import { hash } from "node:crypto"
import { defineStep, type Step } from "./DefineStep.ts"

export const makeCap = (): Cap => new Cap({ noFSState: true })

/**
 * Returns the input of one of Cap's puzzles.
 *
 * It consists of the hexadecimal digits of a 32-bit xorshift generator that starts at the FNV-1a hash of a text.
 */
const digitsOf = (text: string, count: number): string => {
  let state = 0x811c9dc5
  for (let at = 0; at < text.length; at++) state = Math.imul(state ^ text.charCodeAt(at), 0x01000193)
  let digits = ""
  while (digits.length < count) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    digits += (state >>> 0).toString(16).padStart(8, "0")
  }
  return digits.slice(0, count)
}

const solutionsOf = ({ challenge: { c, d, s }, token }: Awaited<ReturnType<Cap["createChallenge"]>>) => ({
  token: token!,
  solutions: Array.from({ length: c }, (_, at) => {
    const [salt, target] = [digitsOf(`${token}${at + 1}`, s), digitsOf(`${token}${at + 1}d`, d)]
    let counter = 0
    while (!hash("sha256", `${salt}${counter}`).startsWith(target)) counter++
    return counter
  })
})

/**
 * Settings for easier puzzles: Cap's default challenges take 3.3 million hashes to solve.
 *
 * The number of puzzles is the default, so checking them costs the same.
 */
const easy = { challengeDifficulty: 2 }

export const capSteps = (): ReadonlyArray<Step> => {
  const cap = makeCap()
  const system = "@cap.js/server, in memory"
  const solved = async () => solutionsOf(await cap.createChallenge(easy))
  const token = async () =>
    (await cap.redeemChallenge(solutionsOf(await cap.createChallenge({ challengeCount: 1, challengeDifficulty: 1 }))))
      .token!
  return [
    defineStep(
      { system, what: "issue", times: 2_000 },
      () => null,
      async () => (await cap.createChallenge()).token !== undefined
    ),
    defineStep(
      { system, what: "redeem", times: 30 },
      solved,
      async (input) => (await cap.redeemChallenge(input)).success
    ),
    defineStep(
      { system, what: "verify", times: 2_000 },
      token,
      async (input) => (await cap.validateToken(input)).success
    )
  ]
}
