import type { QueryClient } from "@tanstack/react-query"

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
