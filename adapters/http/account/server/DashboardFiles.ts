import { readFileSync } from "node:fs"
import { join } from "node:path"
import { immutableHeaders, readBuild, readBuiltFile } from "../../server/pages/BuildFiles.ts"
import type { StaticFile } from "../../server/pages/StaticFile.ts"

export const dashboardPath = "/dashboard"
/** Maximum number of files in a build; each page has a few scripts. */
export const dashboardFilesMax = 500
/** Placeholder in the page for the nonce of a response. */
export const noncePlaceholder = "__NONCE__"

/** Files of a dashboard build. */
export interface DashboardFiles {
  /** Files by path. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** The page, split at the nonce placeholders; null without a page. */
  readonly page: ReadonlyArray<string> | null
  /** Problem for the operator; null if the build is complete. */
  readonly problem: string | null
}

const pageName = "index.html"

const layout = {
  index: pageName,
  filesMax: dashboardFilesMax,
  isFileName: (name: string) => name === pageName || /^assets\/[\w-]+(?:\.[\w-]+)*$/.test(name)
}

/**
 * Reads a build once at startup. File names contain a hash of their content, so browsers may cache them for a year.
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
