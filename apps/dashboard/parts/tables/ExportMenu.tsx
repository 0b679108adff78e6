import { Button, Menu } from "@mantine/core"
import { IconDownload } from "@tabler/icons-react"
import { accountApiPath } from "../../../../adapters/http/account/api/AccountApi.ts"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"

interface Props {
  readonly of: ExportedList
  readonly narrowed: Narrowed
  /** What is in the file, where the page does not show it. */
  readonly says?: string
  /** Nothing is in the file: its place is kept, so that nothing moves while somebody filters. */
  readonly isEmpty?: boolean
}

/** The list as it is filtered, as a file. */
export const ExportMenu = ({ isEmpty = false, narrowed, of, says }: Props) => (
  <Menu>
    <Menu.Target>
      <Button variant="default" leftSection={<IconDownload size={16} />} disabled={isEmpty}>Export</Button>
    </Menu.Target>
    <Menu.Dropdown>
      {says !== undefined && <Menu.Label>{says}</Menu.Label>}
      <Menu.Item component="a" href={exportPath(of, narrowed, "csv")} download={`${of}.csv`}>
        CSV, for spreadsheets
      </Menu.Item>
      <Menu.Item component="a" href={exportPath(of, narrowed, "ndjson")} download={`${of}.ndjson`}>
        NDJSON, for programs
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
)

/** What comes as a file. */
type ExportedList = "requests" | "credits"

/** What a list is narrowed to; absent does not. */
type Narrowed = Readonly<Record<string, string | number>>

/** Where a list comes as a file, narrowed as it is shown. */
export const exportPath = (of: ExportedList, narrowed: Narrowed, format: LineFormat): string => {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(narrowed)) query.set(name, String(value))
  return `${accountApiPath}/${of}-export?${query}`
}
