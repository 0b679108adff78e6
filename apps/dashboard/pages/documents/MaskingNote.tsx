import { Group, Text } from "@mantine/core"
import { IconEyeOff } from "@tabler/icons-react"
import { useMe } from "../../api/Me.ts"
import { maskingSaid } from "../../shared/documents/FileSaid.ts"

/** Says why files have no names here; nothing where they have. */
export const MaskingNote = () => {
  const said = maskingSaid(useMe().server.historySubjects)
  return said === null ? null : (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <IconEyeOff size={16} aria-hidden style={{ flex: "none", marginTop: 3 }} color="var(--mantine-color-dimmed)" />
      <Text size="sm" c="dimmed">{said}</Text>
    </Group>
  )
}
