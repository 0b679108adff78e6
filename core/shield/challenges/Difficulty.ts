import type { PuzzleProfile, Work } from "../Puzzle.ts"
import type { Pressure } from "../VisitorTraffic.ts"

/** Difficulty tier, from 0 (calm) to 3 (under attack). */
export type Tier = 0 | 1 | 2 | 3

/**
 * Rates at which tiers 1 to 3 start: challenges per minute of a network or address, per second of this instance. The limits are
 * generous: a whole office can share an address, and a whole town a network.
 */
export const tierStarts: { readonly [K in keyof Pressure]: readonly [number, number, number] } = {
  network: [120, 600, 2_400],
  address: [30, 120, 480],
  instance: [200, 1_000, 5_000]
}

type TierWork = Omit<Work, "profile">

/**
 * Work per tier. Many small puzzles vary less than one large one: the standard deviation is 1/√puzzles of the mean. Mean hashes:
 * 256, 512, 1,024, 1,536 of Argon2id; 131,072 to 393,216 of SHA-256.
 */
export const tierWork: Readonly<Record<PuzzleProfile, readonly [TierWork, TierWork, TierWork, TierWork]>> = {
  argon2id: [{ puzzles: 16, bits: 4 }, { puzzles: 16, bits: 5 }, { puzzles: 32, bits: 5 }, { puzzles: 48, bits: 5 }],
  sha256: [{ puzzles: 16, bits: 13 }, { puzzles: 24, bits: 13 }, { puzzles: 16, bits: 14 }, { puzzles: 24, bits: 14 }]
}

/**
 * Largest work, in mean hashes. A 2.5 GHz server core computes 2,200 Argon2id hashes per second in a browser's WebAssembly and
 * 1,700 natively (OpenSSL), and 790,000 SHA-256 hashes per second in plain JavaScript; a phone's core is four to twelve times
 * slower. On one core of the slowest phone, tier 0 takes 1.5 s and tier 3 takes 8 s (2 s on four cores), less than filling in a
 * form. Measured with `npm run bench:puzzles`, which also estimates a bot's cost of a thousand challenges: 0.17 to 1 US cents of
 * rented cores. Puzzles put a price on volume; they do not prove that a visitor is human.
 */
export const hashesMeanMax: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1_536, sha256: 393_216 }

/** Answers checked per challenge. Checking one Argon2id answer costs the server as much as one attempt costs the client. */
export const samplesCalm = 2
export const samplesUnderPressure = 3

/**
 * Hashes per second of the fastest honest machine: eight workers of a 2026 desktop, WebAssembly for Argon2id, plain JavaScript for
 * SHA-256 (1.3 million per second and worker: active_hashcash #16).
 */
const hashesPerSecondMax: Readonly<Record<PuzzleProfile, number>> = { argon2id: 16_000, sha256: 10_400_000 }

/** Share of the mean work that a lucky honest solver may need. */
const luckShare = 0.2

const pressureKinds = ["network", "address", "instance"] as const

export const tierOf = (pressure: Pressure): Tier => {
  const isFrom = (start: 0 | 1 | 2) => pressureKinds.some((of) => pressure[of] >= tierStarts[of][start])
  return isFrom(2) ? 3 : isFrom(1) ? 2 : isFrom(0) ? 1 : 0
}

/** Returns the work for a visitor at these rates. */
export const workFor = (profile: PuzzleProfile, pressure: Pressure): Work => ({
  profile,
  ...tierWork[profile][tierOf(pressure)]
})

/**
 * Returns how many answers are checked; the client cannot know which. Skipping puzzles does not pay: with half of 16 puzzles
 * solved, two samples let 23 of 100 attempts through, for half the work. SHA-256 is cheap to check, so all its answers are checked.
 */
export const samplesOf = ({ profile, puzzles, bits }: Work): number =>
  profile === "sha256"
    ? puzzles
    : Math.min(puzzles, hashesMean({ puzzles, bits }) > calmHashes ? samplesUnderPressure : samplesCalm)

/** Mean number of hashes until all puzzles are solved. */
export const hashesMean = ({ puzzles, bits }: Omit<Work, "profile">): number => puzzles * 2 ** bits

const calmHashes = hashesMean(tierWork.argon2id[0])

/** Returns the shortest plausible solving time in a browser, in milliseconds. */
export const solveMillisMin = (work: Work): number =>
  hashesMean(work) / hashesPerSecondMax[work.profile] * luckShare * 1_000
