import { Anchor, Text } from "@mantine/core"
import { SecretDialog } from "../../../parts/forms/SecretDialog.tsx"

interface Props {
  readonly title: string
  /** The secret; null closes the dialog. */
  readonly secret: string | null
  readonly onClose: () => void
}

/** Section of the guide that the server serves, with code that verifies signatures. */
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
      Verify every request with it before you use the request: the header webhook-signature contains an HMAC-SHA-256 of
      the unchanged body.{" "}
      <Anchor href={guidePath} target="_blank" rel="noopener" inherit underline="always">Code for your receiver</Anchor>
    </Text>
  </SecretDialog>
)
