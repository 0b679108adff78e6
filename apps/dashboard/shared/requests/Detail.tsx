import { Paper, Skeleton, Stack, Table, Text } from "@mantine/core"
import { IconClockOff } from "@tabler/icons-react"
import type { ReactNode } from "react"
import type { Failure } from "../../api/Failure.ts"
import { useMe } from "../../api/Me.ts"
import { EmptyState } from "../../parts/page/EmptyState.tsx"
import { FailureAlert } from "../../parts/page/FailureAlert.tsx"

interface Props {
  /** Type of the item: `Request`, `Document`. */
  readonly what: string
  readonly failure: Failure
  readonly onRetry: () => void
}

/** Message for an item that does not exist or failed to load. */
export const ItemUnavailable = ({ failure, onRetry, what }: Props) => {
  const { server } = useMe()
  return failure._tag !== "NotFound" ?
    <FailureAlert failure={failure} onRetry={onRetry} /> :
    (
      <EmptyState title={`${what} not found`} icon={<IconClockOff size={24} />}>
        It is not in this account, or it has expired. This server stores requests for at most {server.historyDaysMax}
        {" "}
        days.
      </EmptyState>
    )
}

/** Skeleton with about the height of a detail view. */
export const DetailSkeleton = () => (
  <Stack gap="lg" role="status" aria-busy aria-label="Loading">
    <Skeleton height={24} width={160} />
    <Skeleton height={48} />
    <Skeleton height={260} />
    <Skeleton height={90} />
    <Skeleton height={120} />
  </Stack>
)

interface FactRow {
  readonly label: string
  readonly value: ReactNode
}

/** Table of facts about one item, with a label and a value per row. */
export const FactTable = ({ label, rows }: { readonly label: string; readonly rows: ReadonlyArray<FactRow> }) => (
  <Paper withBorder px={4}>
    <Table layout="fixed" aria-label={label}>
      <Table.Tbody>
        {rows.map(({ label, value }) => (
          <Table.Tr key={label}>
            <Table.Th w={{ base: 120, xs: 150 }} scope="row" fw={400} c="dimmed" style={{ verticalAlign: "baseline" }}>
              {label}
            </Table.Th>
            <Table.Td style={{ verticalAlign: "baseline" }}>
              <Text component="div" size="sm" style={{ overflowWrap: "anywhere" }}>{value}</Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Paper>
)
