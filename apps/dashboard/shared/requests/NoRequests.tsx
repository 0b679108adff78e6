import { Stack } from "@mantine/core"
import { useApi } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { curlOf } from "./Curl.ts"

/** Empty state of an account without requests. If it has a key, shows a first request to send. */
export const NoRequests = () => {
  const { server } = useMe()
  const hasKey = useApi("keys", "list").data?.some(({ revokedAt }) => revokedAt === null) === true
  const { text } = curlOf({ operation: "scan/email", subject: "ann@gmial.com" }, server.baseUrl)
  return (
    <EmptyState
      title="Nothing was asked yet"
      action={{ label: "Try it", href: "/try" }}
      secondaryAction={{ label: hasKey ? "API keys" : "Create an API key", href: "/settings/keys" }}
    >
      <Stack gap="xs">
        <span>
          Every request with one of your API keys appears here, and everything you try, with its verdict and what it
          cost.{hasKey && " With a key in the variable KEY:"}
        </span>
        {hasKey && <Code text={text} what="curl command" />}
      </Stack>
    </EmptyState>
  )
}
