import { existsSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { makeStaticFile, type StaticFile } from "../../server/pages/StaticFile.ts"
import { immutableCacheSecondsMax } from "../../server/pages/WidgetFiles.ts"

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

/**
 * Reads a build once at startup. File names contain a hash of their content, so browsers may cache them for a year.
 *
 * @param folder output folder of `npm run build`
 */
export const readDashboardFiles = (folder: string): DashboardFiles => {
  const path = join(folder, "manifest.json")
  if (!existsSync(path)) return unusableBuild("it is not built. Run `npm run build`")
  try {
    const names = fileNamesIn(JSON.parse(readFileSync(path, "utf8")))
    if (names === null) return unusableBuild(`${path} is from another release. Run \`npm run build\``)
    if (!names.includes(pageName)) {
      return unusableBuild(`its build contains no ${pageName}. Run \`npm run build\``)
    }
    const page = readFileSync(join(folder, pageName), "utf8").split(noncePlaceholder)
    const assets = names.filter((name) => name !== pageName)
    return {
      files: new Map(assets.map((name) => [`${dashboardPath}/${name}`, readAsset(folder, name)])),
      page,
      problem: null
    }
  } catch (cause) {
    return unusableBuild(
      `its build cannot be read (${cause instanceof Error ? cause.message : String(cause)}). Run \`npm run build\``
    )
  }
}

const unusableBuild = (problem: string): DashboardFiles => ({ files: new Map(), page: null, problem })

const readAsset = (folder: string, name: string): StaticFile =>
  makeStaticFile(name, readFileSync(join(folder, name)), immutableHeaders, {
    br: readFileSync(join(folder, `${name}.br`)),
    gzip: readFileSync(join(folder, `${name}.gz`))
  })

/** Headers for files that only this server's own pages load. */
const immutableHeaders = [
  "Cache-Control",
  `public, max-age=${immutableCacheSecondsMax}, immutable`,
  "Cross-Origin-Resource-Policy",
  "same-origin"
]

const fileNamesIn = (manifest: { readonly files?: unknown } | null): ReadonlyArray<string> | null => {
  const files = typeof manifest === "object" ? manifest?.files : undefined
  return Array.isArray(files) && files.length <= dashboardFilesMax && files.every(isName) ? files : null
}

const isName = (name: unknown): name is string =>
  typeof name === "string" && (name === pageName || /^assets\/[\w-]+(?:\.[\w-]+)*$/.test(name))
