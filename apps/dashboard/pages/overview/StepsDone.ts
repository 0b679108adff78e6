/** Of the demo's site, which the first start makes. */
const ownHosts: ReadonlyArray<string> = ["localhost", "127.0.0.1", "[::1]"]

/** What of the account tells how far it is. */
interface Facts {
  readonly keys: ReadonlyArray<{ readonly revokedAt: number | null; readonly lastUsedAt: number | null }>
  readonly sites: ReadonlyArray<{ readonly hostnames: ReadonlyArray<string> }>
  /** A page of its requests. */
  readonly requests: { readonly items: ReadonlyArray<unknown>; readonly next: unknown }
}

/** Which of the first steps an account has made. */
export interface StepsDone {
  readonly hasKey: boolean
  readonly hasAsked: boolean
  readonly hasSite: boolean
}

/** Requests are kept for a while only: that a key was used is known for longer. */
export const stepsDone = ({ keys, requests, sites }: Facts): StepsDone => ({
  hasKey: keys.some(({ revokedAt }) => revokedAt === null),
  hasAsked: requests.items.length > 0 || requests.next !== null || keys.some(({ lastUsedAt }) => lastUsedAt !== null),
  hasSite: sites.some(({ hostnames }) => hostnames.some((name) => !ownHosts.includes(name)))
})

export const stepsCount = 3

export const countDone = (done: StepsDone): number => Object.values(done).filter((is) => is).length
