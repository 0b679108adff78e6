import { useLayoutEffect, useState } from "react"
import type { AroundNavHandler } from "wouter"

type Go = () => void

/** Guard of a page with unsaved changes. Receives each navigation and a callback that performs it. */
interface Guard {
  readonly here: string
  readonly confirm: (go: Go) => void
}

let guard: Guard | null = null

/** Navigation handler of the router. Asks before unsaved changes are lost; a signed-out user cannot save and is not asked. */
export const navigateGuarded: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (guard === null || /\/sign-in(?:\?|$)/.test(to)) go()
  else guard.confirm(go)
}

/** Intercepts Back before the router. Must be the first listener, because the page could otherwise unmount between two listeners. */
export const interceptBack = (): void =>
  addEventListener("popstate", (event) => {
    if (guard === null) return
    // The URL has already changed. Push the old one as a new entry, so that Back works from there.
    event.stopImmediatePropagation()
    history.pushState(null, "", guard.here)
    guard.confirm(() => history.back())
  }, true)

/** While `holds` is true, a navigation waits in `go`. The browser itself asks before it loads another page. */
export const useLeaveGuard = (holds: boolean) => {
  const [go, wait] = useState<Go | null>(null)
  // Runs in the same commit that unmounts the page, so that a redirect afterwards does not ask.
  useLayoutEffect(() => {
    if (!holds) return
    const mine: Guard = { here: location.href, confirm: (go) => wait(() => go) }
    guard = mine
    setUnloadPrompt(mine, true)
    return () => {
      guard = null
      setUnloadPrompt(mine, false)
    }
  }, [holds])
  return { go, stay: () => wait(null) }
}

const holders = new Set<object>()

const promptBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Lets the browser ask before it leaves or closes the page while any holder is active. */
export const setUnloadPrompt = (holder: object, isHeld: boolean): void => {
  if (isHeld) holders.add(holder)
  else holders.delete(holder)
  // A permanent listener would disable the back/forward cache.
  if (holders.size > 0) addEventListener("beforeunload", promptBeforeUnload)
  else removeEventListener("beforeunload", promptBeforeUnload)
}
