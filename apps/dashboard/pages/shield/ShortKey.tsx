import { Group, Text } from "@mantine/core"
import { Copy } from "../../parts/Copy.tsx"
import { shortened } from "./Shortened.ts"

/** A site key as far as people tell keys apart; the button copies all of it. */
export const ShortKey = ({ siteKey }: { readonly siteKey: string }) => (
  <Group gap={4} wrap="nowrap" my={-4}>
    <Text span size="xs" ff="monospace" style={{ whiteSpace: "nowrap" }}>{shortened(siteKey)}</Text>
    <Copy text={siteKey} what="site key" />
  </Group>
)
