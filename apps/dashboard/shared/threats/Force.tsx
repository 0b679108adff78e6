import { Alert, Checkbox, Stack, Text } from "@mantine/core"
import { useEffect, useRef } from "react"

interface Props {
  /** Why it was refused; null: it was not, or not for this. */
  readonly refusal: string | null
  readonly isForced: boolean
  readonly onChange: (isForced: boolean) => void
  /** What is kept of that. */
  readonly what?: string
}

/** What would block what many share is taken only from somebody who says that it is meant. */
export const Force = (
  { isForced, onChange, refusal, what = "The entry says for ever that it was forced, and the audit log who did it." }:
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
          description={what}
          checked={isForced}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </Stack>
    </Alert>
  )
}
