import { searchFunctionKey, type SolveReply, type SolveRequest } from "./Messages.ts"
import type { findCounter } from "./Search.ts"

/** Startup timeout of a worker, in milliseconds. */
export const startMillisMax = 8_000

/** Worker that has started. */
export interface PuzzleWorker {
  readonly canArgon2id: boolean
  /** Solves a puzzle and returns its counter. Rejects if the worker fails. */
  readonly solve: (request: SolveRequest) => Promise<number>
  readonly end: () => void
}

/**
 * Starts a worker that runs the script; null if the page does not allow workers. Uses the script's URL if it has the
 * page's origin. If that fails, uses a blob URL.
 */
export const startPuzzleWorker = async (script: string): Promise<PuzzleWorker | null> => {
  const isHere = new URL(script).origin === location.origin
  return (isHere ? await startWith(() => new Worker(trustedScriptUrl(script))) : null) ??
    await startWith(() => fromBlob(script))
}

/**
 * Starts a worker from a blob URL that imports the script. Browsers reject a worker from another origin, but allow this
 * import.
 */
const fromBlob = (script: string): Worker => {
  const url = URL.createObjectURL(new Blob([importCode(script)], { type: "text/javascript" }))
  // Keeps the URL for the maximum startup time of a worker.
  setTimeout(() => URL.revokeObjectURL(url), startMillisMax)
  return new Worker(trustedScriptUrl(url))
}

/**
 * Starts a worker; null if it does not start. Browsers report a worker that the page's policy forbids with an exception
 * or an event.
 */
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
      // Keeps the error out of the console, because the rejection reports it.
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

/**
 * Name of the Trusted Types policy. Pages with `require-trusted-types-for 'script'` must list it in `trusted-types`.
 */
const policyName = "gatehouse-shield"

/**
 * The part of Trusted Types that is used here (https://www.w3.org/TR/trusted-types/). Browsers without it accept plain
 * strings.
 */
interface TrustedTypes {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => {
    readonly createScriptURL: (url: string) => string
  }
}

let trustedUrl: ((url: string) => string) | undefined

/** Returns a script URL as a trusted type, where the browser requires one. */
export const trustedScriptUrl = (url: string): string => (trustedUrl ??= makeTrustedUrl())(url)

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

/**
 * Returns code that imports the script in a worker. A worker has its own policies, so the code creates the policy
 * again.
 */
const importCode = (url: string): string =>
  `let u=${
    JSON.stringify(url)
  };try{u=trustedTypes.createPolicy("${policyName}",{createScriptURL:u=>u}).createScriptURL(u)}catch{}importScripts(u)`

/** Maximum milliseconds for which a search blocks the page at once: half of a frame. */
export const sliceMillisMax = 8

/**
 * Loads the script into a page that does not allow workers, and returns its search function. Rejects if the page
 * forbids the script too.
 */
export const loadSearchInPage = (script: string, nonce: string | undefined): Promise<typeof findCounter> =>
  new Promise((resolve, reject) => {
    const found = () => (globalThis as { [searchFunctionKey]?: typeof findCounter })[searchFunctionKey]
    const there = found()
    if (there !== undefined) return resolve(there)
    const element = document.createElement("script")
    element.src = trustedScriptUrl(script)
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
