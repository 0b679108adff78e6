import { useEffect, useRef, useState } from "react"
import type { PagedList } from "../../api/Hooks.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"

/**
 * Number of rows that automatic loading aims at. A page can be empty before the end of the list, because the server
 * scans a limited range per request.
 */
const rowsWanted = 20
/** Maximum pages to load automatically, so that a search without results does not keep the server busy. */
export const autoLoadedPagesMax = 40

export interface AutoLoad {
  /** Whether further pages are loading automatically. */
  readonly isAutoLoading: boolean
  /** Whether automatic loading has stopped before the end of the list. */
  readonly hasPaused: boolean
  readonly resume: () => void
}

/**
 * Loads further pages while the list has too few rows.
 *
 * @param searchKey identifies the current search; when it changes, the number of loaded pages restarts at zero
 */
export const useAutoLoad = (
  { failure, hasMore, isLoadingMore, items, loadMore }: PagedList<unknown>,
  searchKey: string
): AutoLoad => {
  const [done, setDone] = useState({ searchKey, pages: 0 })
  const loadState = useRef<"idle" | "requested" | "loading">("idle")
  const pages = done.searchKey === searchKey ? done.pages : 0
  const hasTooFew = hasMore && items.length < rowsWanted && failure === null
  const isAutoLoading = hasTooFew && pages < autoLoadedPagesMax
  useEffect(() => {
    if (isLoadingMore) loadState.current = "loading"
    else if (loadState.current === "loading") loadState.current = "idle"
    // `isLoadingMore` becomes true one render after the request, so `loadState` prevents a second request.
    if (!isAutoLoading || loadState.current !== "idle") return
    loadState.current = "requested"
    setDone({ searchKey, pages: pages + 1 })
    loadMore()
  }, [isAutoLoading, isLoadingMore, searchKey, pages, loadMore])
  return {
    isAutoLoading,
    hasPaused: hasTooFew && !isAutoLoading && !isLoadingMore,
    resume: () => setDone({ searchKey, pages: 0 })
  }
}

/** Empty state of a paused search, which has not covered older requests. */
export const NoMatchesYet = ({ onMore }: { readonly onMore: () => void }) => (
  <EmptyState title="No matches so far" action={{ label: "Search older requests", onClick: onMore }}>
    Older requests have not been searched yet.
  </EmptyState>
)
