import { join } from "node:path"
import { type DashboardFiles, readDashboardFiles } from "../../adapters/http/account/server/DashboardFiles.ts"
import { type DocsFiles, readDocsFiles } from "../../adapters/http/server/pages/DocsSite.ts"
import { readWidgetFiles, type WidgetFiles } from "../../adapters/http/server/pages/WidgetFiles.ts"

/** Files that browsers load, as `npm run build` writes them. */
export interface BuiltFiles {
  readonly widget: WidgetFiles
  readonly dashboard: DashboardFiles
  readonly docs: DocsFiles
}

const dist = join(import.meta.dirname, "../../dist")

export const readBuiltFiles = (): BuiltFiles => ({
  widget: readWidgetFiles(join(dist, "widget")),
  dashboard: readDashboardFiles(join(dist, "dashboard")),
  docs: readDocsFiles(join(dist, "docs"))
})
