import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core"
import { useDisclosure } from "@mantine/hooks"
import { IconKey, IconPlus } from "@tabler/icons-react"
import { useState } from "react"
import { requestsPerMinuteDefault, requestsPerMinuteMax } from "../../../../core/keys/ApiKey.ts"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { useMe } from "../../api/Me.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { numberError, requiredError, useForm } from "../../parts/forms/Form.tsx"
import { IntegerInput } from "../../parts/forms/IntegerInput.tsx"
import { SecretDialog } from "../../parts/forms/SecretDialog.tsx"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { useKeys } from "../../parts/page/Keyboard.ts"
import { Page } from "../../parts/page/Page.tsx"
import classes from "../../parts/tables/Cards.module.css"
import { type Column, DataTable } from "../../parts/tables/DataTable.tsx"
import { Code } from "../../parts/text/Code.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { identityColumns, lastUseColumns } from "./KeyColumns.tsx"

type Key = ApiResponse<"keys", "list">[number]

/** Page on which members list, create and revoke API keys. A new key is shown once. */
const ApiKeys = () => {
  const { server } = useMe()
  const keys = useApi("keys", "list")
  const [isOpen, form] = useDisclosure()
  const [newKey, setNewKey] = useState<string | null>(null)
  const [keyToRevoke, setKeyToRevoke] = useState<Key | null>(null)
  const revoke = useApiMutation("keys", "revoke", {
    successMessage: ({ name }) => `Key revoked: ${name}`,
    onSuccess: () => setKeyToRevoke(null)
  })
  useKeys({ n: form.open })
  const create = <Button leftSection={<IconPlus size={16} />} onClick={form.open}>Create API key</Button>
  return (
    <Page
      title="API keys"
      description="Programs send their key in the API-KEY header. Use one key per program, so that you can revoke each separately."
      actions={keys.data?.length ? create : undefined}
    >
      <DataTable
        label="API keys"
        rows={keys.data?.toSorted(activeFirst) ?? []}
        isLoading={keys.isLoading}
        failure={keys.error}
        onRetry={() => void keys.refetch()}
        idOf={({ id }) => id}
        empty={
          <EmptyState
            title="No API keys yet"
            icon={<IconKey size={24} />}
            action={{ label: "Create API key", icon: <IconPlus size={16} />, onClick: form.open }}
          >
            Create an API key to send your first request.
          </EmptyState>
        }
        columns={keyColumns(setKeyToRevoke)}
      />
      <CreateKey isOpen={isOpen} onClose={form.close} onCreated={setNewKey} />
      <SecretDialog title="Your new API key" what="API key" text={newKey} onClose={() => setNewKey(null)}>
        <Text size="sm">Try it: this command checks one email address and costs 1 credit.</Text>
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

export default ApiKeys

const keyColumns = (onRevoke: (key: Key) => void): ReadonlyArray<Column<Key>> => [
  ...identityColumns,
  {
    title: "Status",
    render: ({ revokedAt }) =>
      revokedAt === null
        ? <StatusBadge tone="good">Active</StatusBadge>
        : (
          <>
            <StatusBadge tone="plain">Revoked</StatusBadge>
            <Text size="xs" c="dimmed">
              <Instant at={revokedAt} />
            </Text>
          </>
        ),
    card: { line: 1, side: "end" }
  },
  {
    title: "Requests per minute",
    render: ({ requestsPerMinute }) => (
      <>
        <Count value={requestsPerMinute} />
        <span className={classes["onCard"] ?? ""}>
          {requestsPerMinute === 1 ? " request per minute" : " requests per minute"}
        </span>
      </>
    ),
    isNumber: true,
    card: { line: 2, side: "end" }
  },
  { title: "Created", render: ({ createdAt }) => <Instant at={createdAt} />, width: 140, card: "none" },
  ...lastUseColumns(3, onRevoke)
]

/** Sorts active keys before revoked ones. */
const activeFirst = (a: Key, b: Key): number => Number(a.revokedAt !== null) - Number(b.revokedAt !== null)

const curlOf = (baseUrl: string, key: string): string =>
  `curl ${baseUrl}/scan/email \\\n  -H 'API-KEY: ${key}' \\\n  -H 'Content-Type: application/json' \\\n  -d '{"email":"ann@example.com"}'`

interface CreateProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onCreated: (text: string) => void
}

const CreateKey = ({ isOpen, onClose, onCreated }: CreateProps) => {
  const [name, setName] = useState("")
  const [perMinute, setPerMinute] = useState(requestsPerMinuteDefault)
  const create = useApiMutation("keys", "create", {
    handlesFailure: true,
    onSuccess: ({ text }) => {
      setName("")
      setPerMinute(requestsPerMinuteDefault)
      close()
      onCreated(text)
    }
  })
  const { errors, reset, form } = useForm({
    validation: {
      name: requiredError(name, "Enter a name."),
      requestsPerMinute: numberError(perMinute, { min: 1, max: requestsPerMinuteMax })
    },
    serverErrors: create.fields,
    submit: () => create.run({ payload: { name, requestsPerMinute: perMinute } })
  })
  const close = () => {
    reset()
    create.reset()
    onClose()
  }
  return (
    <Modal opened={isOpen} onClose={close} title="Create API key">
      <form {...form}>
        <Stack>
          <TextInput
            label="Name"
            description="The program that uses the key"
            placeholder="Shop, production"
            required
            withAsterisk={false}
            maxLength={200}
            data-autofocus
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={errors["name"]}
          />
          <IntegerInput
            label="Requests per minute"
            description="Further requests in the same minute are rejected."
            min={1}
            max={requestsPerMinuteMax}
            value={perMinute}
            onChange={setPerMinute}
            error={errors["requestsPerMinute"]}
          />
          <FormFailure failure={create.failure} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>Cancel</Button>
            <Button type="submit" loading={create.isRunning}>Create API key</Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
