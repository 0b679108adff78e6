import { Anchor, Text } from "@mantine/core"
import { SecretDialog } from "../../../parts/forms/SecretDialog.tsx"

interface Props {
  readonly title: string
  /** The secret; null closes the dialog. */
  readonly secret: string | null
  readonly onClose: () => void
}

/** Path of the guide's section with code that verifies signatures. The server serves the guide. */
const guidePath = "/docs/guides/webhooks#receive-an-event"

/** Dialog that shows a new signing secret once, with a hint for the receiver. */
export const EndpointSecret = ({ onClose, secret, title }: Props) => (
  <SecretDialog
    title={title}
    what="signing secret"
    text={secret}
    storageNote="Gatehouse does not show it again."
    onClose={onClose}
  >
    <Text size="sm">
      Your receiver verifies each request with this secret before it uses the request. The header webhook-signature
      contains the base64 HMAC-SHA-256 of ID.TIMESTAMP.BODY: the headers webhook-id and webhook-timestamp, and the
      unchanged body.{" "}
      <Anchor href={guidePath} target="_blank" rel="noopener" inherit underline="always">
        Example code for receivers
      </Anchor>
    </Text>
  </SecretDialog>
)
