import { Alert, Button, Group } from "@mantine/core"
import { IconAlertCircle } from "@tabler/icons-react"
import { type Failure, fieldsOf } from "../../api/Failure.ts"
import { Coded } from "../text/Pieces.tsx"

/** A failure in the place of what should be there, with another try. */
export const Failed = ({ failure, onRetry }: { readonly failure: Failure; readonly onRetry?: () => void }) => (
  <Alert color="red" icon={<IconAlertCircle />} title={<Coded text={failure.message} />} role="alert">
    {onRetry !== undefined && (
      <Group mt="xs">
        <Button size="compact-sm" variant="default" onClick={onRetry}>Try again</Button>
      </Group>
    )}
  </Alert>
)

/** Why a form was not taken, where no field says it. */
export const Unsent = ({ failure }: { readonly failure: Failure | null }) =>
  failure === null || Object.keys(fieldsOf(failure)).length > 0 ? null : (
    <Alert color="red" role="alert">
      <Coded text={failure.message} />
    </Alert>
  )
