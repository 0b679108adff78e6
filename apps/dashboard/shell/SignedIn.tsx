import { Center, Loader } from "@mantine/core"
import { useEffect, useRef, useState } from "react"
import { Redirect, useLocation, useSearch } from "wouter"
import { useApi } from "../api/Hooks.ts"
import { MeContext } from "../api/Me.ts"
import { abortSessionStores } from "../api/SessionStore.ts"
import { EntryFrame } from "../pages/entry/EntryFrame.tsx"
import { signInPath } from "../pages/entry/ReturnPath.ts"
import { FailureAlert } from "../parts/page/FailureAlert.tsx"
import { pageAt } from "./pages.ts"
import { Shell } from "./Shell.tsx"

/**
 * Renders the shell for a signed-in member. Redirects other users to the sign-in page, which later returns to the
 * current page.
 */
export const SignedIn = () => {
  const me = useApi("session", "me")
  const [path] = useLocation()
  const search = useSearch()
  // Loads the page's code in parallel with the session query. If loading fails, rendering the page reports the error.
  useState(() => void pageAt(path)?.load().catch(() => undefined))
  const wasSignedIn = useRef(false)
  useEffect(() => abortSessionStores, [])
  if (me.data !== undefined) wasSignedIn.current = true
  if (me.error?._tag === "SignInRequired") {
    return <Redirect to={signInPath(path, search, wasSignedIn.current)} replace />
  }
  if (me.data !== undefined) {
    return (
      <MeContext value={me.data}>
        <Shell />
      </MeContext>
    )
  }
  if (me.error) {
    return (
      <EntryFrame title="Gatehouse is not responding">
        <FailureAlert failure={me.error} onRetry={() => void me.refetch()} />
      </EntryFrame>
    )
  }
  return (
    <Center h="100vh" role="status" aria-label="Loading">
      <Loader type="dots" />
    </Center>
  )
}
