import type { Search } from "./Attempts.ts"

/** To a worker: a puzzle, one at a time. */
export type Asked = Search

/** From a worker: once, when it has started, and whether WebAssembly may be compiled in it; then an answer to each puzzle. */
export type Told =
  | { readonly argon2id: boolean }
  | { readonly index: number; readonly counter: number }
  | { readonly index: number; readonly fault: string }

/** Where the script leaves `search` when it is loaded into a page; pages use no such symbol. */
export const pageKey = Symbol.for("gatehouse.shield.search")

/** Lets page or worker do what waits. A message comes sooner than a timer, which browsers hold back when there are many. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener("message", () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(0)
  })
