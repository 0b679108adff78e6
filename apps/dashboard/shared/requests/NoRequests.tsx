import { Stack } from "@mantine/core"
import { useApi } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { curlOf } from "./Curl.ts"

/** Empty state of an account without requests. If the account has a key, shows a command that sends a first request. */
export const NoRequests = () => {
  const { server } = useMe()
  const hasKey = useApi("keys", "list").data?.some(({ revokedAt }) => revokedAt === null) === true
  const { text } = curlOf({ operation: "scan/email", subject: "ann@gmial.com" }, server.baseUrl)
  return (
    <EmptyState
      title="No requests yet"
      action={{ label: "Open Try it", href: "/try" }}
      secondaryAction={{ label: hasKey ? "View API keys" : "Create API key", href: "/settings/keys" }}
    >
      <Stack gap="xs">
        <span>
          Requests with your API keys and from Try it appear here, with their verdict and cost.
          {hasKey && " To send one, set the variable KEY to your key and run:"}
        </span>
        {hasKey && <Code text={text} what="curl command" />}
      </Stack>
    </EmptyState>
  )
}
