import { Alert, Checkbox, Stack, Text } from "@mantine/core"
import { useEffect, useRef } from "react"

interface Props {
  /** Why the server refused the entry; null if it did not, or for another reason. */
  readonly refusal: string | null
  readonly isForced: boolean
  readonly onChange: (isForced: boolean) => void
  /** Explains what is recorded if the refusal is overridden. */
  readonly note?: string
}

/** Lets the user confirm an entry that would block a widely shared address. Without the confirmation the server refuses it. */
export const ForceConfirmation = (
  { isForced, onChange, refusal, note = "The entry says for ever that it was forced, and the audit log who did it." }:
    Props
) => {
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    shown.current?.scrollIntoView({ block: "nearest" })
  }, [refusal])
  return refusal === null ? null : (
    <Alert ref={shown} color="red" role="alert" title="That would cover what many share">
      <Stack gap="xs">
        <Text size="sm">{refusal}</Text>
        <Checkbox
          label="I know, and mean it"
          description={note}
          checked={isForced}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  )
}
