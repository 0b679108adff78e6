/** Measures how a form is filled in: counts and means, never what is typed nor where the pointer was. */
export interface Collector {
  /** To be called whenever a challenge is asked for: what a recording would repeat is told apart by challenge. */
  readonly challenged: () => void
  /** What was measured so far; values of `form` are only looked at for how they came there. Never fails. */
  readonly snapshot: (form: HTMLFormElement | null) => Promise<Record<string, unknown>>
  /** Removes every listener. */
  readonly stop: () => void
}

export const startCollecting = (_root: Document | HTMLElement): Collector => ({
  challenged: () => {},
  snapshot: async () => ({ v: 1 }),
  stop: () => {}
})
