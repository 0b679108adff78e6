import { Anchor, Group, Paper, Progress, Stack, Text, Title } from "@mantine/core"
import { Link } from "wouter"
import type { Answer } from "../../api/Client.ts"
import { chartColours } from "../../parts/ChartColours.ts"
import { countText } from "../../parts/Formats.ts"
import { keyNameOf, useKeyNames } from "../requests/KeyNames.ts"
import type { Range } from "./Range.ts"

/** Keys that are told. */
const keysMax = 8

interface Props {
  readonly keys: Answer<"overview", "overview">["keys"]
  readonly range: Range
}

/** Who asks most. */
export const BusiestKeys = ({ keys, range }: Props) => {
  const names = useKeyNames()
  if (keys.length === 0) return null
  const most = Math.max(...keys.map(({ requests }) => requests))
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="keys">
      <Stack gap="sm">
        <Title order={2} size="h4" id="keys">By API key</Title>
        {keys.slice(0, keysMax).map(({ keyId, requests }) => (
          <Stack key={keyId} gap={2}>
            <Group justify="space-between" wrap="nowrap">
              <Anchor
                component={Link}
                href={`/requests?${new URLSearchParams({ keyId, from: range.fromDay, to: range.toDay })}`}
                size="sm"
                c="inherit"
                style={{ overflowWrap: "anywhere" }}
              >
                {keyNameOf(names, keyId.startsWith("dashboard:") ? null : keyId)}
              </Anchor>
              <Text size="sm" style={{ fontVariantNumeric: "tabular-nums" }}>{countText(requests)}</Text>
            </Group>
            <Progress value={100 * requests / most} size={5} color={chartColours.amount} aria-hidden />
          </Stack>
        ))}
        {keys.length > keysMax && <Text size="xs" c="dimmed">and {keys.length - keysMax} more</Text>}
      </Stack>
    </Paper>
  )
}
