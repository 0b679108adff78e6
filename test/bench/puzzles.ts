/**
 * Measures the cost of solving puzzles for browsers, and for bots that use the fastest implementation.
 *
 * Prints the CPU time on one core as the best of several alternating rounds, and then the cost of each tier of
 * difficulty.
 *
 *   npm run bench:puzzles [rounds]
 */
import { argon2id as hashWasm } from "hash-wasm"
import { argon2Sync, hash } from "node:crypto"
import { makeArgon2id } from "../../adapters/puzzles/argon2/Argon2id.ts"
import { digitsMax, writeDigits } from "../../adapters/puzzles/Digits.ts"
import { hashesMean, tierWork } from "../../core/shield/challenges/Difficulty.ts"
import type { PuzzleProfile, PuzzleWork } from "../../core/shield/Puzzle.ts"
import { argonMemoryKib, argonPasses } from "../../core/shield/Puzzle.ts"
import { startChromium } from "../browser/Chromium.ts"
import { startSolverPage } from "../browser/solver/SolverPage.ts"
import { findChromium } from "../support/InstalledPrograms.ts"

const rounds = Number(process.argv[2] ?? 5)
/**
 * Price of a virtual core in US cents per hour.
 *
 * An AWS c7a.large with two cores costs $0.1026 per hour on demand (us-east-1, 2025).
 */
const centsPerCoreHour = 5.1
/** Slowness of phones' cores relative to this machine's: a median phone, and two slow phones. */
const phoneFactors = [4, 6, 12]

const salt = new Uint8Array(16).fill(7)
const digits = new Uint8Array(digitsMax)
const own = await makeArgon2id()
const argon = { nonce: salt, parallelism: 1, tagLength: 32, memory: argonMemoryKib, passes: argonPasses }
const plain = {
  salt,
  iterations: argonPasses,
  parallelism: 1,
  memorySize: argonMemoryKib,
  hashLength: 32,
  outputType: "binary"
} as const
const message = Buffer.concat([salt, Buffer.alloc(6)])

interface Contender {
  readonly name: string
  readonly profile: PuzzleProfile
  readonly tries: number
  readonly run: (counter: number) => unknown
}

const contenders: ReadonlyArray<Contender> = [
  {
    name: "argon2id, OpenSSL (node:crypto)",
    profile: "argon2id",
    tries: 200,
    run: (counter) => argon2Sync("argon2id", { ...argon, message: `${counter}` })
  },
  {
    name: "argon2id, ours (WebAssembly)",
    profile: "argon2id",
    tries: 200,
    run: (counter) => own(writeDigits(counter, digits), salt)
  },
  {
    name: "argon2id, hash-wasm",
    profile: "argon2id",
    tries: 60,
    run: (counter) => hashWasm({ ...plain, password: `${counter}` })
  },
  {
    name: "sha256, OpenSSL (node:crypto)",
    profile: "sha256",
    tries: 200_000,
    run: (counter) => {
      message.write(`${counter}`, 16)
      return hash("sha256", message, "buffer")
    }
  }
]

const rates = new Map<string, number>()
const note = (name: string, perSecond: number) => rates.set(name, Math.max(rates.get(name) ?? 0, perSecond))

const cpuSeconds = async (work: () => Promise<void>): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { system, user } = process.cpuUsage(before)
  return (system + user) / 1e6
}

for (let round = 0; round <= rounds; round++) {
  for (const { name, run, tries } of contenders) {
    const seconds = await cpuSeconds(async () => {
      for (let counter = 0; counter < tries; counter++) await run(counter)
    })
    if (round > 0) note(name, tries / seconds)
  }
}

const inBrowser: Readonly<Record<PuzzleProfile, string>> = {
  argon2id: "argon2id, ours, in a worker of Chromium (wall)",
  sha256: "sha256, ours, in a worker of Chromium (wall)"
}
const path = findChromium()
if (path !== null) {
  const site = await startSolverPage()
  const browser = await startChromium(path, "stock", null)
  const page = await browser.newPage()
  await page.goto(site.own)
  for (let round = 0; round < rounds; round++) {
    for (
      const work of [{ profile: "argon2id", puzzles: 8, bits: 5 }, { profile: "sha256", puzzles: 8, bits: 14 }] as const
    ) {
      const perSecond = await page.evaluate(async ([base, work, seed]) => {
        const { supportedProfile, solve } = globalThis as any
        await supportedProfile(base)
        await new Promise((done) => setTimeout(done, 300))
        const before = performance.now()
        const counters: Array<number> = await solve(work, seed, { base, workers: 1 })
        return counters.reduce((sum, counter) => sum + counter + 1, 0) / (performance.now() - before) * 1_000
      }, [`${site.own}/shield`, work as PuzzleWork, Buffer.alloc(16, round).toString("base64url")] as const)
      note(inBrowser[work.profile], perSecond)
    }
  }
  await browser.close()
  site.close()
}

const whole = (number: number): string => Math.round(number).toLocaleString("en-US")
console.log(`\n${rounds} rounds; Node ${process.versions.node}\n\n${"".padEnd(48)}hashes/s on one core`)
for (const [name, perSecond] of rates) console.log(name.padEnd(48) + whole(perSecond).padStart(14))

const best = (profile: PuzzleProfile): number =>
  Math.max(...contenders.filter((one) => one.profile === profile).map(({ name }) => rates.get(name)!))

console.log(
  "\ntier        mean hashes   Chromium here, 1 worker   phone ×4 / ×6 / ×12      bot: solved per core s   cents per 1,000"
)
for (const profile of ["argon2id", "sha256"] as const) {
  for (const [tier, work] of tierWork[profile].entries()) {
    const hashes = hashesMean(work)
    const here = hashes / (rates.get(inBrowser[profile]) ?? NaN) * 1_000
    const botSeconds = hashes / best(profile)
    console.log([
      `${profile} ${tier}`.padEnd(12),
      whole(hashes).padStart(11),
      `${whole(here)} ms`.padStart(26),
      phoneFactors.map((factor) => whole(here * factor)).join(" / ").padStart(24) + " ms",
      (1 / botSeconds).toFixed(1).padStart(19),
      (botSeconds * 1_000 / 3_600 * centsPerCoreHour).toFixed(3).padStart(20)
    ].join(""))
  }
}
