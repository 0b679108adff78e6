import { readFileSync } from "node:fs"
import { join } from "node:path"
import { immutableHeaders, readBuild, readBuiltFile } from "../../server/pages/BuildFiles.ts"
import type { StaticFile } from "../../server/pages/StaticFile.ts"

export const dashboardPath = "/dashboard"
/** Maximum number of files in a build. Each page has only a few scripts. */
export const dashboardFilesMax = 500
/** Placeholder in the page for the nonce of a response. */
export const noncePlaceholder = "__NONCE__"

/** Files of a dashboard build. */
export interface DashboardFiles {
  /** Files by URL path. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** HTML page, split at the nonce placeholders; null without a build. */
  readonly page: ReadonlyArray<string> | null
  /** Reason why the dashboard cannot be served; null if the build is complete. */
  readonly problem: string | null
}

const pageName = "index.html"

const layout = {
  index: pageName,
  filesMax: dashboardFilesMax,
  isFileName: (name: string) => name === pageName || /^assets\/[\w-]+(?:\.[\w-]+)*$/.test(name)
}

/**
 * Reads a build of the dashboard into memory. Called once at startup.
 *
 * File names contain a hash of the content, so browsers may cache files for a year.
 *
 * @param folder output folder of `npm run build`
 */
export const readDashboardFiles = (folder: string): DashboardFiles => {
  const { content, problem } = readBuild(folder, layout, (names) => {
    const page = readFileSync(join(folder, pageName), "utf8").split(noncePlaceholder)
    const assets = names.filter((name) => name !== pageName)
    const files = new Map(
      assets.map((name) => [`${dashboardPath}/${name}`, readBuiltFile(folder, name, immutableHeaders)])
    )
    return { files, page }
  })
  return content === null ? { files: new Map(), page: null, problem } : { ...content, problem }
}
