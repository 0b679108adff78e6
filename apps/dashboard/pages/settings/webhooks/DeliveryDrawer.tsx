import { Button, Drawer, Group, Paper, Stack, Table, Text, Title } from "@mantine/core"
import { useState } from "react"
import type { ApiResponse } from "../../../api/Client.ts"
import { useApi } from "../../../api/Hooks.ts"
import { Code } from "../../../parts/text/Code.tsx"
import { CopyIconButton } from "../../../parts/text/CopyButtons.tsx"
import { millisText } from "../../../parts/text/Formats.ts"
import { Instant, useNow } from "../../../parts/text/Instant.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { DetailSkeleton, FactTable, ItemUnavailable } from "../../../shared/requests/Detail.tsx"
import {
  attemptResult,
  deliveryRefetchMillis,
  deliveryState,
  eventLabels,
  formatPayload,
  nextAttemptText,
  resendLabel
} from "./WebhookLabels.ts"

type Detail = ApiResponse<"webhooks", "delivery">

interface Props {
  /** ID of the open delivery; undefined if none is open. */
  readonly id: number | undefined
  /** Makes a delivery due; null while the endpoint is disabled. */
  readonly onResend: ((id: number) => void) | null
  readonly onClose: () => void
}

/** Drawer with one delivery: its state, attempts and payload. */
export const DeliveryDrawer = ({ id, onClose, onResend }: Props) => {
  const found = useApi("webhooks", "delivery", { params: { id: id ?? 0 } }, {
    enabled: id !== undefined,
    refetchMillis: ({ delivery }) => deliveryRefetchMillis([delivery], Date.now())
  })
  return (
    <Drawer.Root opened={id !== undefined} onClose={onClose} position="right" size="min(100vw, 600px)">
      <Drawer.Overlay />
      <Drawer.Content>
        <Group justify="space-between" p="md" pb={0} wrap="nowrap">
          <Drawer.Title fw={600}>Delivery</Drawer.Title>
          <Drawer.CloseButton aria-label="Close" />
        </Group>
        <Drawer.Body pt="xs">
          {found.error !== null && !found.isPlaceholderData
            ? <ItemUnavailable what="Delivery" failure={found.error} onRetry={() => void found.refetch()} />
            : found.data === undefined || found.data.delivery.id !== id
            ? <DetailSkeleton />
            : <DeliveryDetail {...found.data} onResend={onResend} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  )
}

const DeliveryDetail = ({ attempts, delivery, onResend, payload }: Detail & Pick<Props, "onResend">) => {
  const { createdAt, event, eventId, id, lastAttempt } = delivery
  const { label, tone } = deliveryState(delivery)
  const next = nextAttemptText(delivery.nextAttemptAt, useNow())
  const resend = resendLabel(delivery)
  return (
    <Stack gap="lg">
      <Stack gap="xs" align="flex-start">
        <Group gap="xs">
          <StatusBadge tone={tone}>{label}</StatusBadge>
          <Text size="sm" c="dimmed">{eventLabels[event]}</Text>
        </Group>
        <Text>{attemptResult(lastAttempt)}</Text>
        {next !== null && <Text size="sm" c="dimmed">{next}</Text>}
        {onResend !== null && resend !== null && (
          <Button variant="default" onClick={() => onResend(id)}>{resend}</Button>
        )}
      </Stack>
      <FactTable
        label="Details of the delivery"
        rows={[
          { label: "Event", value: event },
          { label: "Event time", value: <Instant at={createdAt} isExact hasSeconds isZoned /> },
          {
            label: "Event ID",
            value: (
              <Group gap={4} wrap="nowrap" justify="space-between">
                <span>{eventId}</span>
                <CopyIconButton text={eventId} what="event ID" />
              </Group>
            )
          }
        ]}
      />
      <Stack gap="xs" component="section">
        <Title order={3} size="h5">Attempts</Title>
        {attempts.length === 0
          ? <Text size="sm" c="dimmed">Gatehouse makes the first attempt within seconds.</Text>
          : <Attempts attempts={attempts} />}
      </Stack>
      <Payload key={id} text={payload} />
    </Stack>
  )
}

/** Table of attempts, newest first. */
const Attempts = ({ attempts }: Pick<Detail, "attempts">) => (
  <Paper withBorder px={4}>
    <Table layout="fixed" aria-label="Attempts">
      <Table.Tbody>
        {attempts.toReversed().map((attempt, at) => (
          <Table.Tr key={at}>
            <Table.Th w={{ base: 130, xs: 210 }} scope="row" fw={400} c="dimmed" style={{ verticalAlign: "baseline" }}>
              <Instant at={attempt.at} isExact hasSeconds />
            </Table.Th>
            <Table.Td style={{ verticalAlign: "baseline" }}>
              <Text size="sm" style={{ overflowWrap: "anywhere" }}>{attemptResult(attempt)}</Text>
              <Text size="xs" c="dimmed">{millisText(attempt.millis)}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Paper>
)

const Payload = ({ text }: { readonly text: string }) => {
  const [isShown, setShown] = useState(false)
  return (
    <Stack gap="xs" align="stretch" component="section">
      <Group>
        <Button variant="default" size="compact-sm" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? "Hide payload" : "Show payload"}
        </Button>
      </Group>
      {isShown && <Code text={formatPayload(text)} what="payload" />}
    </Stack>
  )
}
