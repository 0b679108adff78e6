import type { PuzzleProfile, PuzzleWork } from "../Puzzle.ts"
import type { VisitorRates } from "../VisitorTraffic.ts"

/** Difficulty tier, from 0 (calm) to 3 (under attack). */
export type DifficultyTier = 0 | 1 | 2 | 3

/**
 * Rates at which tiers 1 to 3 start. The unit is challenges per minute for a network or address, and per second for
 * this instance. The rates are high, because a whole office can share an address, and a whole town can share a network.
 */
export const tierThresholds: { readonly [K in keyof VisitorRates]: readonly [number, number, number] } = {
  network: [120, 600, 2_400],
  address: [30, 120, 480],
  instance: [200, 1_000, 5_000]
}

type TierWork = Omit<PuzzleWork, "profile">

/**
 * Work per tier. The time of many small puzzles varies less than the time of one large puzzle: its standard deviation
 * is 1/√puzzles of the mean. The tiers need 256, 512, 1,024 and 1,536 Argon2id hashes, or 131,072 to 393,216 SHA-256
 * hashes on average.
 */
export const tierWork: Readonly<Record<PuzzleProfile, readonly [TierWork, TierWork, TierWork, TierWork]>> = {
  argon2id: [{ puzzles: 16, bits: 4 }, { puzzles: 16, bits: 5 }, { puzzles: 32, bits: 5 }, { puzzles: 48, bits: 5 }],
  sha256: [{ puzzles: 16, bits: 13 }, { puzzles: 24, bits: 13 }, { puzzles: 16, bits: 14 }, { puzzles: 24, bits: 14 }]
}

/**
 * Maximum work per challenge, as the mean number of hashes.
 *
 * A 2.5 GHz server core computes 2,200 Argon2id hashes per second in a browser's WebAssembly and 1,700 natively
 * (OpenSSL). In plain JavaScript, it computes 790,000 SHA-256 hashes per second. A phone's core is 4 to 12 times
 * slower. On one core of the slowest phone, tier 0 takes 1.5 s and tier 3 takes 8 s (2 s on four cores). Filling in a
 * form takes longer. `npm run bench:puzzles` measures these times. It also estimates what 1,000 challenges cost a bot:
 * 0.17 to 1 US cents for rented cores. Puzzles put a price on volume, but they do not prove that a visitor is human.
 */
export const hashesMeanMax: Readonly<Record<PuzzleProfile, number>> = { argon2id: 1_536, sha256: 393_216 }

/** Number of checked answers per challenge in tier 0. The check of an Argon2id answer costs as much as one attempt. */
export const checkedAnswersCalm = 2
export const checkedAnswersRaised = 3

/**
 * Hashes per second of the fastest honest machine: eight workers of a 2026 desktop. They use WebAssembly for Argon2id
 * and plain JavaScript for SHA-256 (1.3 million per second and worker: active_hashcash #16).
 */
const hashesPerSecondMax: Readonly<Record<PuzzleProfile, number>> = { argon2id: 16_000, sha256: 10_400_000 }

/** Minimum share of the mean work that a lucky honest solver needs. */
const luckShare = 0.2

const pressureKinds = ["network", "address", "instance"] as const

export const tierOf = (pressure: VisitorRates): DifficultyTier => {
  const isFrom = (start: 0 | 1 | 2) => pressureKinds.some((of) => pressure[of] >= tierThresholds[of][start])
  return isFrom(2) ? 3 : isFrom(1) ? 2 : isFrom(0) ? 1 : 0
}

/** Returns the work for a visitor with the given request rates. */
export const workFor = (profile: PuzzleProfile, pressure: VisitorRates): PuzzleWork => ({
  profile,
  ...tierWork[profile][tierOf(pressure)]
})

/**
 * Returns how many answers are checked. The client cannot know which answers. Skipping puzzles does not pay: if a
 * client solves half of 16 puzzles, two samples let only 23% of its attempts pass, for half the work. All SHA-256
 * answers are checked, because they are cheap to check.
 */
export const checkedAnswerCount = ({ profile, puzzles, bits }: PuzzleWork): number =>
  profile === "sha256"
    ? puzzles
    : Math.min(puzzles, hashesMean({ puzzles, bits }) > calmHashes ? checkedAnswersRaised : checkedAnswersCalm)

/** Returns the mean number of hashes until all puzzles are solved. */
export const hashesMean = ({ puzzles, bits }: Omit<PuzzleWork, "profile">): number => puzzles * 2 ** bits

const calmHashes = hashesMean(tierWork.argon2id[0])

/** Returns the shortest plausible solving time in a browser, in milliseconds. */
export const solveMillisMin = (work: PuzzleWork): number =>
  hashesMean(work) / hashesPerSecondMax[work.profile] * luckShare * 1_000
