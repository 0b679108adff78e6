import { useEffect } from "react"
import type { Pages } from "../../api/Hooks.ts"

/** The server looks through so much at a time: an empty page is not the end. The rest comes by itself until there are so many. */
const rowsWanted = 20

/** Asks for further pages while there are too few rows; tells whether it does. */
export const useFilling = <Row>({ failure, hasMore, isLoadingMore, items, loadMore }: Pages<Row>): boolean => {
  const isFilling = hasMore && items.length < rowsWanted && failure === null
  useEffect(() => {
    if (isFilling && !isLoadingMore) loadMore()
  })
  return isFilling
}
