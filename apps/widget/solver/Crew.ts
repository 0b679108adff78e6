import type { search } from "./Attempts.ts"
import { type Asked, pageKey, type Told } from "./Messages.ts"

/** A worker that has not said anything by then will not. */
export const startMillisMax = 8_000

/** A worker that has started. */
export interface Helper {
  readonly canArgon2id: boolean
  /** Rejects if it fails. */
  readonly ask: (asked: Asked) => Promise<number>
  readonly end: () => void
}

/** Starts a worker with the script; null where pages may have none. Tries the plain way first, where the origin is the same. */
export const startHelper = async (script: string): Promise<Helper | null> => {
  const isHere = new URL(script).origin === location.origin
  return (isHere ? await started(() => new Worker(scriptUrl(script))) : null) ?? await started(() => fromBlob(script))
}

/** Workers of other origins cannot be had, but a script of one's own may load their script. */
const fromBlob = (script: string): Worker => {
  const url = URL.createObjectURL(new Blob([importing(script)], { type: "text/javascript" }))
  // It is read when the worker starts; by the time that a worker may take for that it has been.
  setTimeout(() => URL.revokeObjectURL(url), startMillisMax)
  return new Worker(scriptUrl(url))
}

/** What a policy forbids is thrown in some browsers, and an event in others. */
const started = async (make: () => Worker): Promise<Helper | null> => {
  let worker: Worker | undefined
  let late: ReturnType<typeof setTimeout> | undefined
  try {
    const starting = worker = make()
    const told = await Promise.race([
      next(starting),
      new Promise<never>((_, reject) => late = setTimeout(reject, startMillisMax))
    ])
    return helperOf(starting, "argon2id" in told && told.argon2id)
  } catch {
    worker?.terminate()
    return null
  } finally {
    clearTimeout(late)
  }
}

/** What a worker says next. Rejects if it fails. */
const next = (worker: Worker): Promise<Told> =>
  new Promise((resolve, reject) => {
    const once = { once: true }
    worker.addEventListener("message", ({ data }: MessageEvent<Told>) => resolve(data), once)
    worker.addEventListener("error", (event) => {
      // It is told by what comes of it, not in the console as well.
      event.preventDefault()
      reject(new Error("A worker failed"))
    }, once)
  })

const helperOf = (worker: Worker, canArgon2id: boolean): Helper => ({
  canArgon2id,
  ask: async (asked) => {
    const answer = next(worker)
    worker.postMessage(asked, [])
    const told = await answer
    if ("counter" in told) return told.counter
    throw new Error("fault" in told ? told.fault : "A worker failed")
  },
  end: () => worker.terminate()
})

/** Pages that ask for Trusted Types (`require-trusted-types-for 'script'`) have to name this one in `trusted-types`. */
const policyName = "gatehouse-shield"

/** As much of https://www.w3.org/TR/trusted-types/ as is needed; engines without it take plain addresses. */
interface TrustedTypes {
  readonly createPolicy: (name: string, rules: { readonly createScriptURL: (url: string) => string }) => {
    readonly createScriptURL: (url: string) => string
  }
}

let allowed: ((url: string) => string) | undefined

/** The address of our own script, as places take it where scripts are run. */
export const scriptUrl = (url: string): string => (allowed ??= allowing())(url)

const allowing = (): (url: string) => string => {
  const types = (globalThis as { readonly trustedTypes?: TrustedTypes }).trustedTypes
  const plain = (url: string) => url
  try {
    const policy = types?.createPolicy(policyName, { createScriptURL: plain })
    return policy === undefined ? plain : (url) => policy.createScriptURL(url)
  } catch {
    // A policy of that name is not allowed here: then plain addresses are, or no scripts at all.
    return plain
  }
}

/** The same in the script of a worker, which has its own policies. */
const importing = (url: string): string =>
  `let u=${
    JSON.stringify(url)
  };try{u=trustedTypes.createPolicy("${policyName}",{createScriptURL:u=>u}).createScriptURL(u)}catch{}importScripts(u)`

/** Longest that the page is held up at a time: half of what it has for a frame. */
export const sliceMillisMax = 8

/** Loads the script into the page itself, for pages that may have no workers. Rejects where that is forbidden, too. */
export const searchInPage = (script: string, nonce: string | undefined): Promise<typeof search> =>
  new Promise((resolve, reject) => {
    const found = () => (globalThis as { [pageKey]?: typeof search })[pageKey]
    const there = found()
    if (there !== undefined) return resolve(there)
    const element = document.createElement("script")
    element.src = scriptUrl(script)
    if (nonce !== undefined) element.nonce = nonce
    const end = () => {
      element.remove()
      const loaded = found()
      if (loaded === undefined) reject(new Error("The solver cannot be loaded"))
      else resolve(loaded)
    }
    element.addEventListener("error", end)
    element.addEventListener("load", end)
    document.head.append(element)
  })
