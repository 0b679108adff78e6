import { useQueryClient } from "@tanstack/react-query"
import { useLocation } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { meKey } from "../../api/Queries.ts"

/** Goes on as who has just been signed in: nothing stays of whoever was before. */
export const useEnter = () => {
  const [, navigate] = useLocation()
  const queries = useQueryClient()
  return (me: Answer<"entry", "signIn">, path = "/"): void => {
    queries.clear()
    queries.setQueryData(meKey, me)
    navigate(path, { replace: true })
  }
}
