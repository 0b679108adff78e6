import { Box, Group, Stack, Text } from "@mantine/core"
import type { BandTable } from "../../../../core/scoring/Band.ts"
import type { Tone } from "../text/StatusBadge.tsx"
import { chartColors } from "./ChartColors.ts"
import classes from "./ScoreScale.module.css"

interface Props<Name extends string> {
  readonly score: number
  readonly bands: BandTable<Name>
  readonly labels: Readonly<Record<Name, { readonly title: string; readonly tone: Tone }>>
  /** Quantity that the score measures, with its direction: `Risk (higher is riskier)`. */
  readonly label: string
}

/** Scale that shows a score between 0 and 100 and the name of its band. */
export const ScoreScale = <Name extends string>({ bands, label, score, labels }: Props<Name>) => {
  const segments = bands.bands.map((band, at) => ({ ...band, to: (bands.bands[at + 1]?.from ?? 101) - 1 }))
  const name = bands.nameOf(score)
  return (
    <Stack
      gap={6}
      className={classes["scale"] ?? ""}
      role="img"
      aria-label={`${label}: ${score} of 100, ${labels[name].title}`}
    >
      <Group gap={8} align="baseline">
        <Text fz={32} fw={700} lh={1} style={{ fontVariantNumeric: "tabular-nums" }}>{score}</Text>
        <Text size="sm" c="dimmed">of 100 · {label.toLowerCase()}</Text>
      </Group>
      <Box pos="relative" h={18}>
        <Group gap={2} wrap="nowrap" h={10} mt={4} pos="absolute" w="100%" data-drawn>
          {segments.map((band) => (
            <Box
              key={band.name}
              h="100%"
              flex={band.to - band.from + 1}
              bg={chartColors[labels[band.name].tone]}
              opacity={band.name === name ? 1 : 0.3}
              style={{ borderRadius: 4 }}
            />
          ))}
        </Group>
        <Box
          pos="absolute"
          left={`${score}%`}
          w={4}
          h={18}
          // Draws the marker as a border, because forced colors (high-contrast mode) remove backgrounds.
          style={{ border: "2px solid", borderRadius: 2, transform: "translateX(-50%)" }}
        />
      </Box>
      <div>
        <div className={classes["reached"]}>
          {/* Aligns the name with the start of its band, or further left if the name needs the space. */}
          <Box flex={`0 1 ${segments.find((band) => band.name === name)?.from ?? 0}%`} />
          <Text size="xs" fw={700} flex="none">{labels[name].title}</Text>
        </div>
        <Group gap={2} wrap="nowrap">
          {segments.map((band) => (
            <Stack key={band.name} gap={0} miw={0} flex={band.to - band.from + 1} style={{ whiteSpace: "nowrap" }}>
              <Text
                size="xs"
                className={classes["names"] ?? ""}
                {...band.name === name ? { fw: 700 } : { c: "dimmed" }}
              >
                {labels[band.name].title}
              </Text>
              <Text size="xs" c="dimmed">{band.from}–{band.to}</Text>
            </Stack>
          ))}
        </Group>
      </div>
    </Stack>
  )
}
