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

/** Cache key of the signed-in member. If that query returns no member, the shell redirects to the sign-in page. */
export const meKey = ["session", "me", null] as const

/** Creates the query cache. If any call reports an ended session, the whole dashboard signs out. */
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

/** Delay before the first health check, and the maximum between two. The delay doubles after each check. */
const checkMillis = 3_000
const checkMillisMax = 60_000

/**
 * Polls the server after a call without a response, and refetches failed queries once the server responds again. The displayed data
 * stays meanwhile, because only the health check is repeated.
 *
 * @param isThere resolves to whether the server responds at all
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
    // The server may respond although these queries still fail. The delay then keeps growing.
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
