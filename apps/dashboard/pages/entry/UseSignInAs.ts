import { useQueryClient } from "@tanstack/react-query"
import { useLocation } from "wouter"
import type { ApiResponse } from "../../api/Client.ts"
import { meKey } from "../../api/QueryClient.ts"

/** Returns a function that continues as the newly signed-in member. It drops all data of the previous member. */
export const useSignInAs = () => {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  return (me: ApiResponse<"entry", "signIn">, path = "/"): void => {
    queries.clear()
    queries.setQueryData(meKey, me)
    navigate(path, { replace: true })
  }
}
