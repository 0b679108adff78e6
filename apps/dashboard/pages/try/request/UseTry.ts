import { useQueryClient } from "@tanstack/react-query"
import { decodeFailure, type Failure } from "../../../api/Failure.ts"
import { callPublicApi, type PublicApiResponse, type PublicEndpoints } from "../../../api/PublicApi.ts"
import { makeSessionStore, useSessionStore } from "../../../api/SessionStore.ts"
import { askPatiently, isStop, waitMillis } from "./WaitTurn.ts"

interface Tried<Path extends keyof PublicEndpoints> {
  readonly isRunning: boolean
  /** When a rate-limited request is retried, in milliseconds since 1970; null if none is waiting. */
  readonly goesOnAt: number | null
  /** The last request, and its outcome. */
  readonly asked: PublicEndpoints[Path]["asked"] | null
  readonly answer: PublicApiResponse<PublicEndpoints[Path]["answer"]> | null
  readonly failure: Failure | null
}

/** Query groups that a request may change: balance, history and leads. */
const changedGroups = ["credits", "overview", "requests", "leads", "threats"] as const

/** Returns a function that invalidates these groups. */
export const useTold = () => {
  const client = useQueryClient()
  return () => {
    for (const group of changedGroups) void client.invalidateQueries({ queryKey: [group] })
  }
}

/**
 * State of a form that calls one endpoint of the public API. The last request and response are kept when the user leaves the page.
 */
export const useTry = <Path extends keyof PublicEndpoints>(path: Path) => {
  const tell = useTold()
  const one = useSessionStore(`try${path}`, () => makeTry(path, tell))
  return { ...one.get(), run: one.run, stop: one.end }
}

const makeTry = <Path extends keyof PublicEndpoints>(path: Path, tell: () => void) => {
  const blank: Tried<Path> = { isRunning: false, goesOnAt: null, asked: null, answer: null, failure: null }
  const store = makeSessionStore(blank)
  let running: AbortController | null = null
  const run = async (asked: PublicEndpoints[Path]["asked"]) => {
    running?.abort()
    const stop = new AbortController()
    running = stop
    store.set({ ...blank, isRunning: true, asked })
    const end = (how: Partial<Tried<Path>>) => {
      if (running !== stop) return
      running = null
      store.set({ ...blank, asked, ...how })
    }
    try {
      const answer = await askPatiently(path, asked, { signal: stop.signal }, {
        ask: callPublicApi,
        wait: waitMillis,
        onWait: (seconds) => {
          if (running === stop) store.set((was) => ({ ...was, goesOnAt: Date.now() + seconds * 1_000 }))
        }
      })
      end({ answer })
    } catch (failure) {
      end(isStop(failure) ? {} : { failure: decodeFailure(failure) })
    }
    tell()
  }
  return { ...store, run: (asked: PublicEndpoints[Path]["asked"]) => void run(asked), end: () => running?.abort() }
}

/** Returns messages by field, for API errors that name fields (contract, section 7.1). */
export const fieldWords = (answer: PublicApiResponse<unknown> | null): Readonly<Record<string, string>> => {
  if (answer === null || answer.isDone) return {}
  try {
    const { errors } = JSON.parse(answer.text) as { readonly errors?: Readonly<Record<string, ReadonlyArray<string>>> }
    return Object.fromEntries(
      Object.entries(errors ?? {}).flatMap(([field, [first]]) => typeof first === "string" ? [[field, first]] : [])
    )
  } catch {
    return {}
  }
}
