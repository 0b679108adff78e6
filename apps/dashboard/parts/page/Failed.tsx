import { Alert, Button, Group } from "@mantine/core"
import { IconAlertCircle } from "@tabler/icons-react"
import { type Failure, fieldsOf } from "../../api/Failure.ts"
import { Coded } from "../text/Pieces.tsx"

/** Error message in place of content, with a button to retry. */
export const Failed = ({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) => (
  <Alert color="red" icon={<IconAlertCircle />} title={<Coded text={failure.message} />} role="alert">
    {onRetry !== undefined && (
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={onRetry}>Try again</Button>
      </Group>
    )}
  </Alert>
)

/** Form error that no field displays. */
export const Unsent = ({ failure }: { readonly failure: Failure | null }) =>
  failure === null || Object.keys(fieldsOf(failure)).length > 0 ? null : (
    <Alert color="red" role="alert">
      <Coded text={failure.message} />
    </Alert>
  )
