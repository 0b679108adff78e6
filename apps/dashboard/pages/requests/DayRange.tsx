import { Button, InputBase, Popover, SimpleGrid, Stack, Text, TextInput } from "@mantine/core"
import { IconCalendar } from "@tabler/icons-react"
import { useState } from "react"
import { useNow } from "../../parts/Instant.tsx"
import { daysIn, readDay, readersZone } from "../../shared/time/Days.ts"
import { dayPresets, daysSaid, daysUntil } from "./DaysSaid.ts"

interface Days {
  readonly from: string
  readonly to: string
}

interface Props {
  /** As they stand in the address: they may be no days. */
  readonly days: Days
  readonly set: (days: Days) => void
}

/** From which day to which, behind one button that says it. */
export const DayRange = ({ days, set }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const today = daysIn(readersZone())(useNow())
  const said = daysSaid(days, today)
  const [from, to] = [readDay(days.from), readDay(days.to)]
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
          label="Time"
          aria-label={`Time: ${said}`}
          rightSection={<IconCalendar size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          onClick={() => setOpen(!isOpen)}
        >
          <Text span inherit truncate display="block">{said}</Text>
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="sm" w={300}>
          <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
            {dayPresets.map(({ days, label }) => (
              <Button
                key={label}
                size="xs"
                variant={label === said ? "light" : "default"}
                onClick={() => choose(daysUntil(today, days))}
              >
                {label}
              </Button>
            ))}
            <Button
              size="xs"
              variant={said === "Any time" ? "light" : "default"}
              onClick={() => choose({ from: "", to: "" })}
            >
              Any time
            </Button>
          </SimpleGrid>
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
