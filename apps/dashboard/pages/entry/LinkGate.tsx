import { Button, Loader, Stack, Text } from "@mantine/core"
import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Link } from "wouter"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"
import { EntryFrame } from "./EntryFrame.tsx"

interface Props<A> {
  /** Token from the URL; empty if the URL has none. */
  readonly token: string
  /** Query for the properties of the single-use link. */
  readonly link: UseQueryResult<A>
  /** Text that says how to get a new link. */
  readonly advice: string
  readonly children: (link: A) => ReactNode
}

/**
 * Shows its children if the single-use link is valid. If it is invalid, says why and what to do. If the check fails,
 * offers a retry.
 */
export const LinkGate = <A extends object>({ advice, children, link, token }: Props<A>) => {
  if (link.data !== undefined) return children(link.data)
  if (token !== "" && link.isLoading) {
    return (
      <EntryFrame title="Checking the link">
        <Loader type="dots" aria-label="Loading" />
      </EntryFrame>
    )
  }
  const { error } = link
  // These failures do not mean that the link is invalid, so a retry may succeed.
  if (error !== null && error._tag !== "NotFound" && error._tag !== "InvalidInput") {
    return (
      <EntryFrame title="Checking the link">
        <FailureAlert failure={error} onRetry={() => void link.refetch()} />
      </EntryFrame>
    )
  }
  return (
    <EntryFrame title="This link does not work">
      <Stack>
        <Text size="sm">{error?.message ?? "The link is incomplete. Copy the whole link and open it again."}</Text>
        <Text size="sm" c="dimmed">{advice}</Text>
        <Button component={Link} href="/sign-in" variant="default">Go to sign-in</Button>
      </Stack>
    </EntryFrame>
  )
}

let token: string | undefined

/**
 * Returns the token from the URL fragment, which browsers do not send. Removes it from the address bar and the history.
 */
export const takeToken = (): string => {
  if (location.hash.length > 1) {
    token = decodeURIComponent(location.hash.slice(1).replace(/%(?![\da-f]{2})/gi, "%25"))
    history.replaceState(null, "", location.pathname)
  }
  return token ?? ""
}
