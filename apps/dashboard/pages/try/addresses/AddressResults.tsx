import { Button, Chip, Group, Stack, Text, TextInput } from "@mantine/core"
import { IconDownload, IconSearch } from "@tabler/icons-react"
import { useMemo, useState } from "react"
import { EmptyState } from "../../../parts/page/EmptyState.tsx"
import { type Column, DataTable } from "../../../parts/tables/DataTable.tsx"
import { countText } from "../../../parts/text/Formats.ts"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import {
  addressesCsv,
  addressFindings,
  addressLabels,
  type AddressVerdict,
  addressVerdict,
  addressVerdicts,
  type CheckedAddress
} from "./AddressVerdict.ts"

/** Number of rows that the table shows at first. */
const rowsShown = 100

type VerdictFilter = AddressVerdict | "all"

/** Table of the checked addresses with their verdicts, filters and an export. */
export const AddressResults = ({ checked }: { readonly checked: ReadonlyArray<CheckedAddress> }) => {
  const [verdict, setVerdict] = useState<VerdictFilter>("all")
  const [search, setSearch] = useState("")
  const [rowLimit, setRowLimit] = useState(rowsShown)
  const byVerdict = useMemo(() => Map.groupBy(checked, addressVerdict), [checked])
  const rows = useMemo(
    () => filterAddresses(verdict === "all" ? checked : byVerdict.get(verdict) ?? [], search),
    [checked, byVerdict, search, verdict]
  )
  const showAll = () => {
    setVerdict("all")
    setSearch("")
  }
  return (
    <Stack gap="sm">
      <Group justify="space-between" align="flex-end">
        <VerdictChips all={checked.length} byVerdict={byVerdict} chosen={verdict} onChoose={setVerdict} />
        <Group gap="xs" flex="1 1 320px" justify="flex-end">
          <TextInput
            flex="1 1 150px"
            maw={{ xs: 260 }}
            type="search"
            aria-label="Search addresses"
            placeholder="Search addresses"
            leftSection={<IconSearch size={16} />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => saveFile("addresses.csv", "text/csv", addressesCsv(rows))}
          >
            Export {countText(rows.length)} as CSV
          </Button>
        </Group>
      </Group>
      <DataTable
        label="Checked addresses"
        rows={rows.slice(0, rowLimit)}
        idOf={({ input }) => input}
        columns={columns}
        empty={
          <EmptyState title="No matching addresses" action={{ label: "Show all addresses", onClick: showAll }}>
            Choose another verdict or change the search.
          </EmptyState>
        }
        hasMore={rows.length > rowLimit}
        onMore={() => setRowLimit(rowLimit + rowsShown)}
      />
    </Stack>
  )
}

const filterAddresses = (addresses: ReadonlyArray<CheckedAddress>, search: string): ReadonlyArray<CheckedAddress> => {
  const text = search.trim().toLowerCase()
  return addresses.filter(({ email, input }) =>
    text === "" || email.toLowerCase().includes(text) || input.toLowerCase().includes(text)
  )
}

interface VerdictChipsProps {
  readonly all: number
  readonly byVerdict: ReadonlyMap<AddressVerdict, ReadonlyArray<CheckedAddress>>
  readonly chosen: VerdictFilter
  readonly onChoose: (verdict: VerdictFilter) => void
}

/** Filter with the verdicts that occur, and the number of addresses with each verdict. */
const VerdictChips = ({ all, byVerdict, chosen, onChoose }: VerdictChipsProps) => (
  <Chip.Group<false, VerdictFilter> value={chosen} onChange={onChoose}>
    <Group gap={6} role="group" aria-label="Verdicts">
      <Chip value="all" size="xs">All {countText(all)}</Chip>
      {addressVerdicts.map((name) => {
        const its = byVerdict.get(name)
        return its !== undefined && (
          <Chip key={name} value={name} size="xs">
            {addressLabels[name].title} {countText(its.length)}
          </Chip>
        )
      })}
    </Group>
  </Chip.Group>
)

const columns: ReadonlyArray<Column<CheckedAddress>> = [
  {
    title: "Address",
    render: ({ input }) => <Text span size="sm" ff="monospace">{input}</Text>,
    isLong: true,
    width: "35%",
    card: { line: 1, side: "start" }
  },
  {
    title: "Verdict",
    render: (address) => {
      const { title, tone } = addressLabels[addressVerdict(address)]
      return <StatusBadge tone={tone}>{title}</StatusBadge>
    },
    width: 165,
    card: { line: 1, side: "end" }
  },
  {
    title: "Findings",
    render: (address) => <Text span size="sm">{addressFindings(address).join(" ") || addressLabels.fine.about}</Text>,
    isLong: true,
    card: { line: 2, side: "start" }
  }
]

const saveFile = (name: string, type: string, text: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // Revokes the URL later, because Safari reads it only after the click.
  setTimeout(() => URL.revokeObjectURL(url), revokeMillis)
}

const revokeMillis = 10_000
