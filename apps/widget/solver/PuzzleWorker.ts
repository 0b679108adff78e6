import { pageKey, type SolveReply, type SolveRequest } from "./Messages.ts"
import type { findCounter } from "./Search.ts"

/** Startup timeout of a worker, in milliseconds. */
export const startMillisMax = 8_000

/** A worker that has started. */
export interface PuzzleWorker {
  readonly canArgon2id: boolean
  /** Solves a puzzle. Rejects if the worker fails. */
  readonly solve: (request: SolveRequest) => Promise<number>
  readonly end: () => void
}

/**
 * Starts a worker with the script; null if the page does not allow workers. Tries the script's URL first if it has the same origin.
 */
export const startPuzzleWorker = async (script: string): Promise<PuzzleWorker | null> => {
  const isHere = new URL(script).origin === location.origin
  return (isHere ? await startWith(() => new Worker(scriptUrl(script))) : null) ??
    await startWith(() => fromBlob(script))
}

/** Browsers reject workers from other origins, but a worker from a blob URL may import such a script. */
const fromBlob = (script: string): Worker => {
  const url = URL.createObjectURL(new Blob([importCode(script)], { type: "text/javascript" }))
  // The URL is needed until the worker has started, which takes at most this long.
  setTimeout(() => URL.revokeObjectURL(url), startMillisMax)
  return new Worker(scriptUrl(url))
}

/** Browsers report a worker forbidden by the page's policy either with an exception or with an event. */
const startWith = async (make: () => Worker): Promise<PuzzleWorker | null> => {
  let worker: Worker | undefined
  let timeout: ReturnType<typeof setTimeout> | undefined
  try {
    const starting = worker = make()
    const reply = await Promise.race([
      nextReply(starting),
      new Promise<never>((_, reject) => timeout = setTimeout(reject, startMillisMax))
    ])
    return wrapWorker(starting, "argon2id" in reply && reply.argon2id)
  } catch {
    worker?.terminate()
    return null
  } finally {
    clearTimeout(timeout)
  }
}

/** Resolves to the worker's next message. Rejects if the worker fails. */
const nextReply = (worker: Worker): Promise<SolveReply> =>
  new Promise((resolve, reject) => {
    const once = { once: true }
    worker.addEventListener("message", ({ data }: MessageEvent<SolveReply>) => resolve(data), once)
    worker.addEventListener("error", (event) => {
      // The rejection reports the error, so keep it out of the console.
      event.preventDefault()
      reject(new Error("A worker failed"))
    }, once)
  })

const wrapWorker = (worker: Worker, canArgon2id: boolean): PuzzleWorker => ({
  canArgon2id,
  solve: async (request) => {
    const reply = nextReply(worker)
    worker.postMessage(request, [])
    const result = await reply
    if ("counter" in result) return result.counter
    throw new Error("fault" in result ? result.fault : "A worker failed")
  },
  end: () => worker.terminate()
})

/** Pages that require Trusted Types (`require-trusted-types-for 'script'`) must list this name in `trusted-types`. */
const policyName = "gatehouse-shield"

/** The used part of https://www.w3.org/TR/trusted-types/. Engines without it accept plain strings. */
interface TrustedTypes {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => {
    readonly createScriptURL: (url: string) => string
  }
}

let trustedUrl: ((url: string) => string) | undefined

/** Returns a script URL as a trusted type, where the browser requires one. */
export const scriptUrl = (url: string): string => (trustedUrl ??= makeTrustedUrl())(url)

const makeTrustedUrl = (): (url: string) => string => {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  const plain = (url: string) => url
  try {
    const policy = types?.createPolicy(policyName, { createScriptURL: plain })
    return policy === undefined ? plain : (url) => policy.createScriptURL(url)
  } catch {
    // The page's CSP does not allow this policy name. The browser then accepts a plain URL, or refuses the script.
    return plain
  }
}

/** Code that does the same in a worker, which has its own policies. */
const importCode = (url: string): string =>
  `let u=${
    JSON.stringify(url)
  };try{u=trustedTypes.createPolicy("${policyName}",{createScriptURL:u=>u}).createScriptURL(u)}catch{}importScripts(u)`

/** Maximum time to block the page, in milliseconds: half of a frame. */
export const sliceMillisMax = 8

/** Loads the script into the page, for pages that do not allow workers. Rejects if that is forbidden too. */
export const searchInPage = (script: string, nonce: string | undefined): Promise<typeof findCounter> =>
  new Promise((resolve, reject) => {
    const found = () => (globalThis as { [pageKey]?: typeof findCounter })[pageKey]
    const there = found()
    if (there !== undefined) return resolve(there)
    const element = document.createElement("script")
    element.src = scriptUrl(script)
    if (nonce !== undefined) element.nonce = nonce
    const end = () => {
      element.remove()
      const loaded = found()
      if (loaded === undefined) reject(new Error("The solver could not be loaded"))
      else resolve(loaded)
    }
    element.addEventListener("error", end)
    element.addEventListener("load", end)
    document.head.append(element)
  })
