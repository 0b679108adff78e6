import { Anchor, Box, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { IconAlertTriangle, IconBulb, IconChevronRight, IconListCheck, IconUrgent } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { ApiResponse } from "../../api/Client.ts"

type Attention = ApiResponse<"overview", "overview">["attention"][number]

const severityStyles: Readonly<Record<Attention["severity"], { readonly icon: ReactNode; readonly label: string }>> = {
  alarm: { icon: <IconUrgent size={20} color="var(--mantine-color-red-text)" aria-hidden />, label: "Alarm" },
  warning: {
    icon: <IconAlertTriangle size={20} color="var(--mantine-color-yellow-text)" aria-hidden />,
    label: "Warning"
  },
  task: { icon: <IconListCheck size={20} color="var(--mantine-color-dimmed)" aria-hidden />, label: "To do" },
  hint: { icon: <IconBulb size={20} color="var(--mantine-color-blue-text)" aria-hidden />, label: "Hint" }
}

/** Label of the link in each kind of notice. */
const linkLabels: Readonly<Record<Attention["code"], string>> = {
  "credits-low": "Credits",
  "credits-gone": "Credits",
  "source-down": "Sources",
  "source-stale": "Sources",
  "no-feeds": "Sources",
  "submissions-waiting": "Reported links",
  "degraded-forms": "Shield",
  "no-sites": "Shield",
  "requests-failing": "Requests",
  "over-limit": "API keys"
}

const severityOrder: ReadonlyArray<Attention["severity"]> = ["alarm", "warning", "task", "hint"]

/** Lists the notices that need attention, most severe first, with links to the relevant pages. */
export const AttentionList = ({ items }: { readonly items: ReadonlyArray<Attention> }) => {
  if (items.length === 0) return null
  const sorted = items.toSorted((one, other) =>
    severityOrder.indexOf(one.severity) - severityOrder.indexOf(other.severity)
  )
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="attention">
      <Stack gap="sm">
        <Title order={2} size="h4" id="attention">Needs attention</Title>
        {sorted.map(({ code, message, path, severity }) => (
          <Group key={`${code} ${message}`} gap="sm" wrap="nowrap" align="flex-start">
            <Box flex="none" h={20}>{severityStyles[severity].icon}</Box>
            {/* On a phone, the link is below the text. */}
            <Group gap="xs" flex={1} justify="space-between" align="flex-start">
              <Text size="sm" flex="1 1 240px" style={{ overflowWrap: "anywhere" }}>
                <b>{severityStyles[severity].label}:</b> {message}
              </Text>
              <Anchor component={Link} href={path} size="sm" style={{ whiteSpace: "nowrap" }}>
                <Group gap={2} wrap="nowrap" component="span">
                  {linkLabels[code]}
                  <IconChevronRight size={14} aria-hidden />
                </Group>
              </Anchor>
            </Group>
          </Group>
        ))}
      </Stack>
    </Paper>
  )
}
