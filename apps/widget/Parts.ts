import type { Work } from "../../core/shield/Puzzle.ts"

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
