import { Paper, Stack, Text, Title } from "@mantine/core"
import type { ApiResponse } from "../../api/Client.ts"
import { keyNameOf, useKeyNames } from "../../shared/requests/KeyNames.ts"
import type { Range } from "../../shared/time/Range.ts"
import { ShareRow } from "./ShareRow.tsx"

/** Maximum number of keys to list. */
const keysMax = 8

interface Props {
  readonly keys: ApiResponse<"overview", "overview">["keys"]
  /** Number of requests from the dashboard, which use no key. */
  readonly dashboardRequests: number
  readonly range: Range
}

/** Lists the keys with the most requests. */
export const BusiestKeys = ({ keys, range, dashboardRequests }: Props) => {
  const names = useKeyNames()
  if (keys.length === 0 && dashboardRequests === 0) return null
  const all = keys.reduce((sum, { requests }) => sum + requests, dashboardRequests)
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="keys">
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4" id="keys">By API key</Title>
          <Text size="sm" c="dimmed">Requests per key, and their share of all requests.</Text>
        </div>
        {keys.slice(0, keysMax).map(({ keyId, requests }) => (
          <ShareRow
            key={keyId}
            label={keyNameOf(names, keyId)}
            count={requests}
            of={all}
            meaning="amount"
            href={`/requests?${new URLSearchParams({ keyId, from: range.fromDay, to: range.toDay })}`}
          />
        ))}
        {keys.length > keysMax && <Text size="xs" c="dimmed">and {keys.length - keysMax} more</Text>}
        {dashboardRequests > 0 && (
          <ShareRow label={keyNameOf(names, null)} count={dashboardRequests} of={all} meaning="amount" href={null} />
        )}
      </Stack>
    </Paper>
  )
}
