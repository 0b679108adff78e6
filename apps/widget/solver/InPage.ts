import type { search } from "./Attempts.ts"
import { pageKey } from "./Messages.ts"
import { scriptUrl } from "./ScriptUrl.ts"

/** Longest that the page is held up at a time: half of what it has for a frame. */
export const sliceMillisMax = 8

/** Loads the script into the page itself, for pages that may have no workers. Rejects where that is forbidden, too. */
export const searchInPage = (script: string, nonce: string | undefined): Promise<typeof search> =>
  new Promise((resolve, reject) => {
    const found = () => (globalThis as { [pageKey]?: typeof search })[pageKey]
    const there = found()
    if (there !== undefined) return resolve(there)
    const element = document.createElement("script")
    element.src = scriptUrl(script)
    if (nonce !== undefined) element.nonce = nonce
    const end = () => {
      element.remove()
      const loaded = found()
      if (loaded === undefined) reject(new Error("The solver cannot be loaded"))
      else resolve(loaded)
    }
    element.addEventListener("error", end)
    element.addEventListener("load", end)
    document.head.append(element)
  })
