import { ActionIcon, Box, Button, Menu, NativeSelect, Tooltip } from "@mantine/core"
import { IconAdjustmentsHorizontal, IconDownload, IconFilterOff } from "@tabler/icons-react"
import { useState } from "react"
import type { RequestsNarrowed } from "../../../../adapters/http/account/api/Requests.ts"
import { useApi } from "../../api/Hooks.ts"
import { Filters, SearchField } from "../../parts/Filters.tsx"
import { DayRange } from "./DayRange.tsx"
import { keyNameOf, useKeyNames } from "./KeyNames.ts"
import { keptOperations, operationName } from "./Operations.ts"
import { exportPath, type FilterName } from "./RequestFilters.ts"
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

/** Two in a row on a phone; on a desktop all are in one. */
const widthOf = (pixels: number) => ({ base: "calc(50% - 6px)", xs: pixels, xl: pixels + 40 })

const none = (label: string) => ({ value: "", label })

/** One that is asked for and not among the choices stays visible. */
const withAsked = (
  choices: ReadonlyArray<{ readonly value: string; readonly label: string }>,
  asked: string
): Array<{ value: string; label: string }> =>
  choices.some(({ value }) => value === asked) ? [...choices] : [...choices, { value: asked, label: asked }]

const nothing: Readonly<Record<FilterName, string>> = {
  operation: "",
  status: "",
  keyId: "",
  verdict: "",
  text: "",
  from: "",
  to: ""
}

/** What the list of requests is narrowed to. On a phone all but the search wait behind a button. */
export const RequestFilterBar = ({ set, values }: Props) => {
  const keys = useApi("keys", "list")
  const names = useKeyNames()
  const [isOpen, setOpen] = useState(false)
  const words = wordsOf(values.operation)
  const { from, text, to, ...others } = values
  const narrowing = Object.values(others).filter((value) => value !== "").length + (from === "" && to === "" ? 0 : 1)
  const isNarrowed = narrowing > 0 || text !== ""
  return (
    <Filters>
      <SearchField
        title="Search"
        label="Search by address, URL, file name, SHA-256 or request id"
        placeholder="Address, URL, file or id"
        value={text}
        onChange={(text) => set({ text })}
        grows
      />
      <Button
        hiddenFrom="xs"
        variant="default"
        leftSection={<IconAdjustmentsHorizontal size={16} />}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        Filters{narrowing > 0 && ` (${narrowing})`}
      </Button>
      <Box display={{ base: isOpen ? "contents" : "none", xs: "contents" }}>
        <NativeSelect
          w={widthOf(160)}
          label="Operation"
          value={values.operation}
          onChange={(event) => set({ operation: event.currentTarget.value, verdict: null })}
          data={withAsked(
            [none("All"), ...keptOperations.map((value) => ({ value, label: operationName(value) }))],
            values.operation
          )}
        />
        <NativeSelect
          w={widthOf(140)}
          label="Verdict"
          value={values.verdict}
          onChange={(event) => set({ verdict: event.currentTarget.value })}
          data={withAsked([none("All"), ...words.map(({ label, word }) => ({ value: word, label }))], values.verdict)}
        />
        <NativeSelect
          w={widthOf(115)}
          label="Status"
          value={values.status}
          onChange={(event) => set({ status: event.currentTarget.value })}
          data={withAsked([none("All"), ...statuses.map(([value, label]) => ({ value, label }))], values.status)}
        />
        <NativeSelect
          w={widthOf(115)}
          label="API key"
          value={values.keyId}
          onChange={(event) => set({ keyId: event.currentTarget.value })}
          data={withAsked(
            [none("All"), ...(keys.data ?? []).map(({ id }) => ({ value: id, label: keyNameOf(names, id) }))],
            values.keyId
          )}
        />
        <DayRange days={{ from, to }} set={set} w={{ base: "calc(100% - 48px)", xs: 140, xl: 190 }} />
        {/* Its place is kept. */}
        <Tooltip label="Show all requests">
          <ActionIcon
            variant="subtle"
            size={36}
            aria-label="Show all requests"
            style={{ visibility: isNarrowed ? "visible" : "hidden" }}
            onClick={() => set(nothing)}
          >
            <IconFilterOff size={18} />
          </ActionIcon>
        </Tooltip>
      </Box>
    </Filters>
  )
}

/** The list as it is filtered, as a file. */
export const ExportMenu = ({ filters }: { readonly filters: RequestsNarrowed }) => (
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
