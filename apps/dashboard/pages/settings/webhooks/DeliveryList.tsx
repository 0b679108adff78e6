import { Button, NativeSelect, Stack, Text } from "@mantine/core"
import { IconListDetails } from "@tabler/icons-react"
import { useLocation, useSearch } from "wouter"
import { useApiMutation, usePagedList } from "../../../api/Hooks.ts"
import { EmptyState } from "../../../parts/page/EmptyState.tsx"
import cards from "../../../parts/tables/Cards.module.css"
import { type Column, DataTable } from "../../../parts/tables/DataTable.tsx"
import { anyOptionLabel, Filters, listPresenceOf, useFilters } from "../../../parts/tables/Filters.tsx"
import { Instant, useNow } from "../../../parts/text/Instant.tsx"
import { Count } from "../../../parts/text/Numbers.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { DeliveryDrawer } from "./DeliveryDrawer.tsx"
import {
  attemptResult,
  type Delivery,
  deliveryRefetchMillis,
  deliveryState,
  deliveryStateOptions,
  type Endpoint,
  endpointPath,
  eventLabels,
  isDeliveryState,
  laterMillis,
  nextAttemptText,
  resendLabel
} from "./WebhookLabels.ts"

/** Returns the ID of a delivery in the URL. Undefined if there is none, or if it is malformed. */
const parseDeliveryId = (text: string): number | undefined => /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** Tab with the deliveries of an endpoint, newest first. The list reloads, more often while deliveries are pending. */
export const DeliveryList = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const [{ delivery, state }, set] = useFilters("delivery", "state")
  const search = useSearch()
  const [, navigate] = useLocation()
  const narrowed = isDeliveryState(state) ? { state } : {}
  const pages = usePagedList("webhooks", "deliveries", { endpoint: endpoint.id, ...narrowed }, {
    refetchMillis: (items) => deliveryRefetchMillis(items, Date.now()) ?? laterMillis
  })
  const isNarrowed = isDeliveryState(state)
  const presence = listPresenceOf(pages, isNarrowed)
  const openId = parseDeliveryId(delivery)
  const pathWith = (id: number | null) => {
    const query = new URLSearchParams(search)
    if (id === null) query.delete("delivery")
    else query.set("delivery", String(id))
    return endpointPath(endpoint.id, query)
  }
  const resend = useApiMutation("webhooks", "resend", {
    successMessage: "Gatehouse sends the event again within seconds."
  })
  const onResend = endpoint.disabled !== null ? null : (id: number) => resend.run({ params: { id } })
  return (
    <Stack gap="md">
      <Filters of={presence}>
        <NativeSelect
          label="Status"
          data={[{ value: "", label: anyOptionLabel }, ...deliveryStateOptions]}
          value={isNarrowed ? state : ""}
          onChange={(event) => set({ state: event.currentTarget.value })}
          w={{ base: "100%", xs: 200 }}
        />
      </Filters>
      <DataTable
        label="Deliveries"
        rows={pages.items}
        idOf={({ id }) => id}
        hrefOf={({ id }) => pathWith(id)}
        openId={openId}
        isLoading={pages.isLoading}
        failure={pages.failure}
        onRetry={pages.reload}
        hasMore={pages.hasMore}
        isLoadingMore={pages.isLoadingMore}
        onMore={pages.loadMore}
        columns={deliveryColumns(onResend)}
        empty={isNarrowed
          ? (
            <EmptyState
              title="No matching deliveries"
              icon={<IconListDetails size={24} />}
              action={{ label: "Show all deliveries", onClick: () => set({ state: null }) }}
            />
          )
          : (
            <EmptyState title="No deliveries yet" icon={<IconListDetails size={24} />}>
              {endpoint.disabled === null
                ? "Events appear here as they happen. Send a test event to check your receiver."
                : "Gatehouse sends no events to a disabled endpoint. Enable it first."}
            </EmptyState>
          )}
      />
      {pages.items.length > 0 && (
        <Text size="sm" c="dimmed">Gatehouse stores finished deliveries for as long as the request history.</Text>
      )}
      <DeliveryDrawer id={openId} onResend={onResend} onClose={() => navigate(pathWith(null))} />
    </Stack>
  )
}

const deliveryColumns = (onResend: ((id: number) => void) | null): ReadonlyArray<Column<Delivery>> => [
  {
    title: "Event",
    render: ({ event }) => <Text span size="sm" fw={600}>{eventLabels[event]}</Text>,
    width: 190,
    card: { line: 1, side: "start" }
  },
  {
    title: "Status",
    render: (delivery) => <DeliveryStatus delivery={delivery} />,
    width: 200,
    card: { line: 1, side: "end" }
  },
  {
    title: "Last attempt",
    render: ({ lastAttempt }) => <Text span size="sm" lineClamp={2}>{attemptResult(lastAttempt)}</Text>,
    isLong: true,
    card: { line: 2, side: "start" }
  },
  {
    title: "Attempts",
    render: ({ attempts }) => (
      <>
        <Count value={attempts} />
        <span className={cards["onCard"] ?? ""}>{attempts === 1 ? " attempt" : " attempts"}</span>
      </>
    ),
    isNumber: true,
    width: 85,
    card: { line: 2, side: "end" }
  },
  {
    title: "Event time",
    render: ({ createdAt }) => <Instant at={createdAt} />,
    width: 135,
    card: { line: 3, side: "start" }
  },
  {
    title: "",
    render: (delivery) => {
      const label = resendLabel(delivery)
      return onResend === null || label === null ? null : (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${label}: ${eventLabels[delivery.event]}, delivery ${delivery.id}`}
          onClick={() => onResend(delivery.id)}
        >
          {label}
        </Button>
      )
    },
    width: 110,
    card: { line: 3, side: "end" }
  }
]

/** State of a delivery, and the time of the next attempt of a pending one. */
const DeliveryStatus = ({ delivery }: { readonly delivery: Delivery }) => {
  const { label, tone } = deliveryState(delivery)
  const next = nextAttemptText(delivery.nextAttemptAt, useNow())
  return (
    <>
      <StatusBadge tone={tone}>{label}</StatusBadge>
      {next !== null && <Text size="xs" c="dimmed" className={cards["inColumn"] ?? ""}>{next}</Text>}
    </>
  )
}
