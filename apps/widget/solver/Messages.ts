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
