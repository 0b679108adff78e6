import { Button, Menu } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { accountApiPath } from "../../../../adapters/http/account/api/AccountApi.ts"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"

interface Props {
  readonly list: ExportedList
  readonly filters: ExportFilters
  /** Description of the exported file, if the page does not show the same content. */
  readonly description?: string
  /**
   * Whether the export would be empty. The button is then disabled instead of hidden, so that nothing moves while
   * filters change.
   */
  readonly isEmpty?: boolean
}

/** Menu that exports the filtered list as a file. */
export const ExportMenu = ({ isEmpty = false, filters, list, description }: Props) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} />} disabled={isEmpty}>Export</Button>
    </Menu.Target>
    <Menu.Dropdown>
      {description !== undefined && <Menu.Label>{description}</Menu.Label>}
      <Menu.Item component="a" href={exportPath(list, filters, "csv")} download={`${list}.csv`}>
        CSV (spreadsheets)
      </Menu.Item>
      <Menu.Item component="a" href={exportPath(list, filters, "ndjson")} download={`${list}.ndjson`}>
        NDJSON (programs)
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

type ExportedList = "requests" | "credits"

/** Values of the active filters by name. */
type ExportFilters = Readonly<Record<string, string | number>>

/** Returns the path of the export with the active filters. */
export const exportPath = (of: ExportedList, narrowed: ExportFilters, format: LineFormat): string => {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(narrowed)) query.set(name, String(value))
  return `${accountApiPath}/${of}-export?${query}`
}
