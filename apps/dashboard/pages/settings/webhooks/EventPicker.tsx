import { Checkbox, Input, Stack, Text } from "@mantine/core"
import { useId } from "react"
import type { EventType } from "../../../../../core/events/EventCatalog.ts"
import { TextWithCode } from "../../../parts/text/BreakableText.tsx"
import { eventLabels, type EventOption, groupEvents } from "./WebhookLabels.ts"

interface Props {
  /** Events that the account can choose. */
  readonly events: ReadonlyArray<EventOption>
  readonly chosen: ReadonlyArray<EventType>
  readonly onChange: (chosen: ReadonlyArray<EventType>) => void
  readonly error: string | undefined
}

/** Checkboxes for the events of an endpoint, in groups, and a checkbox that chooses all events. */
export const EventPicker = ({ chosen, error, events, onChange }: Props) => {
  const id = useId()
  const isAll = events.every(({ type }) => chosen.includes(type))
  const toggle = (type: EventType) =>
    onChange(chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type])
  return (
    <Stack gap="sm" role="group" aria-labelledby={`${id}-title`}>
      <div>
        <Text id={`${id}-title`} size="sm" fw={600}>Events</Text>
        {error !== undefined && <Input.Error id={`${id}-error`}>{error}</Input.Error>}
      </div>
      <Checkbox
        label="All events"
        checked={isAll}
        indeterminate={!isAll && chosen.length > 0}
        onChange={() => onChange(isAll ? [] : events.map(({ type }) => type))}
        {...error === undefined ? {} : { "aria-invalid": true, "aria-describedby": `${id}-error` }}
      />
      {groupEvents(events).map(({ events, title }) => (
        <Stack key={title} gap="xs" role="group" aria-label={title}>
          <Text size="xs" fw={600} c="dimmed" aria-hidden>{title}</Text>
          {events.map(({ cause, type }) => (
            <Checkbox
              key={type}
              label={eventLabels[type]}
              description={<TextWithCode text={`\`${type}\`: ${cause}`} />}
              checked={chosen.includes(type)}
              onChange={() => toggle(type)}
            />
          ))}
        </Stack>
      ))}
    </Stack>
  )
}
