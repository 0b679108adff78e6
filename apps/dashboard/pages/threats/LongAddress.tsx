import { Anchor, Box, Group, Text } from "@mantine/core"
import { useLayoutEffect, useRef, useState } from "react"
import { Copy } from "../../parts/Copy.tsx"
import { Pieces } from "../../parts/Pieces.tsx"

/** What stands below it is to be seen as well. */
const linesMax = 4

/** A reported link, never one that leads anywhere: its first lines, and all of it on demand. */
export const LongAddress = ({ text, title }: { readonly title: string; readonly text: string }) => {
  const [isWhole, setWhole] = useState(false)
  const [isLong, setLong] = useState(false)
  const shown = useRef<HTMLParagraphElement>(null)
  useLayoutEffect(() => {
    const element = shown.current!
    const measure = () => setLong((before) => isWhole ? before : element.scrollHeight > element.clientHeight)
    const observer = new ResizeObserver(measure)
    measure()
    observer.observe(element)
    return () => observer.disconnect()
  }, [isWhole, text])
  return (
    <div>
      <Text size="xs" c="dimmed">{title}</Text>
      <Group gap={4} wrap="nowrap" align="flex-start" justify="space-between">
        <Text
          ref={shown}
          size="sm"
          ff="monospace"
          style={{ overflowWrap: "anywhere" }}
          dir="ltr"
          {...isWhole ? {} : { lineClamp: linesMax }}
        >
          <Pieces text={text} />
        </Text>
        {/* Its picture beside the first line. */}
        <Box mt={-4}>
          <Copy text={text} what="link" />
        </Box>
      </Group>
      {isLong && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          onClick={() => setWhole(!isWhole)}
          aria-expanded={isWhole}
        >
          {isWhole ? "Show less" : "Show all of it"}
        </Anchor>
      )}
    </div>
  )
}
