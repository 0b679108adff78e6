import type { Search } from "./Search.ts"

/** Message to a worker: a puzzle, one at a time. */
export type SolveRequest = Search

/** Message from a worker. The first, after startup, says whether WebAssembly can be compiled; then one answer follows per puzzle. */
export type SolveReply =
  | { readonly argon2id: boolean }
  | { readonly index: number; readonly counter: number }
  | { readonly index: number; readonly fault: string }

/** Property where the script stores `search` when it is loaded into a page. A symbol avoids conflicts with the page. */
export const pageKey = Symbol.for("gatehouse.shield.search")

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
