import { attemptOf, search } from "./Attempts.ts"
import { type Asked, breathe, pageKey, type Told } from "./Messages.ts"

/** `solver.js`: solves puzzles in a worker; loaded into a page that may have no workers, it leaves its search there. */
interface WorkerScope {
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<Asked>) => void) => void
  readonly postMessage: (told: Told) => void
}

/** So soon a worker ends that is told to; one that never listens goes on for seconds. */
const sliceMillisMax = 50

const start = async ({ addEventListener, postMessage }: WorkerScope): Promise<void> => {
  addEventListener("message", ({ data }) => {
    search(data, sliceMillisMax, breathe).then(
      (counter) => postMessage({ index: data.index, counter }),
      (cause) => postMessage({ index: data.index, fault: String(cause) })
    )
  })
  const isThere = attemptOf("argon2id", new Uint8Array(1), 0).then((attempt) => attempt(0), () => null)
  postMessage({ argon2id: await isThere !== null })
}

if (typeof document === "undefined") void start(globalThis)
else Object.defineProperty(globalThis, pageKey, { value: search, configurable: true })
