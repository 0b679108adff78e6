import type { Asked, Told } from "./Messages.ts"
import { importing, scriptUrl } from "./ScriptUrl.ts"

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
