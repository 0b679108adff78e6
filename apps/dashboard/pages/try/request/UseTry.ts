import { useQueryClient } from "@tanstack/react-query"
import { decodeFailure, type Failure } from "../../../api/Failure.ts"
import { callPublicApi, type PublicApiResponse, type PublicEndpoints } from "../../../api/PublicApi.ts"
import { makeSessionStore, useSessionStore } from "../../../api/SessionStore.ts"
import { callWithRetries, isAbort, sleep } from "./CallWithRetries.ts"

interface TryState<Path extends keyof PublicEndpoints> {
  readonly isRunning: boolean
  /** Time of the next attempt in milliseconds since 1970; null unless the request waits for a retry. */
  readonly resumesAt: number | null
  /** Body of the last request. */
  readonly request: PublicEndpoints[Path]["body"] | null
  readonly response: PublicApiResponse<PublicEndpoints[Path]["result"]> | null
  readonly failure: Failure | null
}

/** Query groups that a request may change, such as the balance, the history and the leads. */
const changedGroups = ["credits", "overview", "requests", "leads", "threats"] as const

/** Returns a function that invalidates the groups that a request may change. */
export const useInvalidateAccountData = () => {
  const client = useQueryClient()
  return () => {
    for (const group of changedGroups) void client.invalidateQueries({ queryKey: [group] })
  }
}

/**
 * Returns the state of a form that calls one endpoint of the public API. The last request and its response are kept
 * when the user leaves the page.
 */
export const useTry = <Path extends keyof PublicEndpoints>(path: Path) => {
  const invalidateData = useInvalidateAccountData()
  const one = useSessionStore(`try${path}`, () => makeTry(path, invalidateData))
  return { ...one.get(), run: one.run, stop: one.abort }
}

const makeTry = <Path extends keyof PublicEndpoints>(path: Path, invalidateData: () => void) => {
  const blank: TryState<Path> = { isRunning: false, resumesAt: null, request: null, response: null, failure: null }
  const store = makeSessionStore(blank)
  let running: AbortController | null = null
  const run = async (body: PublicEndpoints[Path]["body"]) => {
    running?.abort()
    const stop = new AbortController()
    running = stop
    store.set({ ...blank, isRunning: true, request: body })
    const end = (outcome: Partial<TryState<Path>>) => {
      if (running !== stop) return
      running = null
      store.set({ ...blank, request: body, ...outcome })
    }
    try {
      const answer = await callWithRetries(path, body, { signal: stop.signal }, {
        call: callPublicApi,
        wait: sleep,
        onWait: (seconds) => {
          if (running === stop) store.set((was) => ({ ...was, resumesAt: Date.now() + seconds * 1_000 }))
        }
      })
      end({ response: answer })
    } catch (failure) {
      end(isAbort(failure) ? {} : { failure: decodeFailure(failure) })
    }
    invalidateData()
  }
  return { ...store, run: (body: PublicEndpoints[Path]["body"]) => void run(body), abort: () => running?.abort() }
}

/** Returns error messages by field name, for API errors that name fields (contract, section 7.1). */
export const fieldMessages = (answer: PublicApiResponse<unknown> | null): Readonly<Record<string, string>> => {
  if (answer === null || answer.isSuccess) return {}
  try {
    const { errors } = JSON.parse(answer.text) as { readonly errors?: Readonly<Record<string, ReadonlyArray<string>>> }
    return Object.fromEntries(
      Object.entries(errors ?? {}).flatMap(([field, [first]]) => typeof first === "string" ? [[field, first]] : [])
    )
  } catch {
    return {}
  }
}
