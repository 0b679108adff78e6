import { Box, Group, Stack, Text } from "@mantine/core"
import type { BandTable } from "../../../../core/rating/Band.ts"
import { chartColours } from "../../parts/ChartColours.ts"
import type { Tone } from "../../parts/Verdict.tsx"

interface Props<Name extends string> {
  readonly score: number
  readonly bands: BandTable<Name>
  readonly words: Readonly<Record<Name, { readonly title: string; readonly tone: Tone }>>
  /** What the score is of, and which way it goes: scales run in both directions. `Risk, higher is riskier` */
  readonly label: string
}

/** Up to so many points a stretch has no room for the longest names. */
const shortPoints = 25

/** Where a score stands between 0 and 100, and what the stretch in which it stands is called. */
export const ScoreScale = <Name extends string>({ bands, label, score, words }: Props<Name>) => {
  const stretches = bands.bands.map((band, at) => ({ ...band, to: (bands.bands[at + 1]?.from ?? 101) - 1 }))
  const name = bands.nameOf(score)
  return (
    <Stack gap={6} role="img" aria-label={`${label}: ${score} of 100, ${words[name].title}`}>
      <Group gap={8} align="baseline">
        <Text fz={32} fw={700} lh={1} style={{ fontVariantNumeric: "tabular-nums" }}>{score}</Text>
        <Text size="sm" c="dimmed">of 100, {label.toLowerCase()}</Text>
      </Group>
      <Box pos="relative" h={18}>
        <Group gap={2} wrap="nowrap" h={10} mt={4} pos="absolute" w="100%" data-drawn>
          {stretches.map((band) => (
            <Box
              key={band.name}
              h="100%"
              flex={band.to - band.from + 1}
              bg={chartColours[words[band.name].tone]}
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
          // Drawn by its edge, which stays where a reader's own colours take grounds away.
          style={{ border: "2px solid", borderRadius: 2, transform: "translateX(-50%)" }}
        />
      </Box>
      <Group gap={2} wrap="nowrap">
        {stretches.map((band, at) => (
          <Stack
            key={band.name}
            gap={0}
            flex={band.to - band.from + 1}
            // Whole on the narrowest screen as well, beside the one before it.
            miw={at === stretches.length - 1 ? "max-content" : 0}
            // The last, and a short one, lends its name room to the left of it.
            align={at > 0 && (at === stretches.length - 1 || band.to - band.from < shortPoints)
              ? "flex-end"
              : "flex-start"}
            pr={at < stretches.length - 1 ? 8 : 0}
          >
            <Text size="xs" style={{ whiteSpace: "nowrap" }} {...band.name === name ? { fw: 700 } : { c: "dimmed" }}>
              {words[band.name].title}
            </Text>
            <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>{band.from}–{band.to}</Text>
          </Stack>
        ))}
      </Group>
    </Stack>
  )
}
