import type { PuzzleSearch } from "./Search.ts"

/** Message to a worker: a puzzle to solve. A worker solves one puzzle at a time. */
export type SolveRequest = PuzzleSearch

/**
 * Message from a worker. The first message says whether WebAssembly can be compiled. After that, one answer per puzzle
 * follows.
 */
export type SolveReply =
  | { readonly argon2id: boolean }
  | { readonly index: number; readonly counter: number }
  | { readonly index: number; readonly fault: string }

/**
 * Property where `solver.js` stores its search function when a page loads it. A symbol avoids conflicts with the page.
 */
export const searchFunctionKey = Symbol.for("gatehouse.shield.search")

/** Yields to the event loop. Uses a message, because browsers throttle timers. */
export const yieldToEventLoop = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener("message", () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(0)
  })
