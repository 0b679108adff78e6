import { Alert, Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core"
import { IconAlertTriangle, IconArrowLeft, IconListDetails, IconSend, IconSettings } from "@tabler/icons-react"
import { Link, useLocation } from "wouter"
import { useApi, useApiMutation } from "../../../api/Hooks.ts"
import { EmptyState } from "../../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../../parts/page/FailureAlert.tsx"
import { Page } from "../../../parts/page/Page.tsx"
import { UrlTabs } from "../../../parts/page/UrlTabs.tsx"
import { useFilters } from "../../../parts/tables/Filters.tsx"
import { BreakableText } from "../../../parts/text/BreakableText.tsx"
import { Instant } from "../../../parts/text/Instant.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { DeliveryList } from "./DeliveryList.tsx"
import { EndpointSettings } from "./EndpointSettings.tsx"
import { disabledTexts, type Endpoint, endpointName, endpointPath, endpointState } from "./WebhookLabels.ts"

/** Milliseconds between reloads of the endpoint's state, which changes with its deliveries. */
const reloadMillis = 5_000

/** Page of one endpoint: its deliveries and its settings. */
export const EndpointPage = ({ id }: { readonly id: string }) => {
  const webhooks = useApi("webhooks", "list", undefined, { refetchMillis: reloadMillis })
  const [{ tab }] = useFilters("tab")
  const endpoint = webhooks.data?.endpoints.find((one) => one.id === id)
  const pathOf = (name: string) => endpointPath(id, new URLSearchParams(name === "deliveries" ? {} : { tab: name }))
  return (
    <Page
      title={endpoint === undefined ? "Webhook endpoint" : endpointName(endpoint)}
      description={
        <Group gap={8}>
          <Anchor component={Link} href="/settings/webhooks" size="sm">
            <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> All webhooks
          </Anchor>
          {endpoint !== undefined && (
            <span style={{ overflowWrap: "anywhere" }}>
              <BreakableText text={endpoint.url} />
            </span>
          )}
        </Group>
      }
      actions={endpoint === undefined || endpoint.disabled !== null ? undefined : <TestButton id={id} />}
    >
      {webhooks.error !== null && endpoint === undefined
        ? <FailureAlert failure={webhooks.error} onRetry={() => void webhooks.refetch()} />
        : webhooks.data === undefined
        ? <Skeleton height={420} aria-label="Loading endpoint" />
        : endpoint === undefined
        ? (
          <EmptyState
            title="Webhook endpoint not found"
            action={{ label: "Show all webhooks", href: "/settings/webhooks" }}
          />
        )
        : (
          <>
            <EndpointStatus endpoint={endpoint} />
            <UrlTabs
              current={tab}
              pathOf={pathOf}
              tabs={[
                {
                  name: "deliveries",
                  title: "Deliveries",
                  icon: IconListDetails,
                  panel: <DeliveryList endpoint={endpoint} />
                },
                {
                  name: "settings",
                  title: "Settings",
                  icon: IconSettings,
                  panel: <EndpointSettings endpoint={endpoint} events={webhooks.data.events} />
                }
              ]}
            />
          </>
        )}
    </Page>
  )
}

const TestButton = ({ id }: { readonly id: string }) => {
  const [, navigate] = useLocation()
  const test = useApiMutation("webhooks", "test", {
    successMessage: "Test event created. Open its delivery to see the result.",
    onSuccess: () => navigate(endpointPath(id))
  })
  return (
    <Button
      variant="default"
      leftSection={<IconSend size={16} />}
      loading={test.isRunning}
      onClick={() => test.run({ params: { id } })}
    >
      Send test event
    </Button>
  )
}

/** Badge of a working endpoint, or a notice that says what to do. */
const EndpointStatus = ({ endpoint }: { readonly endpoint: Endpoint }) => {
  const { disabled, failingSince, id, lastDeliveredAt } = endpoint
  const enable = useApiMutation("webhooks", "setEnabled", { successMessage: "Endpoint enabled" })
  if (disabled !== null) {
    return (
      <Alert
        color={disabled.reason === "manual" ? "gray" : "red"}
        icon={<IconAlertTriangle />}
        title="This endpoint is disabled"
      >
        <Stack gap="xs" align="flex-start">
          <Text size="sm">
            Disabled <Instant at={disabled.at} />. {disabledTexts[disabled.reason]}
          </Text>
          <Button
            size="compact-sm"
            loading={enable.isRunning}
            onClick={() => enable.run({ params: { id }, payload: { isEnabled: true } })}
          >
            Enable endpoint
          </Button>
        </Stack>
      </Alert>
    )
  }
  if (failingSince !== null) {
    return (
      <Alert color="yellow" icon={<IconAlertTriangle />} title="Deliveries to this endpoint are failing">
        <Text size="sm">
          The first failed attempt was{" "}
          <Instant at={failingSince} />. Open a delivery to see the error. If every attempt fails for a day, Gatehouse
          disables the endpoint.
        </Text>
      </Alert>
    )
  }
  const { label, tone } = endpointState(endpoint)
  return (
    <Group gap="xs">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <Text size="sm" c="dimmed">
        Last delivered: <Instant at={lastDeliveredAt} />
      </Text>
    </Group>
  )
}
