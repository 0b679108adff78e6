import { Skeleton, Stack } from "@mantine/core"
import { type ComponentType, lazy, Suspense } from "react"
import { Redirect, Route, Switch, useLocation, useSearch } from "wouter"
import { useMe } from "../api/Me.ts"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { NotFound } from "./NotFound.tsx"
import { type PageEntry, pages, pagesFor, startOf } from "./pages.ts"

const loaded: ReadonlyMap<PageEntry, ComponentType> = new Map(pages.map((page) => [page, lazy(page.load)]))

/** The page that the address names, as far as this role may see it. */
export const Routes = () => {
  const { member } = useMe()
  const mine = pagesFor(member.role)
  const [path] = useLocation()
  const search = useSearch()
  return (
    <Switch>
      {mine.map((page) => {
        const Shown = loaded.get(page)!
        return (
          <Route key={page.path} path={page.path}>
            <ErrorBoundary key={page.path} place={`${path}?${search}`}>
              <Suspense fallback={<PageSkeleton />}>
                <Shown />
              </Suspense>
            </ErrorBoundary>
          </Route>
        )
      })}
      {mine[0]!.path !== "/" && (
        <Route path="/">
          <Redirect to={startOf(mine[0]!)} replace />
        </Route>
      )}
      <Route path="/settings">
        <Redirect to={startOf(mine.find(({ group }) => group === "Settings")!)} replace />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

const PageSkeleton = () => (
  <Stack role="status" aria-label="Loading the page" aria-busy>
    <Skeleton height={30} width={220} />
    <Skeleton height={16} width="60%" />
    <Skeleton height={320} />
  </Stack>
)
