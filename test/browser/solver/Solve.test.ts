import { Effect } from "effect"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import * as PuzzleCheckThreads from "../../../adapters/puzzles/PuzzleCheckThreads.ts"
import type { profileHere, solve, SolveOptions } from "../../../apps/widget/solver/Solve.ts"
import { PuzzleCheck } from "../../../core/ports/PuzzleCheck.ts"
import type { Work } from "../../../core/shield/Puzzle.ts"
import { chromiumFile } from "../../support/Installed.ts"
import { startChromium } from "../Chromium.ts"
import { startSolverPage } from "./SolverPage.ts"

const seed = Uint8Array.from({ length: 16 }, (_, at) => 251 * at + 190)
const work: Readonly<Record<Work["profile"], Work>> = {
  argon2id: { profile: "argon2id", puzzles: 8, bits: 3 },
  sha256: { profile: "sha256", puzzles: 8, bits: 8 }
}

interface Window {
  readonly profileHere: typeof profileHere
  readonly solve: typeof solve
}

/** In the page: solves, and tells how it went. */
const solved = async ({ base, seed, work, workers }: {
  readonly base: string
  readonly seed: string
  readonly work: Work
  readonly workers?: number
}) => {
  const { profileHere, solve } = globalThis as unknown as Window
  const progress: Array<number> = []
  const profile = await profileHere(base)
  const options: SolveOptions = { base, onProgress: (part) => progress.push(part) }
  const counters = await solve(work, seed, workers === undefined ? options : { ...options, workers })
  return { profile, counters, progress }
}

const path = chromiumFile()

describe.skipIf(path === null)("solving in Chromium", () => {
  let browser: Browser
  let site: Awaited<ReturnType<typeof startSolverPage>>
  beforeAll(async () => {
    site = await startSolverPage()
    browser = await startChromium(path!, "stock", null)
  })
  afterAll(async () => {
    await browser?.close()
    site?.close()
  })

  const open = async (policy?: string): Promise<{ readonly page: Page; readonly startedWorkers: () => number }> => {
    const page = await browser.newPage()
    let count = 0
    page.on("worker", () => count++)
    await page.goto(policy === undefined ? site.own : `${site.own}/?csp=${encodeURIComponent(policy)}`)
    return { page, startedWorkers: () => count }
  }

  const solveIn = (page: Page, work: Work, origin: string, workers?: number) =>
    page.evaluate(solved, {
      base: `${origin}/shield`,
      seed: Buffer.from(seed).toString("base64url"),
      work,
      ...workers === undefined ? {} : { workers }
    })

  const expectRight = async ({ counters, progress }: Awaited<ReturnType<typeof solved>>, { bits, profile }: Work) => {
    expect(counters).toHaveLength(8)
    expect(progress).toEqual(counters.map((_, at) => (at + 1) / 8))
    const check = Effect.flatMap(
      PuzzleCheck,
      ({ areRight }) => areRight(profile, bits, seed, counters.map((counter, index) => ({ counter, index })))
    )
    expect(await Effect.runPromise(Effect.provide(check, PuzzleCheckThreads.layer()))).toBe(true)
  }

  it.each(["argon2id", "sha256"] as const)("is done by workers of the same origin (%s)", async (profile) => {
    const { page, startedWorkers } = await open("default-src 'self' 'wasm-unsafe-eval'")
    const told = await solveIn(page, work[profile], site.own, 3)
    expect(told.profile).toBe("argon2id")
    expect(startedWorkers()).toBe(3)
    await expectRight(told, work[profile])
    await page.close()
  })

  it("is done by workers made of a script of another origin", async () => {
    const { page, startedWorkers } = await open(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${site.other}; worker-src blob:`
    )
    const told = await solveIn(page, work.argon2id, site.other, 2)
    expect(told.profile).toBe("argon2id")
    expect(startedWorkers()).toBe(2)
    await expectRight(told, work.argon2id)
    await page.close()
  })

  it.each(["argon2id", "sha256"] as const)("is done in the page where it may have no workers (%s)", async (profile) => {
    const { page, startedWorkers } = await open(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${site.other}; worker-src 'none'`
    )
    const told = await solveIn(page, work[profile], site.other)
    expect(startedWorkers()).toBe(0)
    await expectRight(told, work[profile])
    await page.close()
  })

  it.each(["blob:", "'none'"])("is done on pages that ask for Trusted Types (workers: %s)", async (workers) => {
    const { page, startedWorkers } = await open(
      `default-src 'self'; script-src 'self' 'wasm-unsafe-eval' ${site.other}; worker-src ${workers}; ` +
        "require-trusted-types-for 'script'; trusted-types gatehouse-shield"
    )
    await expectRight(await solveIn(page, work.argon2id, site.other, 1), work.argon2id)
    expect(startedWorkers()).toBe(workers === "blob:" ? 1 : 0)
    await page.close()
  })

  it("takes the plain puzzles where neither page nor workers may have WebAssembly", async () => {
    const { page } = await open(`default-src 'self'; script-src 'self' ${site.other}; worker-src blob:`)
    const told = await solveIn(page, work.sha256, site.other)
    expect(told.profile).toBe("sha256")
    await expectRight(told, work.sha256)
    await page.close()
  })

  it("takes the better ones where only workers may have WebAssembly: theirs is the policy of their script", async () => {
    const { page, startedWorkers } = await open("default-src 'self'")
    const told = await solveIn(page, work.argon2id, site.own)
    expect(told.profile).toBe("argon2id")
    expect(startedWorkers()).toBeGreaterThan(0)
    await expectRight(told, work.argon2id)
    await page.close()
  })

  it("fails where its script is not there, and where the better puzzles cannot be had", async () => {
    const { page } = await open(`default-src 'self'; script-src 'self' ${site.other}; worker-src 'none'`)
    await expect(solveIn(page, work.argon2id, `${site.own}/nowhere`)).rejects.toThrow("cannot be loaded")
    await expect(solveIn(page, work.argon2id, site.other)).rejects.toThrow("WebAssembly")
    await page.close()
  })

  it("ends when it is told to, and its workers with it", async () => {
    const { page } = await open()
    const endless = { profile: "argon2id", puzzles: 8, bits: 30 } as const
    const ended = await page.evaluate(async ([base, work]) => {
      const { solve } = globalThis as unknown as Window
      const control = new AbortController()
      setTimeout(() => control.abort(new Error("enough")), 150)
      return solve(work, "AAAAAAAAAAAAAAAAAAAAAA", { base, signal: control.signal }).then(String, String)
    }, [`${site.own}/shield`, endless] as const)
    expect(ended).toBe("Error: enough")
    await expect.poll(() => page.workers().length).toBe(0)
    await page.close()
  })

  it("gives the page its turn between slices", async () => {
    const { page } = await open(`default-src 'self'; script-src 'self' ${site.other}; worker-src 'none'`)
    const turns = await page.evaluate(async ([base, work]) => {
      const { solve } = globalThis as unknown as Window
      const control = new AbortController()
      let turns = 0
      const timer = setInterval(() => ++turns === 20 && control.abort(), 1)
      await solve(work, "AAAAAAAAAAAAAAAAAAAAAA", { base, signal: control.signal }).catch(() => undefined)
      clearInterval(timer)
      return turns
    }, [`${site.other}/shield`, { profile: "sha256", puzzles: 1, bits: 31 }] as const)
    expect(turns).toBe(20)
    await page.close()
  })
})
