import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { ask } from "./Client.ts"
import type { Failure } from "./Failure.ts"
import { recovering } from "./Recover.ts"

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
