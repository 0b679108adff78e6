import { type Challenge, createChallenge, randomInt, type Solution, solveChallenge, verifySolution } from "altcha-lib"
import { deriveKey as derivePbkdf2 } from "altcha-lib/algorithms/pbkdf2"
import { deriveKey as deriveSha } from "altcha-lib/algorithms/sha"
import { createChallenge as createOld, verifySolution as verifyOld } from "altcha-lib/v1"
import { defineStep, type Step } from "./DefineStep.ts"

const secrets = { hmacSignatureSecret: "a secret of this bench", hmacKeySignatureSecret: "and another" }

/** Settings from ALTCHA's README. */
const pbkdf2 = { algorithm: "PBKDF2/SHA-256", cost: 5_000, deriveKey: derivePbkdf2, ...secrets } as const
/** Settings with a plain hash, which computes one hash per counter. Its challenges use higher counters. */
const sha = { algorithm: "SHA-256", cost: 1, deriveKey: deriveSha, ...secrets } as const

export const challengeOf = {
  pbkdf2: () => createChallenge({ ...pbkdf2, counter: randomInt(5_000, 10_000) }),
  sha: () => createChallenge({ ...sha, counter: randomInt(50_000, 100_000) })
}

/** Creates and solves a challenge. The search starts at the known answer, so it costs little. */
const solved = async (options: typeof pbkdf2 | typeof sha) => {
  const challenge = await createChallenge({ ...options, counter: 5_000 })
  const solution = await solveChallenge({ challenge, deriveKey: options.deriveKey, counterStart: 5_000 })
  return { challenge, solution: solution! }
}

const isRight = async (options: typeof pbkdf2 | typeof sha, input: { challenge: Challenge; solution: Solution }) =>
  (await verifySolution({ ...input, ...options })).verified

const hmacKey = "a key of this bench"
const solvedOld = async () => {
  const number = randomInt(1_000, 100_000)
  return { ...await createOld({ hmacKey, number, maxnumber: 100_000 }), number }
}

export const altchaSteps = (): ReadonlyArray<Step> => {
  const [plain, old] = ["altcha-lib, SHA-256", "altcha-lib v1, SHA-256"]
  const readme = "altcha-lib, PBKDF2 5000 (README)"
  return [
    defineStep(
      { system: readme, what: "issue", times: 60 },
      () => null,
      async () => (await challengeOf.pbkdf2()).signature !== undefined
    ),
    defineStep({ system: readme, what: "verify", times: 60 }, () => solved(pbkdf2), (input) => isRight(pbkdf2, input)),
    defineStep(
      { system: plain, what: "issue", times: 1_000 },
      () => null,
      async () => (await challengeOf.sha()).signature !== undefined
    ),
    defineStep({ system: plain, what: "verify", times: 1_000 }, () => solved(sha), (input) => isRight(sha, input)),
    defineStep(
      { system: old, what: "issue", times: 1_000 },
      () => null,
      async () => (await createOld({ hmacKey })).signature !== ""
    ),
    defineStep({ system: old, what: "verify", times: 1_000 }, solvedOld, (input) => verifyOld(input, hmacKey))
  ]
}
