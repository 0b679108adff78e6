import type { Work } from "../../core/shield/Puzzle.ts"
import { Failure } from "./Wire.ts"

/** What measures a session (`signals/`), as the widget sees it. */
export interface Signals {
  /** What was measured so far, with what concerns this form. */
  readonly snapshot: (form: HTMLFormElement | null) => Promise<Record<string, unknown>>
  /** A challenge has arrived. */
  readonly challenged: () => void
  readonly stop: () => void
}

/** What solves puzzles (`solver/`), as the widget sees it. */
export interface Solver {
  /** Starts a worker as well, to be ready when there is a challenge. */
  readonly profileHere: (base: string) => Promise<Work["profile"]>
  readonly solve: (work: Work, seed: string, options: {
    readonly base: string
    readonly onProgress: (part: number) => void
    readonly signal: AbortSignal
    readonly nonce?: string
  }) => Promise<ReadonlyArray<number>>
}

interface Engine extends Solver {
  readonly startCollecting: (root: Document) => Signals
}

/** Signals and solver, which are loaded when they are first asked for, and again later where that failed. */
export interface LazyEngine {
  readonly solver: Solver
  readonly startCollecting: () => Signals
}

/** Beyond it the page goes without: its forms go all the same. */
const triesMax = 5

/** @param files where `engine.js` lies, without a slash at its end */
export const lazyEngine = (files: string): LazyEngine => {
  let tries = 0
  let loading: Promise<Engine> | undefined
  const load = (): Promise<Engine> => loading ??= loadOnce()
  const loadOnce = async (): Promise<Engine> => {
    // A browser that has failed to fetch a module once does not fetch it again by the same address.
    const address = `${files}/engine.js${tries === 0 ? "" : `?${tries}`}`
    try {
      return await import(address) as Engine
    } catch {
      if (++tries < triesMax) loading = undefined
      throw new Failure("network", 0)
    }
  }
  return {
    solver: {
      profileHere: async (base) => (await load()).profileHere(base),
      solve: async (work, seed, options) => (await load()).solve(work, seed, options)
    },
    startCollecting: () => {
      let collector: Promise<Signals> | undefined
      let isStopped = false
      const collecting = (): Promise<Signals> =>
        collector ??= load().then(
          ({ startCollecting }) => {
            const signals = startCollecting(document)
            if (isStopped) signals.stop()
            return signals
          },
          (cause) => {
            collector = undefined
            throw cause
          }
        )
      const started = (heard: (signals: Signals) => void) => void collecting().then(heard, () => undefined)
      started(() => undefined)
      return {
        snapshot: async (form) => (await collecting()).snapshot(form),
        challenged: () => started((signals) => signals.challenged()),
        stop: () => {
          isStopped = true
          void collector?.then((signals) => signals.stop(), () => undefined)
        }
      }
    }
  }
}
