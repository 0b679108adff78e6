import { Alert, Button, Group } from "@mantine/core"
import { IconAlertCircle } from "@tabler/icons-react"
import type { Failure } from "../api/Failure.ts"
import { Coded } from "./Coded.tsx"

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
