import { Group, Kbd, Modal, SimpleGrid, Stack, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { useEffect, useRef } from "react"
import { useLocation } from "wouter"
import { useMe } from "../api/Me.ts"
import { pagesFor, startOf } from "../pages.ts"
import { isDialogOpen, isTyping } from "../parts/Keyboard.ts"
import { onShowShortcuts } from "./ShortcutsEvent.ts"

/** Between `g` and the letter of a page. */
const jumpMillisMax = 1_500

const general: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
  [["/"], "Search on this page"],
  [["Esc"], "Leave the search, close what is open"],
  [["↑", "↓"], "Row by row in a table (also j and k)"],
  [["Home", "End"], "First and last row"],
  [["Enter"], "Open the row"],
  [["?"], "This list"]
]

/** The keys that work everywhere, and the list of them. */
export const Shortcuts = () => {
  const { member } = useMe()
  const [, navigate] = useLocation()
  const [isOpen, { close, open }] = useDisclosure()
  const jumpsUntil = useRef(0)
  const mine = pagesFor(member.role)
  useEffect(() => onShowShortcuts(open), [open])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === "Escape" && event.target instanceof HTMLElement && event.target.matches("[data-search]")) {
        event.target.blur()
        return
      }
      if (isTyping(event.target) || isDialogOpen()) return
      const jumps = event.timeStamp < jumpsUntil.current
      jumpsUntil.current = 0
      const target = jumps ? mine.find(({ letter }) => letter === event.key) : undefined
      if (target !== undefined) {
        event.preventDefault()
        event.stopImmediatePropagation()
        navigate(startOf(target))
      } else if (event.key === "g") jumpsUntil.current = event.timeStamp + jumpMillisMax
      else if (event.key === "?") open()
      else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("[data-search]")
        if (search === null) return
        event.preventDefault()
        search.focus()
        search.select()
      }
    }
    // Before the keys of a row or a page: the letter of a jump is not theirs.
    document.addEventListener("keydown", listen, true)
    return () => document.removeEventListener("keydown", listen, true)
  }, [mine, navigate, open])
  return (
    <Modal opened={isOpen} onClose={close} title="Keyboard" size="lg">
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
