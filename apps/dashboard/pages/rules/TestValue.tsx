import { Button, Group, Stack, Text, TextInput } from "@mantine/core"
import { IconFlask } from "@tabler/icons-react"
import { type FormEvent, type ReactNode, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import { useChange } from "../../api/Hooks.ts"
import { TestOutcome } from "./TestOutcome.tsx"

/**
 * What the rules say of a value, and which decides: a field for the row of filters, and below that row what came of it.
 *
 * @param beside what else stands in the row
 */
export const TestValue = ({ beside }: { readonly beside: ReactNode }) => {
  const [value, setValue] = useState("")
  const test = useChange("rules", "test", { refreshes: [], showsFailure: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (value.trim() !== "") test.run({ payload: { value: value.trim() } })
  }
  const problem = test.fields["value"] ?? (test.failure === null ? undefined : test.failure.message)
  const clear = () => {
    setValue("")
    test.forget()
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
            label="What would the rules say?"
            placeholder="Address, domain, IP address or country"
            leftSection={<IconFlask size={16} />}
            value={value}
            error={problem !== undefined}
            required
            withAsterisk={false}
            onChange={(event) => {
              setValue(event.currentTarget.value)
              test.forget()
            }}
            maxLength={lineCharsMax}
            autoComplete="off"
            spellCheck={false}
            flex={1}
            w={{ base: "auto", sm: 320 }}
          />
          <Button type="submit" variant="default" loading={test.isRunning}>Test</Button>
        </Group>
      </Group>
      <div aria-live="polite">
        {problem !== undefined && <Text size="sm" c="red" mt={4} ta={{ sm: "right" }}>{problem}</Text>}
        {test.answer !== undefined && <TestOutcome answer={test.answer} value={value.trim()} onClose={clear} />}
      </div>
    </Stack>
  )
}
