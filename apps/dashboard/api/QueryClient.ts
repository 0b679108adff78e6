import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query"
import { callApi } from "./Client.ts"
import type { Failure } from "./Failure.ts"

const staleMillis = 15_000
const retriesMax = 2

declare module "@tanstack/react-query" {
  interface Register {
    readonly defaultError: Failure
  }
}

/** Cache key of the signed-in member. If no member is signed in, the query fails and the shell redirects to sign-in. */
export const meKey = ["session", "me", null] as const

/**
 * Creates the query cache. When a call reports that the session has ended, the dashboard returns to the sign-in page.
 */
export const makeQueryClient = (): QueryClient => {
  const onError = (failure: Failure) => {
    if (failure._tag === "SignInRequired") void client.resetQueries({ queryKey: meKey })
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
        // Retries only calls that got no response. The server would repeat an error that it has returned.
        retry: (times, failure) => failure._tag === "Unreachable" && times < retriesMax
      }
    }
  })
  const recover = refetchOnRecovery(
    client,
    () => callApi("session", "me").then(() => true, (failure: Failure) => failure._tag !== "Unreachable")
  )
  return client
}

/**
 * Milliseconds before the first health check, and the maximum between two checks. The delay doubles after each check.
 */
const checkMillis = 3_000
const checkMillisMax = 60_000

/**
 * Polls the server after a call without a response. Refetches failed queries when the server responds again. Until
 * then, only the health check is repeated, so the displayed data stays.
 *
 * @param isThere resolves to true if the server responds, also with an error
 * @returns callback to invoke after each call without a response
 */
export const refetchOnRecovery = (client: QueryClient, isThere: () => Promise<boolean>): () => void => {
  let isChecking = false
  let delayMillis = checkMillis
  const check = async () => {
    const isBack = await isThere()
    delayMillis = Math.min(2 * delayMillis, checkMillisMax)
    if (!isBack) return void setTimeout(check, delayMillis)
    isChecking = false
    const hasFailed = { type: "active", predicate: hasNoResponse } as const
    await client.refetchQueries(hasFailed)
    // If these queries still fail although the server responds, the delay keeps growing.
    if (client.getQueryCache().findAll(hasFailed).length === 0) delayMillis = checkMillis
  }
  return () => {
    if (isChecking) return
    isChecking = true
    setTimeout(check, delayMillis)
  }
}

const hasNoResponse = ({ state }: { readonly state: { readonly error: { readonly _tag: string } | null } }): boolean =>
  state.error?._tag === "Unreachable"
