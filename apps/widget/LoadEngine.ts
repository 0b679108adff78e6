import type { PuzzleWork } from "../../core/shield/Puzzle.ts"
import { Failure } from "./Wire.ts"

/** Signal collection (`signals/`), as the widget uses it. */
export interface Signals {
  /** Returns the signals so far, including those about the form. */
  readonly snapshot: (form: HTMLFormElement | null) => Promise<Record<string, unknown>>
  /** Records that a challenge has arrived. */
  readonly challenged: () => void
  readonly stop: () => void
}

/** Puzzle solver (`solver/`), as the widget uses it. */
export interface Solver {
  /** Returns the supported puzzle profile. Also starts a worker, so that it is ready for a challenge. */
  readonly supportedProfile: (base: string) => Promise<PuzzleWork["profile"]>
  readonly solve: (work: PuzzleWork, seed: string, options: {
    readonly base: string
    readonly onProgress: (part: number) => void
    readonly signal: AbortSignal
    readonly nonce?: string
  }) => Promise<ReadonlyArray<number>>
}

interface Engine extends Solver {
  readonly startCollecting: (root: Document) => Signals
}

/** Signals and solver that load on first use. After a failure, a later use loads them again. */
export interface LazyEngine {
  readonly solver: Solver
  readonly startCollecting: () => Signals
}

/** Maximum attempts to load the engine. If all fail, forms are sent without a token. */
const triesMax = 5

/**
 * Returns an engine that loads on first use.
 *
 * @param files URL of the folder with `engine.js`, without a trailing slash
 */
export const makeLazyEngine = (files: string): LazyEngine => {
  let tries = 0
  let loading: Promise<Engine> | undefined
  const load = (): Promise<Engine> => loading ??= loadOnce()
  const loadOnce = async (): Promise<Engine> => {
    // Adds a query, because a browser does not refetch a module from a URL that failed once.
    const url = `${files}/engine.js${tries === 0 ? "" : `?${tries}`}`
    try {
      return await import(url) as Engine
    } catch {
      if (++tries < triesMax) loading = undefined
      throw new Failure("network", 0)
    }
  }
  return {
    solver: {
      supportedProfile: async (base) => (await load()).supportedProfile(base),
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
      const whenLoaded = (callback: (signals: Signals) => void) => void collecting().then(callback, () => undefined)
      whenLoaded(() => undefined)
      return {
        snapshot: async (form) => (await collecting()).snapshot(form),
        challenged: () => whenLoaded((signals) => signals.challenged()),
        stop: () => {
          isStopped = true
          void collector?.then((signals) => signals.stop(), () => undefined)
        }
      }
    }
  }
}
