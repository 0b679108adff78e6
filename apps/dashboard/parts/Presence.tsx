import { Box } from "@mantine/core"
import type { ReactNode } from "react"
import type { Pages } from "../api/Hooks.ts"

/** Whether an account has anything of a kind; what is narrowed may leave nothing of it and is still some. */
export type Presence = "unknown" | "none" | "some"

/** Of a list, as far as it was asked for. A failure does not tell that there is nothing. */
export const presenceOf = (
  list: Pick<Pages<unknown>, "failure" | "hasMore" | "isLoading" | "isOfBefore" | "items">,
  isNarrowed: boolean
): Presence => {
  if (isNarrowed || list.items.length > 0 || list.hasMore || list.failure !== null) return "some"
  return list.isLoading || list.isOfBefore ? "unknown" : "none"
}

/** What is of use only where there is something; its place is kept until that is known, so that nothing jumps. */
export const IfAny = ({ children, of }: { readonly of: Presence; readonly children: ReactNode }) =>
  of === "none"
    ? null
    : <Box display="contents" {...of === "unknown" ? { style: { visibility: "hidden" } } : {}}>{children}</Box>
