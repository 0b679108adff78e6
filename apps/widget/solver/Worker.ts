import { searchFunctionKey, type SolveReply, type SolveRequest, yieldToEventLoop } from "./Messages.ts"
import { findCounter, makeCounterHash } from "./Search.ts"

/**
 * Entry point of `solver.js`. In a worker, it solves puzzles. In a page that does not allow workers, it only publishes
 * its search function.
 */
interface WorkerScope {
  readonly addEventListener: (type: "message", listener: (event: MessageEvent<SolveRequest>) => void) => void
  readonly postMessage: (reply: SolveReply) => void
}

/**
 * Maximum milliseconds before the worker handles a termination. A worker that never yields would run on for seconds.
 */
const sliceMillisMax = 50

const start = async ({ addEventListener, postMessage }: WorkerScope): Promise<void> => {
  addEventListener("message", ({ data }) => {
    findCounter(data, sliceMillisMax, yieldToEventLoop).then(
      (counter) => postMessage({ index: data.index, counter }),
      (cause) => postMessage({ index: data.index, fault: String(cause) })
    )
  })
  const canArgon2id = makeCounterHash("argon2id", new Uint8Array(1), 0).then((attempt) => attempt(0), () => null)
  postMessage({ argon2id: await canArgon2id !== null })
}

if (typeof document === "undefined") void start(globalThis)
else Object.defineProperty(globalThis, searchFunctionKey, { value: findCounter, configurable: true })
