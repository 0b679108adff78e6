import { Button, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useState } from "react"
import type { ApiResponse } from "../../api/Client.ts"
import { useApi, useApiMutation } from "../../api/Hooks.ts"
import { Confirm } from "../../parts/forms/Confirm.tsx"
import { inputWithButton, numberError, useForm } from "../../parts/forms/Form.tsx"
import { IntegerInput } from "../../parts/forms/IntegerInput.tsx"
import { FailureAlert, FormFailure } from "../../parts/page/FailureAlert.tsx"
import { Page } from "../../parts/page/Page.tsx"
import { Instant } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { PersonData } from "./PersonData.tsx"

type RetentionData = ApiResponse<"retention", "retention">

/** Page with the retention period and the data stored about one person. */
const Retention = () => {
  const retention = useApi("retention", "retention")
  return (
    <Page
      title="Data retention"
      description="Requests, findings, leads and statistics are deleted automatically after this period. The credit ledger is kept. It contains no personal data."
    >
      <Stack maw={760} gap="lg">
        {retention.error && <FailureAlert failure={retention.error} onRetry={() => void retention.refetch()} />}
        {retention.isLoading && <Skeleton h={{ base: 413, sm: 288 }} role="status" aria-label="Loading" />}
        {retention.data && <RetentionForm retention={retention.data} />}
        <PersonData />
      </Stack>
    </Page>
  )
}

export default Retention

const RetentionForm = ({ retention }: { readonly retention: RetentionData }) => {
  const [days, setDays] = useState(retention.historyDays)
  const [isConfirming, setConfirming] = useState(false)
  const change = useApiMutation("retention", "setRetention", {
    successMessage: ({ historyDays }) => `Retention period set to ${daysText(historyDays)}`,
    handlesFailure: true,
    onSuccess: () => setConfirming(false)
  })
  const save = () => change.run({ payload: { historyDays: days } })
  const { errors, form } = useForm({
    validation: {
      historyDays: days === retention.historyDays
        ? "This is already the retention period."
        : numberError(days, { min: 1, max: retention.historyDaysMax })
    },
    serverErrors: change.fields,
    submit: () => days < retention.historyDays ? setConfirming(true) : save()
  })
  return (
    <Paper withBorder p="lg" component="section" aria-label="Retention period">
      <form {...form}>
        <Stack>
          <Title order={2} size="h4">Retention period</Title>
          <IntegerInput
            label="Days to keep history"
            description={`At most ${retention.historyDaysMax} days. The operator of the server sets this limit.`}
            min={1}
            max={retention.historyDaysMax}
            value={days}
            onChange={setDays}
            error={errors["historyDays"]}
            inputContainer={inputWithButton(<Button type="submit" loading={change.isRunning}>Save period</Button>)}
            maw={440}
          />
          <FormFailure failure={change.failure} />
          <Text size="sm" c="dimmed">The audit log is kept for {retention.auditDays} days.</Text>
          <div>
            <Title order={3} size="h5" mb={6}>Stored now</Title>
            <SimpleGrid cols={{ base: 2, sm: 4 }}>
              <Fact title="Requests">
                <Count value={retention.kept.requests} />
              </Fact>
              <Fact title="Oldest request">
                <Instant at={retention.kept.oldestRequestAt} never="none" />
              </Fact>
              <Fact title="Leads">
                <Count value={retention.kept.leads} />
              </Fact>
              <Fact title="Audit log">
                <Count value={retention.kept.auditEntries} /> {retention.kept.auditEntries === 1 ? "entry" : "entries"}
              </Fact>
            </SimpleGrid>
          </div>
        </Stack>
      </form>
      <Confirm
        isOpen={isConfirming}
        title={`Keep only ${daysText(days)} of history?`}
        actionLabel="Shorten period"
        isRunning={change.isRunning}
        onClose={() => setConfirming(false)}
        onConfirm={save}
      >
        Data older than {daysText(days)} is deleted at the next cleanup. You can restore it only from a backup.
      </Confirm>
    </Paper>
  )
}

const Fact = ({ children, title }: { readonly title: string; readonly children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed">{title}</Text>
    <Text component="div" fw={600}>{children}</Text>
  </div>
)

const daysText = (days: number): string => `${days} ${days === 1 ? "day" : "days"}`
