import { MantineProvider } from "@mantine/core"
import { QueryClientProvider } from "@tanstack/react-query"
import { lazy, Suspense } from "react"
import { Route, Router, Switch } from "wouter"
import { makeQueryClient } from "./api/QueryClient.ts"
import { navigateGuarded } from "./parts/forms/LeaveGuard.ts"
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx"
import { SignedIn } from "./shell/SignedIn.tsx"
import { cssVariables, theme } from "./Theme.ts"

const queryClient = makeQueryClient()
const SignIn = lazy(() => import("./pages/entry/SignIn.tsx"))
const Join = lazy(() => import("./pages/entry/Join.tsx"))
const Reset = lazy(() => import("./pages/entry/Reset.tsx"))
const Notifications = lazy(() => import("./shell/Toasts.tsx"))

/** Renders the whole dashboard: three pages that need no session, and the shell around all other pages. */
export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    getStyleNonce={styleNonce}
    defaultColorScheme="auto"
  >
    <Suspense>
      <Notifications />
    </Suspense>
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <Router base="/dashboard" aroundNav={navigateGuarded}>
          <Suspense>
            <Switch>
              <Route path="/sign-in">
                <SignIn />
              </Route>
              <Route path="/join">
                <Join />
              </Route>
              <Route path="/reset">
                <Reset />
              </Route>
              <Route>
                <SignedIn />
              </Route>
            </Switch>
          </Suspense>
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  </MantineProvider>
)

/**
 * Returns the page's CSP nonce, which the server generates for every response. Style elements that scripts add need it.
 */
const styleNonce = (): string => document.querySelector<HTMLMetaElement>("meta[name=csp-nonce]")?.content ?? ""

/**
 * Sets the global variable from which the package `get-nonce` reads the nonce. Mantine's dialogs lock page scrolling
 * with a style element that needs this nonce.
 */
export const exposeStyleNonce = (): void => {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() })
}
