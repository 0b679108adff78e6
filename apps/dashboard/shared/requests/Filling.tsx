import { useEffect, useRef, useState } from "react"
import type { PagedList } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"

/**
 * The server scans a limited range per request, so an empty page is not the end. Pages are loaded automatically until there are this
 * many rows.
 */
const rowsWanted = 20
/** Maximum pages to load automatically, so that a search without results does not keep the server busy. */
export const pagesByItselfMax = 40

export interface Filling {
  /** Whether further pages are loading automatically. */
  readonly isFilling: boolean
  /** Whether automatic loading has paused before the end. */
  readonly hasPaused: boolean
  readonly goOn: () => void
}

/**
 * Loads further pages while there are too few rows.
 *
 * @param asked current search; a change restarts the loading
 */
export const useFilling = (
  { failure, hasMore, isLoadingMore, items, loadMore }: PagedList<unknown>,
  asked: string
): Filling => {
  const [done, setDone] = useState({ asked, pages: 0 })
  const underWay = useRef<"nothing" | "asked for" | "loading">("nothing")
  const pages = done.asked === asked ? done.pages : 0
  const hasTooFew = hasMore && items.length < rowsWanted && failure === null
  const isFilling = hasTooFew && pages < pagesByItselfMax
  useEffect(() => {
    if (isLoadingMore) underWay.current = "loading"
    else if (underWay.current === "loading") underWay.current = "nothing"
    // A new request is not reported as loading until the next render.
    if (!isFilling || underWay.current !== "nothing") return
    underWay.current = "asked for"
    setDone({ asked, pages: pages + 1 })
    loadMore()
  }, [isFilling, isLoadingMore, asked, pages, loadMore])
  return {
    isFilling,
    hasPaused: hasTooFew && !isFilling && !isLoadingMore,
    goOn: () => setDone({ asked, pages: 0 })
  }
}

/** Empty state of a paused search, which has not covered older requests yet. */
export const NothingSoFar = ({ onMore }: { readonly onMore: () => void }) => (
  <EmptyState title="Nothing matches so far" action={{ label: "Look further back", onClick: onMore }}>
    There are older requests that were not looked through yet.
  </EmptyState>
)
