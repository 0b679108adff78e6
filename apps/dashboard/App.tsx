import { MantineProvider } from "@mantine/core"
import { Notifications } from "@mantine/notifications"
import { QueryClientProvider } from "@tanstack/react-query"
import { Route, Router, Switch } from "wouter"
import { makeQueries } from "./api/Queries.ts"
import { styleNonce } from "./Nonce.ts"
import { Join } from "./pages/entry/Join.tsx"
import { SignIn } from "./pages/entry/SignIn.tsx"
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx"
import { SignedIn } from "./shell/SignedIn.tsx"
import { cssVariables, theme } from "./Theme.ts"

const queries = makeQueries()

/** The whole dashboard: two pages that need no session, and the shell around all others. */
export const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    getStyleNonce={styleNonce}
    defaultColorScheme="auto"
  >
    <Notifications position="bottom-right" />
    <ErrorBoundary>
      <QueryClientProvider client={queries}>
        <Router base="/dashboard">
          <Switch>
            <Route path="/sign-in">
              <SignIn />
            </Route>
            <Route path="/join">
              <Join />
            </Route>
            <Route>
              <SignedIn />
            </Route>
          </Switch>
        </Router>
      </QueryClientProvider>
    </ErrorBoundary>
  </MantineProvider>
)
