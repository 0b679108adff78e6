import { useLayoutEffect, useState } from "react"
import type { AroundNavHandler } from "wouter"

type Go = () => void

/** Where something would be lost: told of each step away, with what carries it out. */
interface Guard {
  readonly here: string
  readonly ask: (go: Go) => void
}

let guard: Guard | null = null

/** Of the router: steps within the dashboard ask first where something would be lost. Whoever is signed out can save nothing. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (guard === null || /\/sign-in(?:\?|$)/.test(to)) go()
  else guard.ask(go)
}

/** Before the router hears of Back: the first listener there is, since the page would be put away between two of them. */
export const guardBack = (): void =>
  addEventListener("popstate", (event) => {
    if (guard === null) return
    // The address has changed already: it is put back, one step further on, and Back leads from there.
    event.stopImmediatePropagation()
    history.pushState(null, "", guard.here)
    guard.ask(() => history.back())
  }, true)

/** While `holds`, a step away waits in `go`; the browser asks by itself before it loads another page. */
export const useLeaveGuard = (holds: boolean) => {
  const [go, wait] = useState<Go | null>(null)
  // In the same turn as the page is put away: a redirect that follows asks nobody.
  useLayoutEffect(() => {
    if (!holds) return
    const mine: Guard = { here: location.href, ask: (go) => wait(() => go) }
    guard = mine
    holdPage(mine, true)
    return () => {
      guard = null
      holdPage(mine, false)
    }
  }, [holds])
  return { go, stay: () => wait(null) }
}

const held = new Set<object>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While anything is held, the browser asks before it loads another page or closes this one. */
export const holdPage = (holder: object, isHeld: boolean): void => {
  if (isHeld) held.add(holder)
  else held.delete(holder)
  // A listener without need would keep browsers from coming back to the page at once.
  if (held.size > 0) addEventListener("beforeunload", ask)
  else removeEventListener("beforeunload", ask)
}
