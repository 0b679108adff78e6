import { Paper, Table, Text } from "@mantine/core"
import type { ReactNode } from "react"

export interface FactRow {
  readonly label: string
  readonly value: ReactNode
}

/** What is known of one thing: a name and a value in each row. */
export const Facts = ({ label, rows }: { readonly label: string; readonly rows: ReadonlyArray<FactRow> }) => (
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
