import { Button, Text } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { IconPlus, IconTerminal2 } from "@tabler/icons-react"
import { useState } from "react"
import { managementAreas, type ManagementScope } from "../../../../core/management-keys/ManagementScope.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { SecretDialog } from "../../parts/forms/SecretDialog.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { Instant, useNow } from "../../parts/text/Instant.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { areaLabels, CreateManagementKey } from "./CreateManagementKey.tsx"
import { identityColumns, lastUseColumns } from "./KeyColumns.tsx"

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
  const now = useNow()
  const create = <Button leftSection={<IconPlus size={16} />} onClick={form.open}>Create management key</Button>
  return (
    <Page
      title="Management keys"
      description="With a management key, a script can do the tasks that you do in this dashboard. Checks require an API key."
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
            action={{ label: "Create management key", icon: <IconPlus size={16} />, onClick: form.open }}
          >
            Create a management key to manage rules, sites or API keys from a script.
          </EmptyState>
        }
        columns={keyColumns(now, setKeyToRevoke)}
      />
      <CreateManagementKey isOpen={isOpen} onClose={form.close} onCreated={setNewKey} />
      <SecretDialog
        title="Your new management key"
        what="management key"
        text={newKey}
        onClose={() => setNewKey(null)}
      >
        <Text size="sm">
          To use the key on the command line, set GATEHOUSE_MANAGEMENT_KEY. This command lists the rules of the account:
        </Text>
        <Code
          what="command"
          text={`GATEHOUSE_MANAGEMENT_KEY=${newKey ?? ""} ./gatehouse manage get rules --server ${server.baseUrl}`}
        />
        <Text size="sm">To use the key in a script, send it as a bearer token:</Text>
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

/** Lists the areas of the scopes. Marks areas with read access only, because `write` includes `read`. */
const describeScopes = (scopes: ReadonlyArray<ManagementScope>): string => {
  const described = managementAreas.flatMap((area) => {
    if (scopes.includes(`${area}:write`)) return [areaLabels[area]]
    return scopes.includes(`${area}:read`) ? [`${areaLabels[area]} (read only)`] : []
  })
  return described.join(", ")
}

const statusOf = ({ expiresAt, revokedAt }: Key, now: number) => {
  if (revokedAt !== null) return { tone: "plain", label: "Revoked", at: revokedAt } as const
  if (expiresAt !== null && expiresAt <= now) return { tone: "plain", label: "Expired", at: expiresAt } as const
  return { tone: "good", label: "Active", at: null } as const
}

const keyColumns = (now: number, onRevoke: (key: Key) => void): ReadonlyArray<Column<Key>> => [
  ...identityColumns,
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
    render: ({ expiresAt }) =>
      expiresAt === null ? <Text size="sm" c="dimmed">Never</Text> : <Instant at={expiresAt} />,
    width: 140,
    card: "none"
  },
  ...lastUseColumns(4, onRevoke)
]
