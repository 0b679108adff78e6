import { Button, Fieldset, Group, Modal, NativeSelect, Stack, Text, TextInput } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { IconPlus, IconTerminal2 } from "@tabler/icons-react"
import { useState } from "react"
import {
  type ManagementAccess,
  type ManagementArea,
  managementAreas,
  type ManagementScope
} from "../../../../core/management-keys/ManagementScope.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { SecretDialog } from "../../parts/forms/SecretDialog.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"

type Key = ApiResponse<"managementKeys", "list">[number]

/** Page that creates, lists and revokes management keys. A new key is shown once. */
const ManagementKeys = () => {
  const { server } = useMe()
  const keys = useApi("managementKeys", "list")
  const [isOpen, form] = useDisclosure()
  const [newKey, setNewKey] = useState<string | null>(null)
  const [keyToRevoke, setKeyToRevoke] = useState<Key | null>(null)
  const revoke = useApiMutation("managementKeys", "revoke", {
    successMessage: ({ name }) => `Key revoked: ${name}`,
    onSuccess: () => setKeyToRevoke(null)
  })
  useKeys({ n: form.open })
  const now = Date.now()
  const create = <Button leftSection={<IconPlus size={16} />} onClick={form.open}>Create key</Button>
  return (
    <Page
      title="Management keys"
      description="Scripts use a management key for what you do in this dashboard. API keys are for checks, management keys for administration."
      actions={keys.data?.length ? create : undefined}
    >
      <DataTable
        label="Management keys"
        rows={keys.data?.toSorted((a, b) => Number(!isActive(a, now)) - Number(!isActive(b, now))) ?? []}
        isLoading={keys.isLoading}
        failure={keys.error}
        onRetry={() => void keys.refetch()}
        idOf={({ id }) => id}
        empty={
          <EmptyState
            title="No management keys yet"
            icon={<IconTerminal2 size={24} />}
            action={{ label: "Create key", icon: <IconPlus size={16} />, onClick: form.open }}
          >
            Create a key to manage rules, sites or API keys from a script.
          </EmptyState>
        }
        columns={keyColumns(now, setKeyToRevoke)}
      />
      <CreateKey isOpen={isOpen} onClose={form.close} onCreated={setNewKey} />
      <SecretDialog
        title="Your new management key"
        what="management key"
        text={newKey}
        onClose={() => setNewKey(null)}
      >
        <Text size="sm">Use it on the command line. This command lists the rules of the account:</Text>
        <Code
          what="command"
          text={`GATEHOUSE_MANAGEMENT_KEY=${newKey ?? ""} ./gatehouse manage get rules --server ${server.baseUrl}`}
        />
        <Text size="sm">A script sends it as a bearer token:</Text>
        <Code what="curl command" text={curlOf(server.baseUrl, newKey ?? "")} />
      </SecretDialog>
      <Confirm
        isOpen={keyToRevoke !== null}
        title={`Revoke “${keyToRevoke?.name ?? ""}”?`}
        actionLabel="Revoke key"
        isRunning={revoke.isRunning}
        onClose={() => setKeyToRevoke(null)}
        onConfirm={() => keyToRevoke && revoke.run({ params: { id: keyToRevoke.id } })}
      >
        Requests with the key ending in <b>…{keyToRevoke?.lastFour}</b>{" "}
        are rejected from now on (status 401). You cannot undo this.
      </Confirm>
    </Page>
  )
}

export default ManagementKeys

const curlOf = (baseUrl: string, key: string): string =>
  `curl ${baseUrl}/dashboard/api/rules \\\n  -H 'Authorization: Bearer ${key}'`

const isActive = ({ expiresAt, revokedAt }: Key, now: number): boolean =>
  revokedAt === null && (expiresAt === null || now < expiresAt)

const areaLabels: Readonly<Record<ManagementArea, string>> = {
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

const accessLabels: Readonly<Record<ManagementAccess, string>> = { read: "Read", write: "Read and change" }

/** Areas of scopes with their access. `write` includes `read`. */
const describeScopes = (scopes: ReadonlyArray<ManagementScope>): string => {
  const described = managementAreas.flatMap((area) => {
    if (scopes.includes(`${area}:write`)) return [areaLabels[area]]
    return scopes.includes(`${area}:read`) ? [`${areaLabels[area]} (read)`] : []
  })
  return described.join(", ")
}

const statusOf = ({ expiresAt, revokedAt }: Key, now: number) => {
  if (revokedAt !== null) return { tone: "plain", label: "Revoked", at: revokedAt } as const
  if (expiresAt !== null && expiresAt <= now) return { tone: "plain", label: "Expired", at: expiresAt } as const
  return { tone: "good", label: "Active", at: null } as const
}

const keyColumns = (now: number, onRevoke: (key: Key) => void): ReadonlyArray<Column<Key>> => [
  {
    title: "Name",
    render: ({ name }) => <Text size="sm" fw={600} lineClamp={2}>{name}</Text>,
    isLong: true,
    card: { line: 1, side: "start" }
  },
  {
    title: "Last characters",
    render: ({ lastFour }) => <Text size="sm" ff="monospace">…{lastFour}</Text>,
    card: { line: 2, side: "start", isTitled: true }
  },
  {
    title: "Status",
    render: (key) => {
      const { at, label, tone } = statusOf(key, now)
      return (
        <>
          <StatusBadge tone={tone}>{label}</StatusBadge>
          {at !== null && (
            <Text size="xs" c="dimmed">
              <Instant at={at} />
            </Text>
          )}
        </>
      )
    },
    card: { line: 1, side: "end" }
  },
  {
    title: "Access",
    render: ({ scopes }) => <Text size="sm" lineClamp={3}>{describeScopes(scopes)}</Text>,
    isLong: true,
    card: { line: 3, side: "start" }
  },
  {
    title: "Expires",
    render: ({ expiresAt }) => expiresAt === null ? <Text size="sm" c="dimmed">Never</Text> : <Instant at={expiresAt} />,
    width: 140,
    card: "none"
  },
  {
    title: "Last used",
    render: ({ lastUsedAt }) => <Instant at={lastUsedAt} />,
    width: 140,
    card: { line: 4, side: "start", isTitled: true }
  },
  {
    title: "",
    render: (key) =>
      key.revokedAt !== null ? null : (
        <Button
          size="compact-sm"
          variant="outline"
          color="red"
          aria-label={`Revoke key ${key.name}`}
          onClick={() => onRevoke(key)}
        >
          Revoke key
        </Button>
      ),
    card: { line: 4, side: "end" }
  }
]

interface CreateProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (text: string) => void
}

type AreaAccess = Readonly<Partial<Record<ManagementArea, ManagementAccess>>>

const lifetimes = [
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "", label: "Never" }
]
const lifetimeDefault = "90"

const accessOptions = [
  { value: "", label: "No access" },
  { value: "read", label: accessLabels.read },
  { value: "write", label: accessLabels.write }
]

const scopesOf = (access: AreaAccess): ReadonlyArray<ManagementScope> =>
  managementAreas.flatMap((area) => access[area] === undefined ? [] : [`${area}:${access[area]}` as const])

const CreateKey = ({ isOpen, onClose, onCreated }: CreateProps) => {
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
  const setArea = (area: ManagementArea, value: string) => {
    const { [area]: _, ...others } = access
    setAccess(value === "read" || value === "write" ? { ...others, [area]: value } : others)
  }
  return (
    <Modal opened={isOpen} onClose={close} title="Create management key">
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            description="The script that uses the key"
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
            label="Expires after"
            data={lifetimes}
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
            error={errors["days"]}
          />
          <Fieldset legend="Access" variant="unstyled">
            <Stack gap="xs">
              <Text size="xs" c="dimmed">
                Give the key only what the script needs. A key that can change members can create owners.
              </Text>
              {managementAreas.map((area) => (
                <Group key={area} justify="space-between" wrap="nowrap">
                  <Text size="sm">{areaLabels[area]}</Text>
                  <NativeSelect
                    aria-label={`Access to ${areaLabels[area]}`}
                    size="xs"
                    data={accessOptions}
                    value={access[area] ?? ""}
                    onChange={(event) => setArea(area, event.currentTarget.value)}
                  />
                </Group>
              ))}
              {errors["scopes"] !== undefined && <Text size="xs" c="red" role="alert">{errors["scopes"]}</Text>}
            </Stack>
          </Fieldset>
          <FormFailure failure={create.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button type="submit" loading={create.isRunning}>Create key</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
