import type { PuzzleProfile, PuzzleWork } from "../../../core/shield/Puzzle.ts"
import { yieldToEventLoop } from "./Messages.ts"
import { loadSearchInPage, type PuzzleWorker, sliceMillisMax, startPuzzleWorker } from "./PuzzleWorker.ts"
import type { PuzzleSearch } from "./Search.ts"

/** Maximum number of workers, regardless of the number of cores, because other tabs need cores too. */
export const workersMax = 3

export interface SolveOptions {
  /** URL of the folder with `solver.js`, without a trailing slash. */
  readonly base: string
  /** Called with the solved fraction of the puzzles, from 0 to 1. */
  readonly onProgress?: (part: number) => void
  readonly signal?: AbortSignal
  readonly workers?: number
  /** CSP nonce, for pages whose policy requires one. */
  readonly nonce?: string
}

/** Worker that was started before a challenge arrived, with the URL of its script. */
let prestarted: { readonly script: string; readonly worker: Promise<PuzzleWorker | null> } | undefined

const solverUrl = (base: string): string => new URL(`${base}/solver.js`, location.href).href

/** Milliseconds after which an unused prestarted worker is terminated. */
export const prestartedMillisMax = 30_000

const prestart = (script: string): void => {
  if (prestarted?.script === script) return
  const started = prestarted = { script, worker: startPuzzleWorker(script) }
  setTimeout(async () => {
    if (prestarted !== started) return
    prestarted = undefined
    const worker = await started.worker
    worker?.end()
  }, prestartedMillisMax)
}

const takePrestarted = (script: string): Promise<PuzzleWorker | null> => {
  const worker = prestarted?.script === script ? prestarted.worker : startPuzzleWorker(script)
  prestarted = undefined
  return worker
}

let compileResult: Promise<boolean> | undefined

/**
 * Reports whether WebAssembly can be compiled. Tries an empty module, which a policy without `wasm-unsafe-eval` forbids
 * too.
 */
const canCompile = (): Promise<boolean> =>
  compileResult ??= Promise.resolve()
    .then(() => WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)))
    .then(() => true, () => false)

/**
 * Returns the puzzle profile that can be solved here. It is `argon2id` if WebAssembly can be compiled in the page or in
 * a worker, otherwise `sha256`.
 *
 * @param base URL of the folder with `solver.js`; if given, a worker starts immediately, so that it is ready for a
 * challenge
 */
export const supportedProfile = async (base?: string): Promise<PuzzleProfile> => {
  if (base !== undefined) prestart(solverUrl(base))
  if (await canCompile()) return "argon2id"
  return (await prestarted?.worker)?.canArgon2id === true ? "argon2id" : "sha256"
}

/**
 * Solves a challenge in workers. If the page does not allow workers, searches in short slices on the main thread.
 *
 * @param seed base64url, as received
 * @returns a counter for each puzzle, in the order of the puzzles
 */
export const solve = async (work: PuzzleWork, seed: string, options: SolveOptions): Promise<ReadonlyArray<number>> => {
  const { onProgress, signal } = options
  const bytes = decodeBase64Url(seed)
  const puzzles = Array.from(
    { length: work.puzzles },
    (_, index): PuzzleSearch => ({ profile: work.profile, bits: work.bits, seed: bytes, index })
  )
  const counters: Array<number> = []
  const waiting = puzzles.slice()
  const workers: Array<PuzzleWorker> = []
  let done = 0
  let isOver = false

  /**
   * Solves the waiting puzzles one after another. If a search fails, its puzzle waits for another worker or the page.
   */
  const solveWith = async (runSearch: (search: PuzzleSearch) => Promise<number>): Promise<void> => {
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

  const solveInWorker = async (starting: Promise<PuzzleWorker | null>): Promise<void> => {
    const worker = await starting
    if (worker === null) return
    workers.push(worker)
    if (isOver) worker.end()
    else if (work.profile === "sha256" || worker.canArgon2id) await solveWith(worker.solve).catch(() => undefined)
  }

  const solveInPage = async (script: string): Promise<void> => {
    const search = await loadSearchInPage(script, options.nonce)
    const pause = () => isOver ? Promise.reject(signal?.reason) : yieldToEventLoop()
    await solveWith((puzzle) => search(puzzle, sliceMillisMax, pause))
  }

  const solveAll = async (): Promise<ReadonlyArray<number>> => {
    const script = solverUrl(options.base)
    const count = Math.min(workerCount(options.workers), work.puzzles)
    const first = takePrestarted(script)
    await Promise.all(
      Array.from(
        { length: count },
        (_, at) => solveInWorker(at === 0 ? first : startAfter(first, () => startPuzzleWorker(script)))
      )
    )
    if (waiting.length > 0) await solveInPage(script)
    return counters
  }

  try {
    return await Promise.race([solveAll(), rejectOnAbort(signal)])
  } finally {
    isOver = true
    for (const worker of workers) worker.end()
  }
}

/** Starts a further worker only if the first worker could start. */
const startAfter = async (
  first: Promise<PuzzleWorker | null>,
  start: () => Promise<PuzzleWorker | null>
): Promise<PuzzleWorker | null> => await first === null ? null : start()

const workerCount = (requested = navigator.hardwareConcurrency - 1): number =>
  Math.max(1, Math.min(workersMax, Math.floor(requested) || 1))

const rejectOnAbort = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted === true) reject(signal.reason)
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  })

const decodeBase64Url = (base64Url: string): Uint8Array =>
  Uint8Array.from(atob(base64Url.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0))
