import { accountApiPath } from "../../../adapters/http/account/api/AccountApi.ts"
import type { LineFormat } from "../../../core/kernel/ExportFile.ts"

/** What comes as a file. */
export type ExportedList = "requests" | "credits"

/** What a list is narrowed to; absent does not. */
export type Narrowed = Readonly<Record<string, string | number>>

/** Where a list comes as a file, narrowed as it is shown. */
export const exportPath = (of: ExportedList, narrowed: Narrowed, format: LineFormat): string => {
  const query = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(narrowed)) query.set(name, String(value))
  return `${accountApiPath}/${of}-export?${query}`
}
