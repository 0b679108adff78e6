import { Paper, Skeleton, Stack, Text } from "@mantine/core"
import type { ReactNode } from "react"
import classes from "../Parts.module.css"

interface Props {
  readonly label: ReactNode
  /** Formatted figure; null while it loads. */
  readonly value: string | null
  /** Explanation below the figure. */
  readonly children?: ReactNode
  /** Number of lines to reserve for the explanation. */
  readonly lines?: number
}

const linePixels = 21

/** Tile with one figure. Reserves the figure's space while it loads. */
export const FigureTile = ({ children, label, lines = 1, value }: Props) => (
  <Paper withBorder p={{ base: "sm", sm: "md" }}>
    <Stack gap={2}>
      <Text size="sm" c="dimmed">{label}</Text>
      {value === null
        ? <Skeleton height={28} my={3} width={110} />
        : <Text fz={{ base: 22, sm: 26 }} lh="34px" fw={700} className={classes["figures"] ?? ""}>{value}</Text>}
      <Text component="div" size="sm" c="dimmed" mih={lines * linePixels}>{value === null ? null : children}</Text>
    </Stack>
  </Paper>
)
