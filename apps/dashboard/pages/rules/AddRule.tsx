import { Button, Group, Input, Paper, SegmentedControl, Select, Stack, Text, TextInput, Title } from "@mantine/core"
import { Result } from "effect"
import { type FormEvent, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import type { BlockRuleKind } from "../../../../core/accounts/BlockRule.ts"
import { canonicalRuleValue } from "../../../../core/accounts/BlockRuleValue.ts"
import { useChange } from "../../api/Hooks.ts"
import { guessKind, kindWords } from "./GuessKind.ts"

/** What somebody typed, as a rule; its kind is told by the value until it is chosen. */
export const AddRule = () => {
  const [value, setValue] = useState("")
  const [chosenKind, chooseKind] = useState<BlockRuleKind | null>(null)
  const [action, setAction] = useState<"block" | "allow">("block")
  const [note, setNote] = useState("")
  const add = useChange("rules", "add", {
    showsFailure: true,
    says: (rule) => `${rule.value} is ${rule.action === "block" ? "blocked" : "allowed"} now.`,
    after: () => {
      setValue("")
      setNote("")
      chooseKind(null)
    }
  })
  const kind = chosenKind ?? guessKind(value)
  const canonical = kind === null ? null : canonicalRuleValue(kind, value)
  const problem = add.fields["value"] ?? (add.failure === null ? undefined : add.failure.message)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (kind !== null) add.run({ payload: { kind, action, value: value.trim(), note: note.trim() } })
  }
  return (
    <Paper withBorder p="md" miw={280} component="form" onSubmit={submit}>
      <Stack gap="sm">
        <Title order={2} size="h4">Add a rule</Title>
        <TextInput
          label="Value"
          placeholder="spam.example, ann@example.com, 203.0.113.0/24 or NL"
          value={value}
          error={problem}
          onChange={(event) => {
            setValue(event.currentTarget.value)
            add.forget()
          }}
          maxLength={lineCharsMax}
          autoComplete="off"
          spellCheck={false}
        />
        <Group grow align="flex-start">
          <Select
            label="Kind"
            placeholder="Told by the value"
            data={Object.entries(kindWords).map(([name, { title }]) => ({ value: name, label: title }))}
            value={kind}
            onChange={(name) => chooseKind(name as BlockRuleKind | null)}
          />
          <Input.Wrapper label="What it does" labelElement="div">
            <SegmentedControl
              value={action}
              onChange={(name) => setAction(name as "block" | "allow")}
              data={[{ value: "block", label: "Block" }, { value: "allow", label: "Allow" }]}
              aria-label="What it does"
              fullWidth
            />
          </Input.Wrapper>
        </Group>
        <Text size="sm" c="dimmed" mih={40}>
          {kind === null
            ? "The kind is guessed from what you type."
            : canonical !== null && Result.isFailure(canonical)
            ? canonical.failure.message
            : `${kindWords[kind].about}${
              canonical !== null && canonical.success !== value.trim() ? ` It is kept as ${canonical.success}.` : ""
            }`}
        </Text>
        <TextInput
          label="Note (optional)"
          placeholder="Why, for whoever reads this in a year"
          value={note}
          error={add.fields["note"]}
          onChange={(event) => setNote(event.currentTarget.value)}
          maxLength={lineCharsMax}
          autoComplete="off"
        />
        <Group justify="flex-end">
          <Button type="submit" loading={add.isRunning} disabled={kind === null}>
            {action === "block" ? "Block" : "Allow"}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
