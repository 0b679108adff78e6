import { Button, Fieldset, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useState } from "react"
import {
  type ManagementAccess,
  type ManagementArea,
  managementAreas,
  type ManagementScope
} from "../../../../core/management-keys/ManagementScope.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"

export const areaLabels: Readonly<Record<ManagementArea, string>> = {
  overview: "Overview",
  requests: "Requests and documents",
  leads: "Leads",
  sites: "Shield sites",
  rules: "Rules",
  threats: "Threat data",
  credits: "Credits",
  keys: "API keys",
  webhooks: "Webhooks",
  members: "Members and audit log",
  retention: "Data retention"
}

interface CreateProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (text: string) => void
}

type AreaAccess = Readonly<Partial<Record<ManagementArea, ManagementAccess>>>

const lifetimes = [
  { value: "7", label: "In 7 days" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In 1 year" },
  { value: "", label: "Never" }
]
const lifetimeDefault = "90"

const accessOptions = [
  { value: "", label: "No access" },
  { value: "read", label: "Read only" },
  { value: "write", label: "Read and change" }
]

const scopesOf = (access: AreaAccess): ReadonlyArray<ManagementScope> =>
  managementAreas.flatMap((area) => access[area] === undefined ? [] : [`${area}:${access[area]}` as const])

/** Dialog that creates a management key. */
export const CreateManagementKey = ({ isOpen, onClose, onCreated }: CreateProps) => {
  const [name, setName] = useState("")
  const [days, setDays] = useState(lifetimeDefault)
  const [access, setAccess] = useState<AreaAccess>({})
  const scopes = scopesOf(access)
  const create = useApiMutation("managementKeys", "create", {
    handlesFailure: true,
    onSuccess: ({ text }) => {
      setName("")
      setDays(lifetimeDefault)
      setAccess({})
      close()
      onCreated(text)
    }
  })
  const { errors, reset, form } = useForm({
    validation: {
      name: requiredError(name, "Enter a name."),
      scopes: scopes.length === 0 ? "Give the key access to at least one area." : undefined
    },
    serverErrors: create.fields,
    submit: () => create.run({ payload: { name, scopes, days: days === "" ? null : Number(days) } })
  })
  const close = () => {
    reset()
    create.reset()
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title="Create management key">
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            description="Name the script that uses the key."
            placeholder="Nightly rule import"
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errors["name"]}
          />
          <NativeSelect
            label="Expires"
            data={lifetimes}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
            error={errors["days"]}
          />
          <AccessFields access={access} onChange={setAccess} error={errors["scopes"]} />
          <FormFailure failure={create.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button type="submit" loading={create.isRunning}>Create management key</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

interface AccessFieldsProps {
  readonly access: AreaAccess
  readonly onChange: (access: AreaAccess) => void
  readonly error: string | undefined
}

/** One select per area of the account. */
const AccessFields = ({ access, error, onChange }: AccessFieldsProps) => {
  const setArea = (area: ManagementArea, value: string) => {
    const { [area]: _, ...others } = access
    onChange(value === "read" || value === "write" ? { ...others, [area]: value } : others)
  }
  return (
    <Fieldset legend={<Text size="sm" fw={600}>Access</Text>} variant="unstyled">
      <Stack gap="xs">
        <Text size="xs" c="dimmed">
          Give the key only the access that the script needs. A key that can change members can create owners.
        </Text>
        {managementAreas.map((area) => (
          <Group key={area} justify="space-between" wrap="nowrap">
            <Text size="sm">{areaLabels[area]}</Text>
            <NativeSelect
              aria-label={`Access to ${areaLabels[area]}`}
              size="xs"
              w={150}
              flex="none"
              data={accessOptions}
              value={access[area] ?? ""}
              onChange={(event) => setArea(area, event.currentTarget.value)}
            />
          </Group>
        ))}
        {error !== undefined && <Text size="xs" c="red" role="alert">{error}</Text>}
      </Stack>
    </Fieldset>
  )
}
