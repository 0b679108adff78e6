import { Button, InputBase, Popover, SimpleGrid, Stack, Text, TextInput } from "@mantine/core"
import { IconCalendar } from "@tabler/icons-react"
import { useState } from "react"
import { useNow } from "../../parts/text/Instant.tsx"
import { addDays, type Day, dayInZone, localTimeZone, parseDay } from "../../shared/time/Days.ts"

interface Days {
  readonly from: string
  readonly to: string
}

interface Props {
  /** Days from the URL, which may be invalid. */
  readonly days: Days
  readonly set: (days: Days) => void
}

/** Button that shows the selected days and opens fields for the first and last day. */
export const DayRange = ({ days, set }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const today = dayInZone(localTimeZone())(useNow())
  const label = formatDays(days, today)
  const [from, to] = [parseDay(days.from), parseDay(days.to)]
  const choose = (chosen: Days) => {
    set(chosen)
    setOpen(false)
  }
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          pointer
          label="Period"
          aria-label={`Period: ${label}`}
          rightSection={<IconCalendar size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => setOpen(!isOpen)}
        >
          <Text span inherit truncate display="block">{label}</Text>
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" w={300}>
          <PresetButtons selectedLabel={label} today={today} onChoose={choose} />
          <SimpleGrid cols={2} spacing="xs">
            <TextInput
              type="date"
              label="From"
              value={days.from}
              onChange={(event) => set({ ...days, from: event.currentTarget.value })}
            />
            <TextInput
              type="date"
              label="To"
              value={days.to}
              onChange={(event) => set({ ...days, to: event.currentTarget.value })}
            />
          </SimpleGrid>
          {from !== null && to !== null && to < from && (
            <Text c="red" size="sm" role="alert">The last day is before the first.</Text>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

interface PresetButtonsProps {
  /** Label of the current range. The button with the same label is highlighted. */
  readonly selectedLabel: string
  readonly today: Day
  readonly onChoose: (days: Days) => void
}

/** Buttons that choose a common range, or no range. */
export const PresetButtons = ({ onChoose, selectedLabel, today }: PresetButtonsProps) => {
  const presets: ReadonlyArray<readonly [label: string, days: Days]> = [
    ...dayPresets.map(({ days, label }) => [label, daysEndingAt(today, days)] as const),
    ["Any time", { from: "", to: "" }]
  ]
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      {presets.map(([label, days]) => (
        <Button
          key={label}
          size="xs"
          variant={label === selectedLabel ? "light" : "default"}
          onClick={() => onChoose(days)}
        >
          {label}
        </Button>
      ))}
    </SimpleGrid>
  )
}

/** Common ranges of days that end today. */
export const dayPresets = [
  { days: 1, label: "Today" },
  { days: 7, label: "Last 7 days" },
  { days: 30, label: "Last 30 days" }
] as const

/** Returns the range of the given number of days that ends today. */
export const daysEndingAt = (today: Day, days: number): { readonly from: Day; readonly to: Day } => ({
  from: addDays(today, 1 - days),
  to: today
})

/** Describes a range of days: `Last 7 days`, `16–22 Nov`, `Since 16 Nov`. Ignores invalid days. */
export const formatDays = (texts: { readonly from: string; readonly to: string }, today: Day): string => {
  const [from, to] = [parseDay(texts.from), parseDay(texts.to)]
  if (from === null) return to === null ? "Any time" : `Until ${dayText(to, today)}`
  if (to === null) return `Since ${dayText(from, today)}`
  const preset = dayPresets.find(({ days }) => daysEndingAt(today, days).from === from && to === today)
  if (preset !== undefined) return preset.label
  if (from === to) return dayText(from, today)
  // Shows the days in the given order. A reversed range matches nothing, and `formatRange` would swap the days.
  if (to < from) return `${dayText(from, today)} – ${dayText(to, today)}`
  return formatOf([from, to], today).formatRange(instantOf(from), instantOf(to))
}

const instantOf = (day: Day): number => Date.parse(`${day}T00:00:00Z`)

const short = { day: "numeric", month: "short", timeZone: "UTC" } as const
const thisYear = new Intl.DateTimeFormat("en-GB", short)
const anyYear = new Intl.DateTimeFormat("en-GB", { ...short, year: "numeric" })

const formatOf = (days: ReadonlyArray<Day>, today: Day) =>
  days.every((day) => day.slice(0, 4) === today.slice(0, 4)) ? thisYear : anyYear

const dayText = (day: Day, today: Day): string => formatOf([day], today).format(instantOf(day))
