import { Button, Group, Skeleton, Stack } from "@mantine/core"
import { lazy, Suspense } from "react"
import { Link, Redirect, Route, Switch, useLocation, useSearch } from "wouter"
import { useMe } from "../api/Me.ts"
import { Page } from "../parts/page/Page.tsx"
import { ErrorBoundary } from "./ErrorBoundary.tsx"
import { basePathOf, pages, pagesFor } from "./pages.ts"

const loaded = pages.map((page) => ({ page, Shown: lazy(page.load) }))

/** Renders the page of the current path, if the member's role has access. */
export const Routes = () => {
  const { member } = useMe()
  const mine = pagesFor(member.role)
  const [first] = mine
  const settings = mine.find(({ group }) => group === "Settings")
  const [path] = useLocation()
  const search = useSearch()
  return (
    <Switch>
      {loaded.filter(({ page }) => mine.includes(page)).map(({ page, Shown }) => (
        <Route key={page.path} path={page.path}>
          <ErrorBoundary key={page.path} path={`${path}?${search}`}>
            <Suspense fallback={<PageSkeleton />}>
              <Shown />
            </Suspense>
          </ErrorBoundary>
        </Route>
      ))}
      {first.path !== "/" && (
        <Route path="/">
          <Redirect to={basePathOf(first)} replace />
        </Route>
      )}
      {settings !== undefined && (
        <Route path="/settings">
          <Redirect to={basePathOf(settings)} replace />
        </Route>
      )}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

const PageSkeleton = () => (
  <Stack role="status" aria-label="Loading page" aria-busy>
    <Skeleton height={30} width={220} />
    <Skeleton height={16} width="60%" />
    <Skeleton height={320} />
  </Stack>
)

/** Message for a path without a page, or with a page that the member's role cannot access. */
const NotFound = () => {
  const { member } = useMe()
  const first = pagesFor(member.role)[0]
  return (
    <Page
      title="Page not found"
      description="Check the address. Your role may not have access to this page."
    >
      <Group>
        <Button component={Link} href={basePathOf(first)}>Go to {first.title}</Button>
      </Group>
    </Page>
  )
}
