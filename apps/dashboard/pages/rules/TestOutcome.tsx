import { CloseButton, Group, List, Paper, Stack, Text } from "@mantine/core"
import type { Answer } from "../../api/Client.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { ActionBadge } from "../../shared/threats/ActionBadge.tsx"

const outcomes = {
  "blocked": { tone: "bad", words: "Blocked" },
  "allowed": { tone: "good", words: "Allowed" },
  "no-rule": { tone: "plain", words: "No rule matches" }
} as const

const kindNames = { email: "an address", domain: "a domain", ip: "an IP address", country: "a country" } as const

interface Props {
  readonly answer: Answer<"rules", "test">
  readonly value: string
  readonly onClose: () => void
}

/** What came of a test of the rules, said once, with the rules that match. */
export const TestOutcome = ({ answer, onClose, value }: Props) => {
  const { tone, words } = outcomes[answer.outcome]
  return (
    <Paper withBorder px="sm" py="xs" mt="sm" bg="var(--quiet-ground)">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={6} miw={0}>
          <Group gap="xs">
            <Verdict tone={tone}>{words}</Verdict>
            <Text span size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>{value}</Text>
            <Text span size="sm" c="dimmed">read as {kindNames[answer.kind]}</Text>
          </Group>
          {answer.rules.length > 0 && (
            <List size="sm" spacing={6} listStyleType="none">
              {answer.rules.map((rule, at) => (
                <List.Item key={rule.id}>
                  <Group gap="xs">
                    <ActionBadge action={rule.action} />
                    <Text span size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>{rule.value}</Text>
                    <Text span size="sm" fw={at === 0 ? 600 : 400}>{at === 0 ? "decides" : "matches as well"}</Text>
                    {rule.note !== "" && <Text span size="sm" c="dimmed">{rule.note}</Text>}
                  </Group>
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
        <CloseButton aria-label="Close the test" onClick={onClose} />
      </Group>
    </Paper>
  )
}
