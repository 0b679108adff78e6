import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { ask } from "./Client.ts"
import type { Failure } from "./Failure.ts"

const staleMillis = 15_000
const retriesMax = 2

declare module "@tanstack/react-query" {
  interface Register {
    readonly defaultError: Failure
  }
}

/** Under which the signed-in member is kept; without one the shell leads to the sign-in. */
export const meKey = ["session", "me", null] as const

/** What was asked for, kept for a moment. Whatever call first meets an ended session, the whole dashboard knows. */
export const makeQueries = (): QueryClient => {
  const onError = (failure: Failure) => {
    if (failure._tag === "SignInNeeded") void client.resetQueries({ queryKey: meKey })
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (failure, { queryKey }) => {
        if (failure._tag === "Unreachable") recover()
        if (queryKey[1] !== "me") onError(failure)
      }
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: staleMillis,
        // What the server said it says again; only what did not arrive is asked for once more.
        retry: (times, failure) => failure._tag === "Unreachable" && times < retriesMax
      }
    }
  })
  const recover = recovering(
    client,
    () => ask("session", "me").then(() => true, (failure: Failure) => failure._tag !== "Unreachable")
  )
  return client
}

/** Before the first look, and the longest between two: each waits twice as long as the one before. */
const lookMillis = 3_000
const lookMillisMax = 60_000

/**
 * After a call that nobody answered: looks whether the server is there again, and then asks once more for what failed. What is shown
 * meanwhile stays, since only the look itself is repeated.
 *
 * @param isThere whether the server answers anything
 * @returns to be told of each call that nobody answered
 */
export const recovering = (client: QueryClient, isThere: () => Promise<boolean>): () => void => {
  let isLooking = false
  let wait = lookMillis
  const look = async () => {
    const isBack = await isThere()
    wait = Math.min(2 * wait, lookMillisMax)
    if (!isBack) return void setTimeout(look, wait)
    isLooking = false
    const hasFailed = { type: "active", predicate: isUnanswered } as const
    await client.refetchQueries(hasFailed)
    // It may answer, and still not this: the next look waits longer then.
    if (client.getQueryCache().findAll(hasFailed).length === 0) wait = lookMillis
  }
  return () => {
    if (isLooking) return
    isLooking = true
    setTimeout(look, wait)
  }
}

const isUnanswered = ({ state }: { readonly state: { readonly error: { readonly _tag: string } | null } }): boolean =>
  state.error?._tag === "Unreachable"
