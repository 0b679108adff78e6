import { Badge, Group, List, Paper, Stack, Text, Title } from "@mantine/core"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { codeInWords } from "../requests/CodeInWords.ts"
import { plainly } from "../requests/Subject.ts"
import { reasonsOf } from "./Findings.ts"

interface Props {
  readonly reasons: ReadonlyArray<{ readonly code: string; readonly message: string; readonly where: string }>
  /** Whether to include the meaning and source of each code. */
  readonly isAtLength?: boolean
  readonly level?: 3 | 4
}

/** Findings by reason with their locations, most severe first. */
export const ReasonList = ({ isAtLength = false, level = 4, reasons }: Props) => (
  <Stack gap="sm">
    {reasonsOf(reasons).map(({ code, entry, findings }) => (
      <Paper key={code} withBorder p="sm" component="section">
        <Stack gap={6}>
          <Group justify="space-between" gap="xs">
            <Title order={level} size="h6">{codeInWords(code)}</Title>
            {findings.length > 1 && <Badge variant="default" tt="none">{findings.length} findings</Badge>}
          </Group>
          <List size="sm" spacing={4} listStyleType={findings.length === 1 ? "none" : "disc"} withPadding={false}>
            {findings.map(({ message, times, where }, at) => (
              <List.Item key={at} style={{ overflowWrap: "anywhere" }}>
                <TextWithCode text={plainly(message)} />
                {where !== "" && <Text span c="dimmed" size="sm">{` (${plainly(where)})`}</Text>}
                {times > 1 && <Text span c="dimmed" size="sm">{`, ${times} times`}</Text>}
              </List.Item>
            ))}
          </List>
          {isAtLength && entry !== null && (
            <Text size="sm" c="dimmed">
              <TextWithCode text={`${entry.about} Source: ${entry.source}.`} />
            </Text>
          )}
          {isAtLength && <Text size="xs" c="dimmed" ff="monospace">{code}</Text>}
        </Stack>
      </Paper>
    ))}
  </Stack>
)
