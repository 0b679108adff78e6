import { Group, SegmentedControl, Text, TextInput } from "@mantine/core"
import { type Range, type RangeName, rangeNames } from "../../shared/time/Range.ts"

const labels: Readonly<Record<RangeName, string>> = {
  "24h": "24 hours",
  "7d": "7 days",
  "30d": "30 days",
  own: "Custom"
}

interface Props {
  readonly range: Range
  /** Days as the user typed them, which may not be a valid range. */
  readonly days: { readonly from: string; readonly to: string }
  readonly set: (
    changes: { readonly range?: string; readonly from?: string | null; readonly to?: string | null }
  ) => void
}

const isRangeName = (text: string): text is RangeName => rangeNames.some((name) => name === text)

export const RangeControl = ({ days, range, set }: Props) => {
  const choose = (name: string) => {
    if (!isRangeName(name)) return
    // Starts a custom range with the days that are displayed.
    set(name === "own" ? { range: name, from: range.fromDay, to: range.toDay } : { range: name, from: null, to: null })
  }
  return (
    <Group gap="sm" align="flex-end">
      <SegmentedControl
        aria-label="Period"
        value={range.name}
        onChange={choose}
        data={rangeNames.map((value) => ({ value, label: labels[value] }))}
      />
      {range.name === "own" && (
        <Group gap="xs">
          <TextInput
            type="date"
            aria-label="First day"
            value={days.from}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <Text c="dimmed" aria-hidden>to</Text>
          <TextInput
            type="date"
            aria-label="Last day"
            value={days.to}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </Group>
      )}
      {range.problem !== null && <Text c="red" size="sm" role="alert">{range.problem} Showing the last 7 days.</Text>}
    </Group>
  )
}
