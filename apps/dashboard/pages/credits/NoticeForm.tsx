import { Button, Group, NumberInput, Stack, Text } from "@mantine/core"
import { type FormEvent, useState } from "react"
import { useChange } from "../../api/Hooks.ts"
import { creditsText } from "../../parts/Formats.ts"

/** @param noticeBelow null: never; undefined: not known yet */
export const NoticeForm = ({ noticeBelow }: { readonly noticeBelow: number | null | undefined }) => {
  const [below, setBelow] = useState<number | string>(noticeBelow ?? "")
  const change = useChange("credits", "setNotice", {
    refreshes: ["credits", "overview"],
    says: ({ noticeBelow }) =>
      noticeBelow === null ? "No warning any more" : `A warning below ${creditsText(noticeBelow)}`,
    showsFailure: true
  })
  const asked = typeof below === "number" ? below : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    change.run({ payload: { below: asked } })
  }
  return (
    <form onSubmit={submit}>
      <Stack gap={6}>
        <Group align="flex-end" wrap="nowrap" gap="xs">
          <NumberInput
            label="Warn below"
            value={below}
            onChange={setBelow}
            min={1}
            max={1_000_000_000_000}
            allowDecimal={false}
            allowNegative={false}
            thousandSeparator=","
            suffix=" credits"
            placeholder="Never"
            disabled={noticeBelow === undefined}
            error={change.fields["below"] ?? change.failure?.message}
            flex={1}
          />
          <Button
            type="submit"
            variant="default"
            loading={change.isRunning}
            disabled={noticeBelow === undefined || asked === noticeBelow}
          >
            Save
          </Button>
        </Group>
        <Text size="xs" c="dimmed">On the overview and in the log. Empty: never.</Text>
      </Stack>
    </form>
  )
}
