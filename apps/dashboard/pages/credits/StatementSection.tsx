import { Box, Group, NativeSelect, Stack, Switch, Text, Title } from "@mantine/core"
import { IconCoins } from "@tabler/icons-react"
import type { ReactNode } from "react"
import type { Pages } from "../../api/Hooks.ts"
import { DataTable } from "../../parts/DataTable.tsx"
import { Empty } from "../../parts/Empty.tsx"
import { anyLabel, Filters } from "../../parts/Filters.tsx"
import { IfAny, type Presence } from "../../parts/Presence.tsx"
import { byRequest, type Line } from "../../shared/credits/ByRequest.ts"
import { kindName, movementKinds } from "../../shared/credits/Statement.ts"
import { entryColumns } from "./EntryLines.tsx"
import { requestColumns } from "./RequestLines.tsx"

interface Props {
  readonly pages: Pages<Line>
  readonly presence: Presence
  /** On a phone it stands here, and else beside the heading of the page. */
  readonly exportMenu: ReactNode
  readonly kind: Line["kind"] | ""
  readonly onKind: (kind: string) => void
  /** Every movement with its two entries, in place of a line for each request. */
  readonly isDouble: boolean
  readonly onDouble: (isDouble: boolean) => void
}

/** What credits went for, and every movement of them on demand. */
export const StatementSection = ({ exportMenu, isDouble, kind, onDouble, onKind, pages, presence }: Props) => {
  const common = {
    label: "Statement",
    isLoading: pages.isLoading,
    failure: pages.failure,
    onRetry: pages.reload,
    hasMore: pages.hasMore,
    isLoadingMore: pages.isLoadingMore,
    onMore: pages.loadMore,
    empty: (
      <Empty
        title={kind === "" ? "No credits have moved yet" : "There are no such movements"}
        icon={<IconCoins size={24} />}
        next={kind === "" ? undefined : { label: "Show all movements", onClick: () => onKind("") }}
      >
        What is added, set aside, spent and given back appears here.
      </Empty>
    )
  }
  return (
    <Stack gap="sm" component="section" aria-labelledby="statement">
      <Box>
        <Group justify="space-between" wrap="nowrap">
          <Title order={2} size="h4" id="statement">Statement</Title>
          <IfAny of={presence}>
            <Box hiddenFrom="xs">{exportMenu}</Box>
          </IfAny>
        </Group>
        <Text size="sm" c="dimmed">
          {isDouble
            ? "Double entry: each movement takes credits out of one place of this account and puts as many into another. Lines are never changed or removed."
            : "One line for each request. Lines are never changed or removed."}
        </Text>
      </Box>
      <Filters of={presence}>
        <NativeSelect
          label="Movements"
          value={kind}
          onChange={(event) => onKind(event.currentTarget.value)}
          data={[{ value: "", label: anyLabel }, ...movementKinds.map((value) => ({ value, label: kindName(value) }))]}
        />
        <Group mih={{ base: 44, sm: 36 }} gap="md">
          <Switch
            label="Double entry"
            checked={isDouble}
            onChange={(event) => onDouble(event.currentTarget.checked)}
          />
        </Group>
      </Filters>
      {isDouble
        ? <DataTable {...common} rows={pages.items} idOf={({ version }) => version} columns={entryColumns} />
        : (
          <DataTable
            {...common}
            rows={byRequest(pages.items)}
            idOf={({ version }) => version}
            columns={requestColumns}
          />
        )}
    </Stack>
  )
}
