import { useEffect, useRef, useState } from "react"
import type { Pages } from "../../api/Hooks.ts"
import { Empty } from "../../parts/page/Empty.tsx"

/** The server looks through so much at a time: an empty page is not the end. The rest comes by itself until there are so many. */
const rowsWanted = 20
/** Pages that are asked for by themselves: whoever looks for what is not there should not keep the server busy. */
export const pagesByItselfMax = 40

export interface Filling {
  /** Further pages are on their way. */
  readonly isFilling: boolean
  /** There may be more, and nobody asks for it. */
  readonly hasPaused: boolean
  readonly goOn: () => void
}

/**
 * Asks for further pages while there are too few rows.
 *
 * @param asked what is looked for: with something else it begins anew
 */
export const useFilling = (
  { failure, hasMore, isLoadingMore, items, loadMore }: Pages<unknown>,
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
    // What was asked for is not told as loading before the next turn.
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

/** A search that paused: what is older was not looked through yet. */
export const NothingSoFar = ({ onMore }: { readonly onMore: () => void }) => (
  <Empty title="Nothing matches so far" next={{ label: "Look further back", onClick: onMore }}>
    There are older requests that were not looked through yet.
  </Empty>
)
