import { Button, Group, Modal, Stack, TextInput } from "@mantine/core"
import { useState } from "react"
import type { EventType } from "../../../../../core/events/EventCatalog.ts"
import { descriptionCharsMax } from "../../../../../core/webhooks/WebhookEndpoint.ts"
import { useApiMutation } from "../../../api/Hooks.ts"
import { type FieldErrors, requiredError, useForm } from "../../../parts/forms/Form.tsx"
import { FormFailure } from "../../../parts/page/FailureAlert.tsx"
import { EndpointSecret } from "./EndpointSecret.tsx"
import { EventPicker } from "./EventPicker.tsx"
import type { EventOption } from "./WebhookLabels.ts"

/** Fields of an endpoint that the user can edit. */
export interface EndpointInput {
  readonly url: string
  readonly description: string
  readonly events: ReadonlyArray<EventType>
}

/** Validates the fields and returns error messages by field name. The server checks the URL. */
export const endpointErrors = ({ events, url }: EndpointInput): FieldErrors => ({
  url: requiredError(url, "Enter the URL of your receiver, such as https://example.com/webhooks."),
  events: events.length === 0 ? "Choose at least one event." : undefined
})

interface FieldsProps {
  readonly input: EndpointInput
  readonly onChange: (input: EndpointInput) => void
  readonly errors: FieldErrors
  /** Events that the account can choose. */
  readonly events: ReadonlyArray<EventOption>
}

export const EndpointFields = ({ errors, events, input, onChange }: FieldsProps) => (
  <Stack>
    <TextInput
      label="URL"
      description="Gatehouse sends each event to this URL as a POST request."
      placeholder="https://example.com/webhooks"
      type="url"
      required
      withAsterisk={false}
      autoComplete="off"
      data-autofocus
      value={input.url}
      onChange={(event) => onChange({ ...input, url: event.currentTarget.value })}
      error={errors["url"]}
    />
    <TextInput
      label="Description"
      description="Optional name for the endpoint, such as Team chat."
      maxLength={descriptionCharsMax}
      autoComplete="off"
      value={input.description}
      onChange={(event) => onChange({ ...input, description: event.currentTarget.value })}
      error={errors["description"]}
    />
    <EventPicker
      events={events}
      chosen={input.events}
      onChange={(events) => onChange({ ...input, events })}
      error={errors["events"]}
    />
  </Stack>
)

interface CreateProps {
  readonly isOpen: boolean
  readonly events: ReadonlyArray<EventOption>
  readonly onClose: () => void
  /** Called after the user has confirmed that the secret is stored. */
  readonly onCreated: (id: string) => void
}

const blank: EndpointInput = { url: "", description: "", events: [] }

/** Dialog that creates an endpoint, and then shows its signing secret once. */
export const CreateEndpoint = ({ events, isOpen, onClose, onCreated }: CreateProps) => {
  const [input, setInput] = useState(blank)
  const [created, setCreated] = useState<{ readonly id: string; readonly secret: string } | null>(null)
  const create = useApiMutation("webhooks", "create", {
    handlesFailure: true,
    onSuccess: ({ endpoint: { id }, secret }) => {
      setCreated({ id, secret })
      close()
    }
  })
  const close = () => {
    setInput(blank)
    reset()
    create.reset()
    onClose()
  }
  const { errors, form, reset } = useForm({
    validation: endpointErrors(input),
    serverErrors: create.fields,
    submit: () => create.run({ payload: { ...input, url: input.url.trim(), events: [...input.events] } })
  })
  return (
    <>
      <Modal opened={isOpen} onClose={close} title="Create endpoint" size="lg">
        <form {...form}>
          <Stack>
            <EndpointFields input={input} onChange={setInput} errors={errors} events={events} />
            <FormFailure failure={create.failure} />
            <Group justify="flex-end">
              <Button variant="default" onClick={close}>Cancel</Button>
              <Button type="submit" loading={create.isRunning}>Create endpoint</Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <EndpointSecret
        title="Endpoint created"
        secret={created?.secret ?? null}
        onClose={() => {
          if (created !== null) onCreated(created.id)
          setCreated(null)
        }}
      />
    </>
  )
}
