import { Button, Group, List, Paper, Stack, Text, TextInput, Title } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { Answer } from "../../api/Client.ts"
import { useChange } from "../../api/Hooks.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { ActionBadge } from "./ActionBadge.tsx"

const outcomes = {
  "blocked": { tone: "bad", words: "Blocked" },
  "allowed": { tone: "good", words: "Allowed" },
  "no-rule": { tone: "plain", words: "No rule matches" }
} as const

const kindNames = { email: "an address", domain: "a domain", ip: "an IP address", country: "a country" } as const

/** What the rules say of a value, and which decides. */
export const TestValue = () => {
  const [value, setValue] = useState("")
  const test = useChange("rules", "test", { refreshes: [], showsFailure: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== "") test.run({ payload: { value: value.trim() } })
  }
  const problem = test.fields["value"] ?? (test.failure === null ? undefined : test.failure.message)
  return (
    <Paper withBorder p="md" miw={280} component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2} size="h4">Test a value</Title>
        <Group align="flex-start" wrap="nowrap">
          <TextInput
            label="Address, domain, IP address or country"
            placeholder="ann@shop.example.com"
            value={value}
            error={problem}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              test.forget()
            }}
            maxLength={lineCharsMax}
            autoComplete="off"
            spellCheck={false}
            flex={1}
          />
          <Button type="submit" variant="default" mt={25} loading={test.isRunning} disabled={value.trim() === ""}>
            Test
          </Button>
        </Group>
        <Stack gap="xs" mih={120} aria-live="polite">
          {test.answer === undefined
            ? (
              <Text size="sm" c="dimmed">
                Nothing is asked of anybody, and nothing is charged: only this account's rules are looked at.
              </Text>
            )
            : <Outcome answer={test.answer} />}
        </Stack>
      </Stack>
    </Paper>
  )
}

const Outcome = ({ answer }: { readonly answer: Answer<"rules", "test"> }) => {
  const { tone, words } = outcomes[answer.outcome]
  return (
    <>
      <Group gap="xs">
        <Verdict tone={tone}>{words}</Verdict>
        <Text size="sm" c="dimmed">read as {kindNames[answer.kind]}</Text>
      </Group>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>{answer.message}</Text>
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
    </>
  )
}
