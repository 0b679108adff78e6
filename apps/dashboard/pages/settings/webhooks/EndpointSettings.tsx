import { Button, Checkbox, Group, Modal, Paper, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useState } from "react"
import { useLocation } from "wouter"
import { secretOverlapHours } from "../../../../../core/webhooks/WebhookEndpoint.ts"
import { useApiMutation } from "../../../api/Hooks.ts"
import { Confirm, UnsavedChangesPrompt } from "../../../parts/forms/Confirm.tsx"
import { useForm } from "../../../parts/forms/Form.tsx"
import { FormFailure } from "../../../parts/page/FailureAlert.tsx"
import foot from "../../../parts/page/PanelFoot.module.css"
import { Instant, useNow } from "../../../parts/text/Instant.tsx"
import { endpointErrors, EndpointFields, type EndpointInput } from "./EndpointForm.tsx"
import { EndpointSecret } from "./EndpointSecret.tsx"
import { type Endpoint, endpointName, type EventOption } from "./WebhookLabels.ts"

interface EndpointProps {
  readonly endpoint: Endpoint
}

interface Props extends EndpointProps {
  /** Events that the account can choose. */
  readonly events: ReadonlyArray<EventOption>
}

/** Tab with the URL and the events of an endpoint, its signing secret, and the buttons to disable and delete it. */
export const EndpointSettings = ({ endpoint, events }: Props) => {
  const { description, events: chosen, url } = endpoint
  const stored: EndpointInput = { url, description, events: chosen }
  return (
    <Stack maw={720}>
      {/* The key resets the form after another member's change, but not when the state of the endpoint changes. */}
      <EndpointEditor key={JSON.stringify(stored)} id={endpoint.id} stored={stored} events={events} />
      <SecretRotation endpoint={endpoint} />
      {endpoint.disabled === null && <DisableEndpoint endpoint={endpoint} />}
      <DeleteEndpoint endpoint={endpoint} />
    </Stack>
  )
}

interface EditorProps {
  readonly id: string
  readonly stored: EndpointInput
  readonly events: ReadonlyArray<EventOption>
}

/** Returns the fields that differ, so that the audit log names only these. Chosen events have no order. */
export const changedFields = (stored: EndpointInput, { description, events, url }: EndpointInput) => ({
  ...url.trim() === stored.url ? {} : { url: url.trim() },
  ...description.trim() === stored.description ? {} : { description: description.trim() },
  ...events.toSorted().join() === stored.events.toSorted().join() ? {} : { events: [...events] }
})

const EndpointEditor = ({ events, id, stored }: EditorProps) => {
  const [input, setInput] = useState(stored)
  const change = useApiMutation("webhooks", "change", { handlesFailure: true, successMessage: "Endpoint saved" })
  const payload = changedFields(stored, input)
  const isChanged = Object.keys(payload).length > 0
  const { errors, form } = useForm({
    validation: endpointErrors(input),
    serverErrors: change.fields,
    submit: () => change.run({ params: { id }, payload })
  })
  return (
    <Paper withBorder p="md" component="form" {...form}>
      <Stack>
        <EndpointFields input={input} onChange={setInput} errors={errors} events={events} />
        <FormFailure failure={change.failure} />
        <UnsavedChangesPrompt isChanged={isChanged} />
        <Group className={foot["foot"] ?? ""}>
          <Group gap="xs" className={foot["acts"] ?? ""}>
            <Button variant="default" px="sm" onClick={() => setInput(stored)} disabled={!isChanged}>
              Discard changes
            </Button>
            <Button type="submit" px="sm" loading={change.isRunning} disabled={!isChanged}>Save endpoint</Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

interface PanelProps {
  readonly title: string
  readonly description: ReactNode
  readonly children: ReactNode
}

const Panel = ({ children, description, title }: PanelProps) => (
  <Paper withBorder p="md">
    <Stack gap="sm" align="flex-start">
      <Title order={2} size="h4">{title}</Title>
      <Text size="sm" c="dimmed">{description}</Text>
      {children}
    </Stack>
  </Paper>
)

const SecretRotation = ({ endpoint: { id, previousSecretExpiresAt } }: EndpointProps) => {
  const [isOpen, setOpen] = useState(false)
  const [endOld, setEndOld] = useState(false)
  const [secret, setSecret] = useState<string | null>(null)
  const now = useNow()
  const isOverlapping = previousSecretExpiresAt !== null && previousSecretExpiresAt > now
  const close = () => {
    setOpen(false)
    setEndOld(false)
  }
  const rotate = useApiMutation("webhooks", "rotate", {
    onSuccess: ({ secret }) => {
      close()
      setSecret(secret)
    }
  })
  return (
    <Panel
      title="Signing secret"
      description={isOverlapping
        ? (
          <>
            Requests have two signatures: one with the current secret, and one with the previous secret until{" "}
            <Instant at={previousSecretExpiresAt} isExact isZoned />.
          </>
        )
        : "Your receiver verifies requests with the signing secret. Create a new secret regularly, or if the secret leaks."}
    >
      <Button variant="default" onClick={() => setOpen(true)}>Create new secret</Button>
      <Modal opened={isOpen} onClose={close} title="Create new secret?">
        <Stack>
          <Text size="sm">
            {endOld
              ? "The current secret stops working immediately. Your receiver rejects requests until it has the new secret."
              : `For ${secretOverlapHours} hours, Gatehouse signs requests with both secrets. Update your receiver within this time.`}
          </Text>
          <Checkbox
            label="End the current secret immediately"
            description="Select this if the secret leaked."
            checked={endOld}
            onChange={(event) => setEndOld(event.currentTarget.checked)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button
              color={endOld ? "red" : "accent"}
              loading={rotate.isRunning}
              onClick={() => rotate.run({ params: { id }, payload: { endOld } })}
            >
              {endOld ? "Create secret and end current secret" : "Create secret"}
            </Button>
          </Group>
        </Stack>
      </Modal>
      <EndpointSecret title="New secret created" secret={secret} onClose={() => setSecret(null)} />
    </Panel>
  )
}

const DisableEndpoint = ({ endpoint }: EndpointProps) => {
  const [isOpen, setOpen] = useState(false)
  const disable = useApiMutation("webhooks", "setEnabled", {
    successMessage: "Endpoint disabled",
    onSuccess: () => setOpen(false)
  })
  return (
    <Panel title="Disable endpoint" description="Gatehouse sends it no events until you enable it again.">
      <Button variant="default" onClick={() => setOpen(true)}>Disable endpoint</Button>
      <Confirm
        isOpen={isOpen}
        title={`Disable ${endpointName(endpoint)}?`}
        actionLabel="Disable endpoint"
        isRunning={disable.isRunning}
        onClose={() => setOpen(false)}
        onConfirm={() => disable.run({ params: { id: endpoint.id }, payload: { isEnabled: false } })}
      >
        Pending deliveries fail. You can resend them after you enable the endpoint again. Events that happen while the
        endpoint is disabled are never delivered.
      </Confirm>
    </Panel>
  )
}

const DeleteEndpoint = ({ endpoint }: EndpointProps) => {
  const [isOpen, setOpen] = useState(false)
  const [, navigate] = useLocation()
  const remove = useApiMutation("webhooks", "remove", {
    successMessage: `Endpoint deleted: ${endpointName(endpoint)}`,
    onSuccess: () => navigate("/settings/webhooks")
  })
  return (
    <Panel title="Delete endpoint" description="This deletes the endpoint, its secret and its deliveries.">
      <Button variant="outline" color="red" onClick={() => setOpen(true)}>Delete endpoint</Button>
      <Confirm
        isOpen={isOpen}
        title={`Delete ${endpointName(endpoint)}?`}
        actionLabel="Delete endpoint"
        isRunning={remove.isRunning}
        onClose={() => setOpen(false)}
        onConfirm={() => remove.run({ params: { id: endpoint.id } })}
      >
        Gatehouse sends no more events to{" "}
        {new URL(endpoint.url).host}. Pending deliveries are lost. You cannot undo this.
      </Confirm>
    </Panel>
  )
}
