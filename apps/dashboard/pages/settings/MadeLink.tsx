import { Button, Group, Stack, Text } from "@mantine/core"
import { Code } from "../../parts/Code.tsx"
import { CopyWords } from "../../parts/Copy.tsx"
import { Instant } from "../../parts/Instant.tsx"

interface Props {
  readonly link: string
  /** Who alone is to read it. */
  readonly reader: string
  /** When it ends, in milliseconds since 1970. */
  readonly expiresAt: number
  readonly onDone: () => void
}

/** A link that somebody is to be sent, shown once. */
export const MadeLink = ({ expiresAt, link, onDone, reader }: Props) => (
  <Stack>
    <Text size="sm">
      Gatehouse sends no mail: send the link yourself, by a way that only {reader} reads. It works once, and ends{" "}
      <Instant at={expiresAt} />. It is not shown again.
    </Text>
    <Code what="link" text={link} wraps />
    <Group justify="space-between">
      <CopyWords what="link" text={link} />
      <Button variant="default" onClick={onDone}>Done</Button>
    </Group>
  </Stack>
)
