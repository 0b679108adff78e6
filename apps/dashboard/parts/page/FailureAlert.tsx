import { Alert, Button, Group } from "@mantine/core"
import { IconAlertCircle } from "@tabler/icons-react"
import { type Failure, fieldErrors } from "../../api/Failure.ts"
import { TextWithCode } from "../text/BreakableText.tsx"

/** Error message that replaces content, with a button to try again. */
export const FailureAlert = ({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) => (
  <Alert color="red" icon={<IconAlertCircle />} title={<TextWithCode text={failure.message} />} role="alert">
    {onRetry !== undefined && (
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={onRetry}>Try again</Button>
      </Group>
    )}
  </Alert>
)

/** Shows the failure of a form, unless its fields show it. */
export const FormFailure = ({ failure }: { readonly failure: Failure | null }) =>
  failure === null || Object.keys(fieldErrors(failure)).length > 0 ? null : (
    <Alert color="red" role="alert">
      <TextWithCode text={failure.message} />
    </Alert>
  )
