import { Badge, Group, List, Paper, Stack, Text, Title } from "@mantine/core"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { codeLabel } from "../requests/CodeLabels.ts"
import { revealInvisible } from "../requests/Subject.ts"
import { groupFindings } from "./Findings.ts"

interface Props {
  readonly reasons: ReadonlyArray<{ readonly code: string; readonly message: string; readonly where: string }>
  /** Whether to include the meaning and source of each code. */
  readonly isDetailed?: boolean
  readonly level?: 3 | 4
}

/** Lists findings by reason with their locations, most severe first. */
export const ReasonList = ({ isDetailed = false, level = 4, reasons }: Props) => (
  <Stack gap="sm">
    {groupFindings(reasons).map(({ code, entry, findings }) => (
      <Paper key={code} withBorder p="sm" component="section">
        <Stack gap={6}>
          <Group justify="space-between" gap="xs">
            <Title order={level} size="h6">{codeLabel(code)}</Title>
            {findings.length > 1 && <Badge variant="default" tt="none">{findings.length} findings</Badge>}
          </Group>
          <List size="sm" spacing={4} listStyleType={findings.length === 1 ? "none" : "disc"} withPadding={false}>
            {findings.map(({ message, times, where }, at) => (
              <List.Item key={at} style={{ overflowWrap: "anywhere" }}>
                <TextWithCode text={revealInvisible(message)} />
                {where !== "" && <Text span c="dimmed" size="sm">{` (${revealInvisible(where)})`}</Text>}
                {times > 1 && <Text span c="dimmed" size="sm">{`, ${times} times`}</Text>}
              </List.Item>
            ))}
          </List>
          {isDetailed && entry !== null && (
            <Text size="sm" c="dimmed">
              <TextWithCode text={`${entry.about} Source: ${entry.source}.`} />
            </Text>
          )}
          {isDetailed && <Text size="xs" c="dimmed" ff="monospace">{code}</Text>}
        </Stack>
      </Paper>
    ))}
  </Stack>
)
