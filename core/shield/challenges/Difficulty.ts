import type { PuzzleProfile, Work } from "../Puzzle.ts"
import type { Pressure } from "../VisitorTraffic.ts"

/** How much is asked, from calm to besieged. */
export type Tier = 0 | 1 | 2 | 3

/**
 * From how many challenges a minute (of a network, of an address) or a second (of this instance) a tier is asked for.
 * Generous: behind one address sit whole offices, behind one network whole towns.
 */
export const tierStarts: { readonly [K in keyof Pressure]: readonly [number, number, number] } = {
  network: [120, 600, 2_400],
  address: [30, 120, 480],
  instance: [200, 1_000, 5_000]
}

type TierWork = Omit<Work, "profile">

/**
 * What each tier asks for. Many small puzzles vary less than one large one: the deviation is 1/√puzzles of the mean. Mean
 * hashes: 256, 512, 1,024, 1,536 of Argon2id; 131,072 to 393,216 of SHA-256.
 */
export const tierWork: Readonly<Record<PuzzleProfile, readonly [TierWork, TierWork, TierWork, TierWork]>> = {
  argon2id: [{ puzzles: 16, bits: 4 }, { puzzles: 16, bits: 5 }, { puzzles: 32, bits: 5 }, { puzzles: 48, bits: 5 }],
  sha256: [{ puzzles: 16, bits: 13 }, { puzzles: 24, bits: 13 }, { puzzles: 16, bits: 14 }, { puzzles: 24, bits: 14 }]
}

/**
 * The most that is ever asked, in mean hashes. A core of a 2.5 GHz server does 2,200 Argon2id a second in a browser's
 * WebAssembly and 1,700 natively (OpenSSL), 790,000 SHA-256 a second in plain JavaScript; a phone's core takes four to twelve
 * times as long. On one core of the slowest, calm is a second and a half, and besieged eight (two on its four cores): less than
 * it takes to fill in a form. Measured with `npm run bench:puzzles`, which tells what a thousand challenges cost a bot as well:
 * 0.17 to 1 US cents of rented cores. Puzzles are a price on numbers, not a proof of anything.
 */
export const hashesMeanMax: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1_536, sha256: 393_216 }

/** Answers of a challenge that are checked; one argon2id answer costs the server as much as one try costs the client. */
export const samplesCalm = 2
export const samplesPressed = 3

/**
 * Hashes a second of the fastest machine that is honest: eight workers of a 2026 desktop, WebAssembly for argon2id, plain
 * JavaScript for SHA-256 (1.3 million a second and worker: active_hashcash #16).
 */
const hashesPerSecondMax: Readonly<Record<PuzzleProfile, number>> = { argon2id: 16_000, sha256: 10_400_000 }

/** How lucky an honest solver may be: a share of the mean work. */
const luckShare = 0.2

const pressed = ["network", "address", "instance"] as const

export const tierOf = (pressure: Pressure): Tier => {
  const isFrom = (start: 0 | 1 | 2) => pressed.some((of) => pressure[of] >= tierStarts[of][start])
  return isFrom(2) ? 3 : isFrom(1) ? 2 : isFrom(0) ? 1 : 0
}

/** What a visitor has to do under this pressure. */
export const workFor = (profile: PuzzleProfile, pressure: Pressure): Work => ({
  profile,
  ...tierWork[profile][tierOf(pressure)]
})

/**
 * How many answers are checked, of which nobody knows which. Whoever skips puzzles is found out nearly always: with half of
 * sixteen solved, two samples let 23 of 100 through, at half the work: it does not pay. SHA-256 is cheap to check: all are.
 */
export const samplesOf = ({ profile, puzzles, bits }: Work): number =>
  profile === "sha256"
    ? puzzles
    : Math.min(puzzles, hashesMean({ puzzles, bits }) > calmHashes ? samplesPressed : samplesCalm)

/** Hashes that are tried on average. */
export const hashesMean = ({ puzzles, bits }: Omit<Work, "profile">): number => puzzles * 2 ** bits

const calmHashes = hashesMean(tierWork.argon2id[0])

/** Answers that came sooner were not found in a browser. */
export const solveMillisMin = (work: Work): number =>
  hashesMean(work) / hashesPerSecondMax[work.profile] * luckShare * 1_000
