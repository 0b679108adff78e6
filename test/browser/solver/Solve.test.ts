import { ManagedRuntime } from "effect"
import type { BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as PuzzleCheckThreads from "../../../adapters/puzzles/PuzzleCheckThreads.ts"
import type { solve, SolveOptions, supportedProfile } from "../../../apps/widget/solver/Solve.ts"
import { PuzzleCheck } from "../../../core/shield/challenges/PuzzleCheck.ts"
import type { PuzzleWork } from "../../../core/shield/Puzzle.ts"
import { needs } from "../../support/TestRun.ts"
import { openPage } from "../Chromium.ts"
import { sharedHeadlessShell } from "../SharedChromium.ts"
import { startSolverPage } from "./SolverPage.ts"

const seed = Uint8Array.from({ length: 16 }, (_, at) => 251 * at + 190)
const work: Readonly<Record<PuzzleWork["profile"], PuzzleWork>> = {
  argon2id: { profile: "argon2id", puzzles: 6, bits: 2 },
  sha256: { profile: "sha256", puzzles: 6, bits: 8 }
}

interface Window {
  readonly supportedProfile: typeof supportedProfile
  readonly solve: typeof solve
  madeWorkers: number
}

/**
 * Runs in each page: counts the workers that the page creates. The browser may report workers only after the puzzle is
 * solved.
 */
const countWorkers = () => {
  const page = globalThis as unknown as Window
  page.madeWorkers = 0
  globalThis.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      page.madeWorkers++
    }
  }
}

/** Runs in the page: solves a puzzle. Returns the counters, the profile, the progress and the number of workers. */
const solved = async ({ base, seed, work, workers }: {
  readonly base: string
  readonly seed: string
  readonly work: PuzzleWork
  readonly workers?: number
}) => {
  const page = globalThis as unknown as Window
  const progress: Array<number> = []
  const profile = await page.supportedProfile(base)
  const options: SolveOptions = { base, onProgress: (part) => progress.push(part) }
  const counters = await page.solve(work, seed, workers === undefined ? options : { ...options, workers })
  return { profile, counters, progress, madeWorkers: page.madeWorkers }
}

describe("solving in Chromium", { tags: [needs.chromium] }, () => {
  const checks = ManagedRuntime.make(PuzzleCheckThreads.layer({ threads: 1 }))
  let context: BrowserContext
  let page: Page
  let startedWorkers = 0
  let site: Awaited<ReturnType<typeof startSolverPage>>
  beforeAll(async () => {
    site = await startSolverPage()
    context = await (await sharedHeadlessShell()).newContext()
    await context.addInitScript(countWorkers)
    page = await openPage(context)
    page.on("worker", () => startedWorkers++)
  })
  afterAll(async () => {
    await context?.close()
    site?.close()
    await checks.dispose()
  })

  /** Opens the page with a content security policy. */
  const open = async (policy?: string) => {
    await page.goto(policy === undefined ? site.own : `${site.own}/?csp=${encodeURIComponent(policy)}`)
    startedWorkers = 0
  }

  const solveIn = (work: PuzzleWork, origin: string, workers?: number) =>
    page.evaluate(solved, {
      base: `${origin}/shield`,
      seed: Buffer.from(seed).toString("base64url"),
      work,
      ...workers === undefined ? {} : { workers }
    })

  const expectRight = async (
    { counters, progress }: Awaited<ReturnType<typeof solved>>,
    { bits, profile }: PuzzleWork
  ) => {
    expect(counters).toHaveLength(6)
    expect(progress).toEqual(counters.map((_, at) => (at + 1) / 6))
    const answers = counters.map((counter, index) => ({ counter, index }))
    expect(await checks.runPromise(PuzzleCheck.use(({ areCorrect }) => areCorrect(profile, bits, seed, answers)))).toBe(
      true
    )
  }

  it.each(["argon2id", "sha256"] as const)("runs in workers of the same origin (%s)", async (profile) => {
    await open("default-src 'self' 'wasm-unsafe-eval'")
    const result = await solveIn(work[profile], site.own, 3)
    expect(result.profile).toBe("argon2id")
    expect(result.madeWorkers).toBe(3)
    await expectRight(result, work[profile])
  })

  it("runs in workers created from a script of another origin", async () => {
    await open(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${site.other}; worker-src blob:`
    )
    const result = await solveIn(work.argon2id, site.other, 2)
    expect(result.profile).toBe("argon2id")
    expect(result.madeWorkers).toBe(2)
    await expectRight(result, work.argon2id)
  })

  it.each(["argon2id", "sha256"] as const)("runs in the page if workers are not allowed (%s)", async (profile) => {
    await open(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${site.other}; worker-src 'none'`
    )
    const result = await solveIn(work[profile], site.other)
    expect(startedWorkers).toBe(0)
    await expectRight(result, work[profile])
  })

  it.each(["blob:", "'none'"])("runs on pages that require Trusted Types (workers: %s)", async (workers) => {
    await open(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${site.other}; worker-src ${workers}; ` +
        "require-trusted-types-for 'script'; trusted-types gatehouse-shield"
    )
    const result = await solveIn(work.argon2id, site.other, 1)
    expect(result.madeWorkers).toBe(1)
    if (workers === "'none'") expect(startedWorkers).toBe(0)
    await expectRight(result, work.argon2id)
  })

  it("uses the plain puzzles if neither page nor workers allow WebAssembly", async () => {
    await open(`default-src 'self'; script-src 'self' ${site.other}; worker-src blob:`)
    const result = await solveIn(work.sha256, site.other)
    expect(result.profile).toBe("sha256")
    await expectRight(result, work.sha256)
  })

  it("uses WebAssembly puzzles if only the policy of the workers' script allows them", async () => {
    await open("default-src 'self'")
    const result = await solveIn(work.argon2id, site.own)
    expect(result.profile).toBe("argon2id")
    expect(result.madeWorkers).toBeGreaterThan(0)
    await expectRight(result, work.argon2id)
  })

  it("fails if its script is missing or if the WebAssembly puzzles are unavailable", async () => {
    await open(`default-src 'self'; script-src 'self' ${site.other}; worker-src 'none'`)
    await expect(solveIn(work.argon2id, `${site.own}/nowhere`)).rejects.toThrow("could not be loaded")
    await expect(solveIn(work.argon2id, site.other)).rejects.toThrow("WebAssembly")
  })

  it("stops with its workers when aborted", async () => {
    await open()
    const endless = { profile: "argon2id", puzzles: 8, bits: 30 } as const
    const started = page.waitForEvent("worker")
    const ended = page.evaluate(([base, work]) => {
      const { solve } = globalThis as unknown as Window
      const control = new AbortController()
      Object.assign(globalThis, { end: () => control.abort(new Error("enough")) })
      return solve(work, "AAAAAAAAAAAAAAAAAAAAAA", { base, signal: control.signal }).then(String, String)
    }, [`${site.own}/shield`, endless] as const)
    await started
    await page.evaluate(() => (globalThis as unknown as { readonly end: () => void }).end())
    expect(await ended).toBe("Error: enough")
    await expect.poll(() => page.workers().length).toBe(0)
  })

  it("yields to the page between slices", async () => {
    await open(`default-src 'self'; script-src 'self' ${site.other}; worker-src 'none'`)
    const turns = await page.evaluate(async ([base, work]) => {
      const { solve } = globalThis as unknown as Window
      const control = new AbortController()
      let turns = 0
      const timer = setInterval(() => ++turns === 5 && control.abort(), 1)
      await solve(work, "AAAAAAAAAAAAAAAAAAAAAA", { base, signal: control.signal }).catch(() => undefined)
      clearInterval(timer)
      return turns
    }, [`${site.other}/shield`, { profile: "sha256", puzzles: 1, bits: 31 }] as const)
    expect(turns).toBe(5)
  })
})
