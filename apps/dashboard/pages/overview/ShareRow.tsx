import { Anchor, Group, Progress, Stack, Text } from "@mantine/core"
import { Link } from "wouter"
import { chartColors, type ChartMeaning } from "../../parts/charts/ChartColors.ts"
import classes from "../../parts/Parts.module.css"
import { countText, shareText } from "../../parts/text/Formats.ts"

/** Width of the widest share text (`100.0%`) in pixels, so that counts line up. */
const shareWidth = 62

interface Props {
  readonly label: string
  readonly count: number
  /** Total number that the share relates to. */
  readonly of: number
  readonly meaning: ChartMeaning
  /** Path of the matching list; null if no list has exactly these items. */
  readonly href: string | null
}

/** Row of a breakdown: label, count, share, and a bar for the share. */
export const ShareRow = ({ count, href, label, meaning, of }: Props) => {
  const share = of === 0 ? 0 : Math.min(1, count / of)
  return (
    <Stack gap={3}>
      <Group justify="space-between" wrap="nowrap" gap="xs" align="baseline">
        {href === null
          ? <Text size="sm" style={{ overflowWrap: "anywhere" }}>{label}</Text>
          : (
            <Anchor component={Link} href={href} size="sm" c="inherit" style={{ overflowWrap: "anywhere" }}>
              {label}
            </Anchor>
          )}
        <Group gap={0} wrap="nowrap" className={classes["figures"] ?? ""}>
          <Text size="sm">{countText(count)}</Text>
          <Text size="sm" c="dimmed" ta="right" w={shareWidth}>{shareText(share)}</Text>
        </Group>
      </Group>
      <Progress value={100 * share} size={5} color={chartColors[meaning]} aria-hidden />
    </Stack>
  )
}
