import { Group, Kbd, Modal, SimpleGrid, Stack, Text, Title } from "@mantine/core"
import { Fragment, type ReactNode } from "react"
import { useMe } from "../api/Me.ts"
import { pagesFor } from "./pages.ts"
import classes from "./ShortcutList.module.css"

const generalShortcuts: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
  [["/"], "Search this page"],
  [["Esc"], "Leave the search or close the open item"],
  [["↑", "↓"], "Previous or next row (also k and j)"],
  [["Home", "End"], "First or last row"],
  [["Enter"], "Open the row"],
  [["?"], "Show keyboard shortcuts"]
]

/** Shortcut that creates an item. Hidden from reviewers, who cannot create these items. */
const creationShortcuts: typeof generalShortcuts = [[["n"], "Create a site, key, rule, webhook or invitation"]]

const reviewShortcuts: typeof generalShortcuts = [
  [["j", "k"], "Next or previous"],
  [["a"], "Accept report"],
  [["r"], "Reject report"],
  [["n"], "Add blocklist entry"]
]

const markShortcuts: typeof generalShortcuts = [
  [["j", "k"], "Next or previous"],
  [["s"], "Mark as spam"],
  [["h"], "Mark as not spam"],
  [["u"], "Remove mark"]
]

/** Dialog that lists the shortcuts. The key `?` opens it. */
const ShortcutList = ({ onClose }: { readonly onClose: () => void }) => {
  const { role } = useMe().member
  const mine = pagesFor(role)
  const everywhere = role === "reviewer" ? generalShortcuts : [...generalShortcuts, ...creationShortcuts]
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" size="xl" styles={{ body: { paddingBottom: 0 } }}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={40} verticalSpacing="lg">
        <Stack gap="lg">
          <Part title="On every page">
            {everywhere.map(([keys, does]) => <Line key={does} keys={keys} does={does} />)}
          </Part>
          <Part title="In Leads">
            {markShortcuts.map(([keys, does]) => <Line key={does} keys={keys} does={does} />)}
          </Part>
          <Part title="In Threat data">
            {reviewShortcuts.map(([keys, does]) => <Line key={does} keys={keys} does={does} />)}
          </Part>
        </Stack>
        <Part title="Go to">
          {mine.map((page) => <Line key={page.path} keys={["g", page.letter]} between="then" does={page.title} />)}
        </Part>
      </SimpleGrid>
      <div className={classes["fade"]} aria-hidden />
    </Modal>
  )
}

const Part = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <Stack gap={6} component="section" aria-label={title}>
    <Title order={3} size="sm">{title}</Title>
    {children}
  </Stack>
)

/** Line of the list: a shortcut with alternative keys (`or`), or with keys in sequence (`then`). */
const Line = ({ between = "or", does, keys }: {
  readonly keys: ReadonlyArray<string>
  readonly between?: "or" | "then"
  readonly does: string
}) => (
  <Group justify="space-between" wrap="nowrap" gap="xs">
    <Text size="sm">{does}</Text>
    <Group gap={4} wrap="nowrap">
      {keys.map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <Text span size="xs" c="dimmed">{between}</Text>}
          <Kbd>{key}</Kbd>
        </Fragment>
      ))}
    </Group>
  </Group>
)

export default ShortcutList
