import { Alert, Checkbox, Stack, Text } from "@mantine/core"
import { useEffect, useRef } from "react"

interface Props {
  /** Message with which the server refused a widely shared address; null if it did not. */
  readonly refusal: string | null
  readonly isForced: boolean
  readonly onChange: (isForced: boolean) => void
  /** Description of the checkbox: what is recorded if the user continues. */
  readonly note?: string
}

/**
 * Lets the user confirm an entry that affects a widely shared address. The server refuses the entry without
 * confirmation.
 */
export const ForceConfirmation = (
  { isForced, onChange, refusal, note = "The entry is marked as forced, and the audit log records this." }: Props
) => {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" })
  }, [refusal])
  return refusal === null ? null : (
    <Alert ref={shown} color="red" role="alert" title="This affects a shared address">
      <Stack gap="xs">
        <Text size="sm">{refusal}</Text>
        <Checkbox
          label="Continue anyway"
          description={note}
          checked={isForced}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  )
}
