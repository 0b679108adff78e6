import { useLayoutEffect, useState } from "react"
import type { AroundNavHandler } from "wouter"

type Go = () => void

/** Guard of a page with unsaved changes. `confirm` receives a callback that performs the requested navigation. */
interface Guard {
  readonly here: string
  readonly confirm: (go: Go) => void
}

let guard: Guard | null = null

/**
 * Navigation handler of the router. Asks before unsaved changes are lost. Does not ask before sign-in, because a
 * signed-out user cannot save.
 */
export const navigateGuarded: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (guard === null || /\/sign-in(?:\?|$)/.test(to)) go()
  else guard.confirm(go)
}

/** Intercepts Back before the router. Call it first, because an earlier listener could unmount the page. */
export const interceptBack = (): void =>
  addEventListener("popstate", (event) => {
    if (guard === null) return
    // Adds the previous URL to the history again, because the browser has already changed the URL. A confirmed Back
    // then goes to the right page.
    event.stopImmediatePropagation()
    history.pushState(null, "", guard.here)
    guard.confirm(() => history.back())
  }, true)

/**
 * Holds navigations while `holds` is true. `go` performs the requested navigation, and `stay` discards it. The browser
 * asks before it loads another page.
 */
export const useLeaveGuard = (holds: boolean) => {
  const [go, wait] = useState<Go | null>(null)
  // The cleanup of a layout effect runs in the commit that unmounts the page, so a redirect afterwards does not ask.
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

/** Makes the browser ask before it leaves or closes the page, while at least one holder is registered. */
export const setUnloadPrompt = (holder: object, isHeld: boolean): void => {
  if (isHeld) holders.add(holder)
  else holders.delete(holder)
  // Removes the listener if possible, because a permanent listener would disable the back/forward cache.
  if (holders.size > 0) addEventListener("beforeunload", promptBeforeUnload)
  else removeEventListener("beforeunload", promptBeforeUnload)
}
