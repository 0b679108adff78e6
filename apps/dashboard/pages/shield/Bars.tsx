import { Box, Group, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { countText, shareText } from "../../parts/Formats.ts"
import classes from "./Shield.module.css"

interface Props {
  readonly label: ReactNode
  readonly count: number
  /** Of which the share is told, and which a whole bar is. */
  readonly all: number
  readonly color: string
  /** Whether the label needs the room of the bar on a phone. */
  readonly isWordy?: boolean
}

/** The same in every block, so that bars can be compared. */
const barWidth = "min(20vw, 160px)"

/** A row of a table: what, how many, and for the eye a bar on a track that is all of them. */
export const BarRow = ({ all, color, count, isWordy = false, label }: Props) => (
  <tr className={isWordy ? classes["wordy"] : undefined}>
    <Box component="th" scope="row" ta="left" fw={400} fz="sm" py={isWordy ? 6 : 3}>{label}</Box>
    <Box component="td" w="1%" py={isWordy ? 6 : 3} pl="sm">
      <Group gap={8} wrap="nowrap" justify="flex-end">
        <Box
          flex="none"
          w={barWidth}
          h={8}
          bg="var(--bar-track)"
          style={{ borderRadius: 3, overflow: "hidden" }}
          aria-hidden
          data-drawn
          {...isWordy ? { visibleFrom: "sm" } : {}}
        >
          <Box
            h="100%"
            w={`${all === 0 ? 0 : 100 * count / all}%`}
            miw={count === 0 ? 0 : 3}
            bg={color}
          />
        </Box>
        <div className={classes["figures"]}>
          <Text span size="sm">{countText(count)}</Text>
          <Text span size="xs" c="dimmed">{all === 0 ? "" : shareText(count / all)}</Text>
        </div>
      </Group>
    </Box>
  </tr>
)

/** Rows as one table. */
export const BarTable = ({ children, label }: { readonly label: string; readonly children: ReactNode }) => (
  <Box component="table" w="100%" aria-label={label} style={{ borderCollapse: "collapse" }}>
    <tbody>{children}</tbody>
  </Box>
)
