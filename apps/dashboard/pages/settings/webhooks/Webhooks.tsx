import { Button, Text } from "@mantine/core"
import { IconPlus, IconWebhook } from "@tabler/icons-react"
import { useState } from "react"
import { useLocation, useParams } from "wouter"
import { endpointsMax } from "../../../../../core/webhooks/WebhookEndpoint.ts"
import { useApi } from "../../../api/Hooks.ts"
import { EmptyState } from "../../../parts/page/EmptyState.tsx"
import { useKeys } from "../../../parts/page/Keyboard.ts"
import { Page } from "../../../parts/page/Page.tsx"
import { type Column, DataTable } from "../../../parts/tables/DataTable.tsx"
import { IfPresent } from "../../../parts/tables/Filters.tsx"
import { Instant } from "../../../parts/text/Instant.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { TruncatedLink } from "../../../parts/text/TruncatedLink.tsx"
import { CreateEndpoint } from "./EndpointForm.tsx"
import { EndpointPage } from "./EndpointPage.tsx"
import { type Endpoint, endpointName, endpointPath, endpointState, eventsText } from "./WebhookLabels.ts"

/** Page with the list of webhook endpoints, or with one endpoint if the URL contains its id. */
const Webhooks = () => {
  const { id } = useParams<{ readonly id?: string }>()
  return id === undefined ? <EndpointList /> : <EndpointPage key={id} id={id} />
}

export default Webhooks

/** Milliseconds between reloads of the list, which shows whether deliveries fail. */
const reloadMillis = 30_000

const EndpointList = () => {
  const webhooks = useApi("webhooks", "list", undefined, { refetchMillis: reloadMillis })
  const [, navigate] = useLocation()
  const [isCreating, setCreating] = useState(false)
  const endpoints = webhooks.data?.endpoints ?? []
  const events = webhooks.data?.events ?? []
  const open = () => events.length > 0 && setCreating(true)
  const isFull = endpoints.length >= endpointsMax
  useKeys({ n: () => isFull || open() })
  return (
    <Page
      title="Webhooks"
      description="Gatehouse sends a signed request to your server when something happens, such as a blocked document or a spam lead."
      actions={webhooks.data !== undefined && endpoints.length === 0 ?
        undefined :
        (
          <IfPresent of={webhooks.isLoading ? "unknown" : "some"}>
            <Button leftSection={<IconPlus size={16} />} onClick={open} disabled={isFull}>Create endpoint</Button>
          </IfPresent>
        )}
    >
      <DataTable
        label="Webhook endpoints"
        rows={endpoints}
        idOf={({ id }) => id}
        isLoading={webhooks.isLoading}
        failure={webhooks.error}
        onRetry={() => void webhooks.refetch()}
        hrefOf={({ id }) => endpointPath(id)}
        skeletonRows={3}
        columns={endpointColumns(events.length)}
        empty={
          <EmptyState
            title="No webhook endpoints yet"
            icon={<IconWebhook size={24} />}
            action={{ label: "Create endpoint", icon: <IconPlus size={16} />, onClick: open }}
          >
            Create an endpoint with the URL of your receiver and the events to send. Gatehouse then shows a secret, with
            which the receiver verifies requests.
          </EmptyState>
        }
      />
      {isFull && (
        <Text size="sm" c="dimmed">
          The account has reached its limit of {endpointsMax} endpoints. Delete one before you create another.
        </Text>
      )}
      <CreateEndpoint
        isOpen={isCreating}
        events={events}
        onClose={() => setCreating(false)}
        onCreated={(id) => navigate(endpointPath(id))}
      />
    </Page>
  )
}

/** @param selectable number of events that the account can choose */
const endpointColumns = (selectable: number): ReadonlyArray<Column<Endpoint>> => [
  {
    title: "Endpoint",
    render: (endpoint) => (
      <>
        <Text span size="sm" fw={600} lineClamp={2}>{endpointName(endpoint)}</Text>
        <Text component="div" size="xs" c="dimmed">
          <TruncatedLink link={endpoint.url.replace(/^https:\/\//, "")} />
        </Text>
      </>
    ),
    isLong: true,
    card: { line: 1, side: "start" }
  },
  {
    title: "Status",
    render: (endpoint) => {
      const { label, tone } = endpointState(endpoint)
      return <StatusBadge tone={tone}>{label}</StatusBadge>
    },
    width: 130,
    card: { line: 1, side: "end" }
  },
  {
    title: "Events",
    render: ({ events }) => eventsText(events, selectable),
    width: 260,
    card: { line: 2, side: "start" }
  },
  {
    title: "Last delivered",
    render: ({ lastDeliveredAt }) => <Instant at={lastDeliveredAt} />,
    width: 150,
    card: { line: 3, side: "start", isTitled: true }
  }
]
