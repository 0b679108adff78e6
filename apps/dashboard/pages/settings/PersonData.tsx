import { Button, Group, Paper, Stack, Table, Text, TextInput, Title } from "@mantine/core"
import { useState } from "react"
import type { ApiResponse } from "../../api/Client.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { emailError, inputWithButton, useForm } from "../../parts/forms/Form.tsx"
import { FormFailure } from "../../parts/page/FailureAlert.tsx"
import { Count } from "../../parts/text/Numbers.tsx"

type PersonSummary = ApiResponse<"retention", "findPerson">

const countLabels: ReadonlyArray<readonly [keyof PersonSummary, string]> = [
  ["requests", "Requests about the address"],
  ["leads", "Leads"],
  ["rules", "Rules for exactly this address"],
  ["members", "Members of the dashboard"],
  ["auditEntries", "Audit log entries"],
  ["decisions", "Blocklist entries and reviews (erasing removes only the name)"],
  ["links", "Links that contain the address (erasing removes it from reports and unblocks the links)"],
  ["maskedRequests", "Masked requests that may be about this person (not changed)"]
]

/** Form that finds, exports and erases the data stored about one person. */
export const PersonData = () => {
  const [email, setEmail] = useState("")
  const [isConfirming, setConfirming] = useState(false)
  const find = useApiMutation("retention", "findPerson", { invalidates: [], handlesFailure: true })
  const exportData = useApiMutation("retention", "exportPerson", {
    invalidates: ["members"],
    onSuccess: (data, { payload }) => saveJson(data, `person-${payload.email.replace(/[^\w.-]+/g, "-")}.json`),
    successMessage: "Data exported"
  })
  const erase = useApiMutation("retention", "erasePerson", {
    invalidates: ["retention", "requests", "leads", "rules", "members", "overview"],
    successMessage: "Data erased",
    onSuccess: () => {
      setConfirming(false)
      find.reset()
    }
  })
  const request = { payload: { email: email.trim() } }
  const { errors, form } = useForm({
    validation: { email: emailError(email) },
    serverErrors: find.fields,
    submit: () => find.run(request)
  })
  const found = find.response
  return (
    <Paper withBorder p="lg" component="section" aria-label="Personal data">
      <Stack>
        <Title order={2} size="h4">Personal data</Title>
        <Text size="sm" c="dimmed">
          Find, export or erase the data about a person by email address. Erasing does not change backups. The operator
          of the server must delete them.
        </Text>
        <form {...form}>
          <TextInput
            label="Email address"
            type="email"
            required
            withAsterisk={false}
            data-search
            value={email}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              find.reset()
            }}
            error={errors["email"]}
            inputContainer={inputWithButton(
              <Button type="submit" variant="default" loading={find.isRunning}>Find data</Button>
            )}
            maw={440}
          />
        </form>
        <FormFailure failure={find.failure} />
        {found !== undefined && (
          <PersonResult
            summary={found}
            isExporting={exportData.isRunning}
            onExport={() => exportData.run(request)}
            onErase={() => setConfirming(true)}
          />
        )}
      </Stack>
      <Confirm
        isOpen={isConfirming}
        title="Erase this person's data?"
        actionLabel="Erase data"
        confirmationText={email.trim()}
        isRunning={erase.isRunning}
        onClose={() => setConfirming(false)}
        onConfirm={() => erase.run(request)}
      >
        This permanently deletes requests, leads, rules and other data that contain <b>{email.trim()}</b>.{" "}
        The credit ledger contains only amounts. The audit log records that a person was erased.
      </Confirm>
    </Paper>
  )
}

interface PersonResultProps {
  readonly summary: PersonSummary
  readonly isExporting: boolean
  readonly onExport: () => void
  readonly onErase: () => void
}

const PersonResult = ({ summary, isExporting, onErase, onExport }: PersonResultProps) => {
  const total = countLabels.reduce((sum, [kind]) => kind === "maskedRequests" ? sum : sum + summary[kind], 0)
  return (
    <>
      <Table aria-label="Stored data" verticalSpacing={6}>
        <Table.Tbody>
          {countLabels.map(([kind, title]) => (
            <Table.Tr key={kind}>
              <Table.Th fw={400}>{title}</Table.Th>
              <Table.Td ta="right">
                <Count value={summary[kind]} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Group>
        <Button variant="default" loading={isExporting} disabled={total === 0} onClick={onExport}>
          Export as JSON
        </Button>
        <Button color="red" variant="outline" disabled={total === 0} onClick={onErase}>Erase data</Button>
      </Group>
    </>
  )
}

/** Saves a value as a JSON file, without another request to the server. */
const saveJson = (value: unknown, name: string): void => {
  const address = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: "application/json" }))
  const link = document.createElement("a")
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
