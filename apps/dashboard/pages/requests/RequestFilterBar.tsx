import { Box, Button, Group, NativeSelect } from "@mantine/core"
import { IconAdjustmentsHorizontal, IconFilterOff } from "@tabler/icons-react"
import { useState } from "react"
import type { RequestsQuery } from "../../../../adapters/http/account/api/Requests.ts"
import { useApi } from "../../api/Hooks.ts"
import { ExportMenu } from "../../parts/tables/ExportMenu.tsx"
import { anyOptionLabel, Filters, type ListPresence, SearchField } from "../../parts/tables/Filters.tsx"
import { keyNameOf, useKeyNames } from "../../shared/requests/KeyNames.ts"
import { operationName, recordedOperations } from "../../shared/requests/Operations.ts"
import { operationLabels } from "../../shared/requests/VerdictLabels.ts"
import { DayRange } from "./DayRange.tsx"
import classes from "./RequestFilterBar.module.css"
import type { FilterName } from "./RequestFilters.ts"

interface Props {
  readonly presence: ListPresence
  /** Active filters of the list, for the export. */
  readonly filters: RequestsQuery
  readonly values: Readonly<Record<FilterName, string>>
  readonly set: (changes: Readonly<Partial<Record<FilterName, string | null>>>) => void
  /** Whether no request matches the filters. */
  readonly isEmpty: boolean
}

const statuses = [
  ["2xx", "Successful (2xx)"],
  ["4xx", "Rejected (4xx)"],
  ["422", "Could not be processed (422)"],
  ["403", "Not enough credits (403)"],
  ["5xx", "Failed (5xx)"]
] as const

const any = { value: "", label: anyOptionLabel }

/** Adds the selected value if it is not among the choices, so that the field shows it. */
const withSelected = (
  choices: ReadonlyArray<{ readonly value: string; readonly label: string }>,
  selected: string
): Array<{ value: string; label: string }> =>
  choices.some(({ value }) => value === selected) ? [...choices] : [...choices, { value: selected, label: selected }]

const noFilters: Readonly<Record<FilterName, string>> = {
  operation: "",
  status: "",
  keyId: "",
  verdict: "",
  text: "",
  from: "",
  to: ""
}

/**
 * Filters of the request list. On a phone, a button next to the export opens them, but the search is always visible.
 */
export const RequestFilterBar = ({ isEmpty, filters, presence, set, values }: Props) => {
  const [isOpen, setOpen] = useState(false)
  const { from, text, to, ...others } = values
  const activeCount = Object.values(others).filter((value) => value !== "").length + (from === "" && to === "" ? 0 : 1)
  const isNarrowed = activeCount > 0 || text !== ""
  const showAll = () => set(noFilters)
  return (
    <Filters of={presence}>
      <Group w="100%" gap="sm" wrap="nowrap" align="flex-end">
        <SearchField
          label="Search requests"
          placeholder="Address, URL, file name, hash or ID"
          isLabelVisible
          value={text}
          onChange={(text) => set({ text })}
          grows
        />
        {isNarrowed && (
          <Button
            visibleFrom="xs"
            flex="none"
            variant="subtle"
            px="xs"
            leftSection={<IconFilterOff size={16} />}
            onClick={showAll}
          >
            Clear filters
          </Button>
        )}
      </Group>
      <Group w="100%" gap="xs" hiddenFrom="xs">
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} />}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Filters{activeCount > 0 && ` (${activeCount})`}
        </Button>
        {/* Has a short label, so that the three controls fit in one row. */}
        {isNarrowed && <Button variant="subtle" px="xs" aria-label="Clear filters" onClick={showAll}>Clear</Button>}
        <Box ml="auto">
          <ExportMenu list="requests" filters={filters} isEmpty={isEmpty} />
        </Box>
      </Group>
      <div className={classes["filters"]} data-folded={isOpen ? undefined : true}>
        <FilterFields values={values} set={set} />
      </div>
    </Filters>
  )
}

const FilterFields = ({ set, values }: Pick<Props, "values" | "set">) => {
  const keys = useApi("keys", "list")
  const names = useKeyNames()
  return (
    <>
      <NativeSelect
        label="Operation"
        value={values.operation}
        onChange={(event) => set({ operation: event.currentTarget.value, verdict: null })}
        data={withSelected(
          [any, ...recordedOperations.map((value) => ({ value, label: operationName(value) }))],
          values.operation
        )}
      />
      <NativeSelect
        label="Verdict"
        value={values.verdict}
        onChange={(event) => set({ verdict: event.currentTarget.value })}
        data={withSelected(
          [any, ...operationLabels(values.operation).map(({ label, word }) => ({ value: word, label }))],
          values.verdict
        )}
      />
      <NativeSelect
        label="Status"
        value={values.status}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={withSelected([any, ...statuses.map(([value, label]) => ({ value, label }))], values.status)}
      />
      <NativeSelect
        label="API key"
        value={values.keyId}
        onChange={(event) => set({ keyId: event.currentTarget.value })}
        data={withSelected(
          [any, ...(keys.data ?? []).map(({ id }) => ({ value: id, label: keyNameOf(names, id) }))],
          values.keyId
        )}
      />
      <div className={classes["time"]}>
        <DayRange days={{ from: values.from, to: values.to }} set={set} />
      </div>
    </>
  )
}
