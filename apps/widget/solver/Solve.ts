import type { PuzzleProfile, Work } from "../../../core/shield/Puzzle.ts"
import type { Search } from "./Attempts.ts"
import { type Helper, searchInPage, sliceMillisMax, startHelper } from "./Crew.ts"
import { breathe } from "./Messages.ts"

/** Maximum workers, regardless of the number of cores, because other tabs need some too. */
export const workersMax = 3

export interface SolveOptions {
  /** URL of the folder with `solver.js`, without a trailing slash. */
  readonly base: string
  /** Reports the solved fraction, 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
  readonly workers?: number
  /** CSP nonce, for pages whose policy requires one. */
  readonly nonce?: string
}

/** A worker started before there was a challenge, and its script. */
let early: { readonly script: string; readonly helper: Promise<Helper | null> } | undefined

const scriptOf = (base: string): string => new URL(`${base}/solver.js`, location.href).href

/** Time after which an unused early worker is terminated, in milliseconds. */
export const earlyMillisMax = 30_000

const startEarly = (script: string): void => {
  if (early?.script === script) return
  const started = early = { script, helper: startHelper(script) }
  setTimeout(async () => {
    if (early !== started) return
    early = undefined
    const helper = await started.helper
    helper?.end()
  }, earlyMillisMax)
}

const takeEarly = (script: string): Promise<Helper | null> => {
  const helper = early?.script === script ? early.helper : startHelper(script)
  early = undefined
  return helper
}

let inPage: Promise<boolean> | undefined

/** Compiles an empty module: a policy without `wasm-unsafe-eval` forbids that too. */
const canCompile = (): Promise<boolean> =>
  inPage ??= Promise.resolve()
    .then(() => WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)))
    .then(() => true, () => false)

/**
 * Returns the profile that can be solved here. This is `argon2id` if WebAssembly can be compiled in the page or in its workers.
 *
 * @param base URL of the folder with `solver.js`; starts a worker immediately, so that it is ready for a challenge
 */
export const profileHere = async (base?: string): Promise<PuzzleProfile> => {
  if (base !== undefined) startEarly(scriptOf(base))
  if (await canCompile()) return "argon2id"
  return (await early?.helper)?.canArgon2id === true ? "argon2id" : "sha256"
}

/**
 * Solves a challenge in workers or, if the page does not allow them, in short slices on the main thread.
 *
 * @param seed base64url, as received
 * @returns a counter for each puzzle
 */
export const solve = async (work: Work, seed: string, options: SolveOptions): Promise<ReadonlyArray<number>> => {
  const { onProgress, signal } = options
  const bytes = bytesOf(seed)
  const puzzles = Array.from(
    { length: work.puzzles },
    (_, index): Search => ({ profile: work.profile, bits: work.bits, seed: bytes, index })
  )
  const counters: Array<number> = []
  const waiting = puzzles.slice()
  const helpers: Array<Helper> = []
  let done = 0
  let isOver = false

  /** Solves one puzzle after another. A puzzle at which a worker fails is left to other workers or the page. */
  const solveWith = async (runSearch: (search: Search) => Promise<number>): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined && !isOver; next = waiting.shift()) {
      try {
        counters[next.index] = await runSearch(next)
      } catch (cause) {
        waiting.push(next)
        throw cause
      }
      if (!isOver) onProgress?.(++done / work.puzzles)
    }
  }

  const inWorker = async (starting: Promise<Helper | null>): Promise<void> => {
    const helper = await starting
    if (helper === null) return
    helpers.push(helper)
    if (isOver) helper.end()
    else if (work.profile === "sha256" || helper.canArgon2id) await solveWith(helper.solve).catch(() => undefined)
  }

  const inPageItself = async (script: string): Promise<void> => {
    const search = await searchInPage(script, options.nonce)
    const pause = () => isOver ? Promise.reject(signal?.reason) : breathe()
    await solveWith((puzzle) => search(puzzle, sliceMillisMax, pause))
  }

  const all = async (): Promise<ReadonlyArray<number>> => {
    const script = scriptOf(options.base)
    const count = Math.min(workersHere(options.workers), work.puzzles)
    const first = takeEarly(script)
    await Promise.all(
      Array.from({ length: count }, (_, at) => inWorker(at === 0 ? first : after(first, () => startHelper(script))))
    )
    if (waiting.length > 0) await inPageItself(script)
    return counters
  }

  try {
    return await Promise.race([all(), aborted(signal)])
  } finally {
    isOver = true
    for (const helper of helpers) helper.end()
  }
}

/** Starts more workers only if the first one could start. */
const after = async (first: Promise<Helper | null>, start: () => Promise<Helper | null>): Promise<Helper | null> =>
  await first === null ? null : start()

const workersHere = (requested = navigator.hardwareConcurrency - 1): number =>
  Math.max(1, Math.min(workersMax, Math.floor(requested) || 1))

const aborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason)
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  })

const bytesOf = (base64Url: string): Uint8Array =>
  Uint8Array.from(atob(base64Url.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0))
