import { Box, type BoxProps, Group, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { countText, shareText } from "../../parts/Formats.ts"
import classes from "./Shield.module.css"

interface Props {
  readonly label: ReactNode
  readonly count: number
  /** The longest bar. */
  readonly most: number
  /** Of which the share is told. */
  readonly all: number
  readonly color: string
  readonly labelWidth: NonNullable<BoxProps["w"]>
  /** Whether the label needs the room of the bar on a phone. */
  readonly isWordy?: boolean
}

/** A row of a table: what, how many, and a bar for the eye. */
export const BarRow = ({ all, color, count, isWordy = false, label, labelWidth, most }: Props) => (
  <tr className={isWordy ? classes["wordy"] : undefined}>
    <Box component="th" scope="row" ta="left" fw={400} fz="sm" w={labelWidth} py={isWordy ? 6 : 3}>{label}</Box>
    <Box component="td" py={isWordy ? 6 : 3} pl={isWordy ? "sm" : 0}>
      <Group gap={8} wrap="nowrap" justify="flex-end">
        <Box flex={1} h={14} aria-hidden data-drawn {...isWordy ? { visibleFrom: "sm" } : {}}>
          <Box
            h="100%"
            w={`${most === 0 ? 0 : 100 * count / most}%`}
            miw={count === 0 ? 0 : 3}
            bg={color}
            style={{ borderRadius: 3 }}
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
