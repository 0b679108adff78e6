import { Group, Kbd, Modal, SimpleGrid, Stack, Text } from "@mantine/core"
import { useMe } from "../api/Me.ts"
import { pagesFor } from "../pages.ts"

const general: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
  [["/"], "Search on this page"],
  [["Esc"], "Leave the search, close what is open"],
  [["↑", "↓"], "Row by row in a table (also j and k)"],
  [["Home", "End"], "First and last row"],
  [["Enter"], "Open the row"],
  [["?"], "This list"]
]

/** Every key, for who presses `?`. */
const ShortcutList = ({ onClose }: { readonly onClose: () => void }) => {
  const mine = pagesFor(useMe().member.role)
  return (
    <Modal opened onClose={onClose} title="Keyboard" size="lg">
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Stack gap={6}>
          {general.map(([keys, does]) => <Line key={does} keys={keys} does={does} />)}
        </Stack>
        <Stack gap={6}>
          {mine.map((page) => <Line key={page.path} keys={["g", page.letter]} does={page.title} />)}
        </Stack>
      </SimpleGrid>
    </Modal>
  )
}

const Line = ({ does, keys }: { readonly keys: ReadonlyArray<string>; readonly does: string }) => (
  <Group justify="space-between" wrap="nowrap" gap="xs">
    <Text size="sm">{does}</Text>
    <Group gap={4} wrap="nowrap">{keys.map((key) => <Kbd key={key}>{key}</Kbd>)}</Group>
  </Group>
)

export default ShortcutList
