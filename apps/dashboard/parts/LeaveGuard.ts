import { useLayoutEffect, useState } from "react"
import type { AroundNavHandler } from "wouter"
import { holdPage } from "./HoldPage.ts"

type Go = () => void

/** Told of each step away, with what carries it out; null: nothing would be lost. */
let guard: ((go: Go) => void) | null = null

/** Of the router: steps within the dashboard ask first where something would be lost. Whoever is signed out can save nothing. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  const go = () => navigate(to, options)
  if (guard === null || /\/sign-in(?:\?|$)/.test(to)) go()
  else guard(go)
}

/** While `holds`, a step away waits in `go`; the browser asks by itself before it loads another page. */
export const useLeaveGuard = (holds: boolean) => {
  const [go, wait] = useState<Go | null>(null)
  // In the same turn as the page is put away: a redirect that follows asks nobody.
  useLayoutEffect(() => {
    if (!holds) return
    const here = location.href
    const holder = {}
    const onBack = (event: PopStateEvent) => {
      // The address has changed already: it is put back, one step further on, and Back leads from there.
      event.stopImmediatePropagation()
      history.pushState(null, "", here)
      wait(() => () => history.back())
    }
    guard = (go) => wait(() => go)
    holdPage(holder, true)
    addEventListener("popstate", onBack, true)
    return () => {
      guard = null
      holdPage(holder, false)
      removeEventListener("popstate", onBack, true)
    }
  }, [holds])
  return { go, stay: () => wait(null) }
}
