import { Button, CloseButton, Group, List, Paper, Stack, Text, TextInput } from "@mantine/core"
import { IconFlask } from "@tabler/icons-react"
import { type FormEvent, type ReactNode, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { ActionBadge, StatusBadge } from "../../parts/text/StatusBadge.tsx"

/**
 * Field in the filter row that tests a value against the rules. The result appears below the row.
 *
 * @param beside other content of the row
 */
export const TestValue = ({ beside }: { readonly beside: ReactNode }) => {
  const [value, setValue] = useState("")
  const test = useApiMutation("rules", "test", { invalidates: [], handlesFailure: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== "") test.run({ payload: { value: value.trim() } })
  }
  const problem = test.fields["value"] ?? (test.failure === null ? undefined : test.failure.message)
  const clear = () => {
    setValue("")
    test.reset()
  }
  return (
    <Stack gap={0}>
      <Group justify="space-between" align="flex-end" gap="sm">
        {beside}
        <Group
          component="form"
          onSubmit={submit}
          wrap="nowrap"
          gap="xs"
          align="flex-end"
          w={{ base: "100%", sm: "auto" }}
        >
          <TextInput
            label="Test a value"
            placeholder="Email, domain, IP address or country"
            leftSection={<IconFlask size={16} />}
            value={value}
            error={problem !== undefined}
            required
            withAsterisk={false}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              test.reset()
            }}
            maxLength={lineCharsMax}
            autoComplete="off"
            spellCheck={false}
            flex={1}
            w={{ base: "auto", sm: 320 }}
          />
          <Button type="submit" variant="default" loading={test.isRunning}>Test value</Button>
        </Group>
      </Group>
      <div aria-live="polite">
        {problem !== undefined && <Text size="sm" c="red" mt={4} ta={{ sm: "right" }}>{problem}</Text>}
        {test.response !== undefined && <TestOutcome answer={test.response} value={value.trim()} onClose={clear} />}
      </div>
    </Stack>
  )
}

const outcomes = {
  "blocked": { tone: "bad", words: "Blocked" },
  "allowed": { tone: "good", words: "Allowed" },
  "no-rule": { tone: "plain", words: "No matching rule" }
} as const

const kindNames = { email: "an email address", domain: "a domain", ip: "an IP address", country: "a country" } as const

interface TestOutcomeProps {
  readonly answer: ApiResponse<"rules", "test">
  readonly value: string
  readonly onClose: () => void
}

/** Shows the result of a rule test, with the matching rules. */
export const TestOutcome = ({ answer, onClose, value }: TestOutcomeProps) => {
  const { tone, words } = outcomes[answer.outcome]
  return (
    <Paper withBorder px="sm" py="xs" mt="sm" bg="var(--quiet-ground)">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Stack gap={6} miw={0}>
          <Group gap="xs">
            <StatusBadge tone={tone}>{words}</StatusBadge>
            <Text span size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>{value}</Text>
            <Text span size="sm" c="dimmed">tested as {kindNames[answer.kind]}</Text>
          </Group>
          {answer.rules.length > 0 && (
            <List size="sm" spacing={6} listStyleType="none">
              {answer.rules.map((rule, at) => (
                <List.Item key={rule.id}>
                  <Group gap="xs">
                    <ActionBadge action={rule.action} />
                    <Text span size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>{rule.value}</Text>
                    <Text span size="sm" fw={at === 0 ? 600 : 400}>{at === 0 ? "decides" : "also matches"}</Text>
                    {rule.note !== "" && <Text span size="sm" c="dimmed">{rule.note}</Text>}
                  </Group>
                </List.Item>
              ))}
            </List>
          )}
        </Stack>
        <CloseButton aria-label="Close test result" onClick={onClose} />
      </Group>
    </Paper>
  )
}
