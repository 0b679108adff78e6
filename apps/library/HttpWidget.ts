import { fileURLToPath } from "node:url"
import { readWidgetFiles, type WidgetFiles } from "../../adapters/http/server/pages/WidgetFiles.ts"

/** Folder with the files of Shield's widget, as `npm run build` writes them. */
const widgetFolder = fileURLToPath(new URL("../../dist/widget", import.meta.url))

/**
 * Reads the files of Shield's widget that belong to this package. If they cannot be read, `problem` states the reason.
 *
 * @example
 * layerRoutes({ widget: widgetFiles() })
 */
export const widgetFiles = (): WidgetFiles => readWidgetFiles(widgetFolder)
