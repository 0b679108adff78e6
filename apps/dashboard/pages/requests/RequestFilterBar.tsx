import { Button, Menu, NativeSelect, TextInput } from "@mantine/core"
import { IconDownload, IconFilterOff } from "@tabler/icons-react"
import { useApi } from "../../api/Hooks.ts"
import { Filters, SearchField } from "../../parts/Filters.tsx"
import { keyNameOf, useKeyNames } from "./KeyNames.ts"
import { keptOperations, operationName } from "./Operations.ts"
import { exportPath, type FilterName, type RequestFilters } from "./RequestFilters.ts"
import { wordsOf } from "./WordsOfVerdicts.ts"

interface Props {
  readonly values: Readonly<Record<FilterName, string>>
  readonly set: (changes: Readonly<Partial<Record<FilterName, string | null>>>) => void
}

const statuses = [
  ["2xx", "Answered (2xx)"],
  ["4xx", "Refused (4xx)"],
  ["422", "Could not be carried out (422)"],
  ["403", "No credits (403)"],
  ["5xx", "Failed (5xx)"]
] as const

/** Two in a row on a phone. */
const width = { base: "calc(50% - 6px)", xs: 165 }

const none = (label: string) => ({ value: "", label })

/** One that is asked for and not among the choices stays visible. */
const withAsked = (
  choices: ReadonlyArray<{ readonly value: string; readonly label: string }>,
  asked: string
): Array<{ value: string; label: string }> =>
  choices.some(({ value }) => value === asked) ? [...choices] : [...choices, { value: asked, label: asked }]

/** What the list of requests is narrowed to. */
export const RequestFilterBar = ({ set, values }: Props) => {
  const keys = useApi("keys", "list")
  const names = useKeyNames()
  const words = wordsOf(values.operation)
  const isNarrowed = Object.values(values).some((value) => value !== "")
  return (
    <Filters>
      <SearchField label="Search subject or request id" value={values.text} onChange={(text) => set({ text })} />
      <NativeSelect
        w={width}
        label="Operation"
        value={values.operation}
        onChange={(event) => set({ operation: event.currentTarget.value, verdict: null })}
        data={withAsked(
          [none("All"), ...keptOperations.map((value) => ({ value, label: operationName(value) }))],
          values.operation
        )}
      />
      <NativeSelect
        w={width}
        label="Verdict"
        value={values.verdict}
        onChange={(event) => set({ verdict: event.currentTarget.value })}
        data={withAsked([none("All"), ...words.map(({ label, word }) => ({ value: word, label }))], values.verdict)}
      />
      <NativeSelect
        w={width}
        label="Status"
        value={values.status}
        onChange={(event) => set({ status: event.currentTarget.value })}
        data={withAsked([none("All"), ...statuses.map(([value, label]) => ({ value, label }))], values.status)}
      />
      <NativeSelect
        w={width}
        label="API key"
        value={values.keyId}
        onChange={(event) => set({ keyId: event.currentTarget.value })}
        data={withAsked(
          [none("All"), ...(keys.data ?? []).map(({ id }) => ({ value: id, label: keyNameOf(names, id) }))],
          values.keyId
        )}
      />
      <TextInput
        w={width}
        type="date"
        label="From"
        value={values.from}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <TextInput
        w={width}
        type="date"
        label="To"
        value={values.to}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
      {isNarrowed && (
        <Button
          variant="subtle"
          leftSection={<IconFilterOff size={16} />}
          onClick={() => set({ operation: "", status: "", keyId: "", verdict: "", text: "", from: "", to: "" })}
        >
          Show all
        </Button>
      )}
    </Filters>
  )
}

/** The list as it is filtered, as a file. */
export const ExportMenu = ({ filters }: { readonly filters: RequestFilters }) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} />}>Export</Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item component="a" href={exportPath(filters, "csv")} download="requests.csv">
        CSV, for spreadsheets
      </Menu.Item>
      <Menu.Item component="a" href={exportPath(filters, "ndjson")} download="requests.ndjson">
        NDJSON, for programs
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)
