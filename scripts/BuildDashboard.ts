import { readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import type { Rolldown } from "vite"
import { digestOf, isNewerThan, readLastBuild, root } from "./BuildInputs.ts"
import { compress } from "./Compress.ts"
import { type BuildOutput, chunkGroups, firstPageFiles, loadedWith } from "./DashboardChunks.ts"
import { componentStyles, declaredValues } from "./DashboardPlugins.ts"
import { usedClasses } from "./UsedStyles.ts"
import { writeAll } from "./WriteAll.ts"

/** Folder from which the server serves the dashboard. */
export const dashboardFolder = join(root, "dist/dashboard")

const sourceFolder = join(root, "apps/dashboard")
/** Other inputs of the build: package versions, build scripts, and source transformations. */
const alwaysRead = [
  "package-lock.json",
  "tsconfig.json",
  "scripts/BuildDashboard.ts",
  "scripts/BuildInputs.ts",
  "scripts/Compress.ts",
  "scripts/DashboardChunks.ts",
  "scripts/DashboardPlugins.ts",
  "scripts/UsedStyles.ts",
  "apps/dashboard/index.html",
  // Style sheets imported for their side effect belong to no chunk's modules.
  "apps/dashboard/theme.css",
  ...["adapters/http/api", "adapters/http/account/api"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
  )
]

/** Maximum gzipped bytes that a browser loads before the first page, without the page itself. */
export const firstLoadBytesMax = 200_000
export const chunkBytesMax = 160_000
/** Maximum files, besides `index.html`, and gzipped bytes that a browser loads for the first page with its charts. */
export const firstPageFilesMax = 12
export const firstPageBytesMax = 350_000

/** Content of `manifest.json`: the files to serve, each with `.br` and `.gz` variants except for `index.html`. */
export interface DashboardManifest {
  readonly files: ReadonlyArray<string>
}

/** Content of `build.json`, which is not served. A build with unchanged sources is skipped. */
export interface DashboardBuild {
  /** Digest of the names and contents of `sources`. */
  readonly digest: string
  readonly sources: ReadonlyArray<string>
  readonly firstLoadBytes: number
  readonly firstPage: { readonly files: number; readonly bytes: number }
  /** Gzipped size by name without the hash, largest first. */
  readonly chunks: Readonly<Record<string, number>>
}

/** Builds the dashboard unless a build of the same sources exists. The same sources produce the same bytes. */
export const buildDashboard = async (
  folder = dashboardFolder
): Promise<DashboardBuild & { readonly isNew: boolean }> => {
  const last = readLastBuild(folder) as DashboardBuild | null
  if (last !== null && digestOf(last.sources) === last.digest) return { ...last, isNew: false }
  const began = Date.now()
  const rough = await bundle({ isMinified: false, groups: [], used: new Set() })
  const output = await bundle({ isMinified: true, groups: chunkGroups(rough), used: usedClasses(scriptsOf(rough)) })
  const contents = new Map(output.map((file) => [file.fileName, bytesOf(file)]))
  const written = new Map<string, Uint8Array>()
  const gzipped = new Map<string, number>()
  await Promise.all([...contents].map(async ([name, bytes]) => {
    const { brotli, gzip } = await compress(bytes)
    gzipped.set(name, gzip.length)
    written.set(name, bytes)
    if (name !== "index.html") written.set(`${name}.gz`, gzip).set(`${name}.br`, brotli)
  }))
  const sources = sourcesOf(output)
  const html = contents.get("index.html")!.toString()
  const bytesOfAll = (names: ReadonlyArray<string>) => names.reduce((sum, name) => sum + (gzipped.get(name) ?? 0), 0)
  const firstPage = loadedWith(output, [...namedIn(html), ...firstPageFiles(output)])
  const build: DashboardBuild = {
    // A file that changed during the build may or may not be included, so the digest is left empty.
    digest: sources.some((path) => isNewerThan(path, began)) ? "" : digestOf(sources),
    sources,
    firstLoadBytes: bytesOfAll(loadedWith(output, namedIn(html))),
    firstPage: { files: firstPage.length, bytes: bytesOfAll(firstPage) },
    chunks: Object.fromEntries(
      [...gzipped].map(([name, bytes]) => [name.replace(/-[\w-]{8}(?=\.\w+$)/, ""), bytes] as const)
        .toSorted(([one, oneBytes], [other, otherBytes]) => otherBytes - oneBytes || (one < other ? -1 : 1))
    )
  }
  checkBudget(build)
  const manifest: DashboardManifest = { files: [...contents.keys()].toSorted() }
  written.set("manifest.json", jsonOf(manifest)).set("build.json", jsonOf(build))
  writeAll(folder, written)
  return { ...build, isNew: true }
}

const bytesOf = (file: BuildOutput[number]): Buffer => Buffer.from(file.type === "chunk" ? file.code : file.source)

const scriptsOf = (output: BuildOutput): ReadonlyArray<string> =>
  output.flatMap((file) => file.type === "chunk" ? [file.code] : [])

/** Sets NODE_ENV, by which packages choose a slower development variant. A test run sets it to another value. */
const forProduction = async <A>(build: () => Promise<A>): Promise<A> => {
  const before = process.env["NODE_ENV"]
  process.env["NODE_ENV"] = "production"
  try {
    return await build()
  } finally {
    if (before === undefined) delete process.env["NODE_ENV"]
    else process.env["NODE_ENV"] = before
  }
}

interface Bundling {
  /** Whether to minify. The first pass only analyzes, so it does not. */
  readonly isMinified: boolean
  readonly groups: ReadonlyArray<Rolldown.CodeSplittingGroup>
  /** Class names of the components in use. */
  readonly used: ReadonlySet<string>
}

const bundle = async ({ groups, isMinified, used }: Bundling): Promise<BuildOutput> => {
  // Imported only if there is something to build, because loading Vite takes a second.
  const { build } = await import("vite")
  const result = await forProduction(() =>
    build({
      configFile: false,
      envDir: false,
      plugins: [declaredValues(), componentStyles(used)],
      root: sourceFolder,
      base: "/dashboard/",
      publicDir: false,
      mode: "production",
      logLevel: "warn",
      build: {
        write: false,
        minify: isMinified,
        sourcemap: false,
        target: "es2023",
        // A single style sheet: the pages' own styles are a sixth of it, and a page would otherwise appear unstyled for a moment.
        cssCodeSplit: false,
        // No `data:` URLs, because the content security policy allows them only for images.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        chunkSizeWarningLimit: Infinity,
        rolldownOptions: {
          // Ignores the `"use client"` directives of packages, because all of this code runs in browsers.
          onLog: (level, log, handle) => log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : handle(level, log),
          output: { codeSplitting: { groups: [...groups] } }
        }
      }
    })
  )
  return (result as Rolldown.RolldownOutput).output
}

/** Returns the files that the build read, except for packages, which the lock file covers. */
const sourcesOf = (output: BuildOutput): ReadonlyArray<string> => {
  const modules = output.flatMap((file) => file.type === "chunk" ? Object.keys(file.modules) : [])
    .map((id) => id.replace(/\?.*/, ""))
    .filter((id) => id.startsWith(root) && !id.includes("node_modules"))
    .map((id) => relative(root, id).split(sep).join("/"))
  return [...new Set([...alwaysRead, ...modules])].toSorted()
}

/** Returns the files that `index.html` references. */
const namedIn = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/(?:src|href)="\/dashboard\/([^"]+)"/g)].map(([, name]) => name!)

const checkBudget = ({ chunks, firstLoadBytes, firstPage }: DashboardBuild): void => {
  const long = Object.entries(chunks).filter(([, bytes]) => bytes > chunkBytesMax)
  if (firstLoadBytes > firstLoadBytesMax) {
    throw new Error(
      `The dashboard's first load is ${firstLoadBytes} bytes gzipped; at most ${firstLoadBytesMax} are allowed.`
    )
  }
  if (firstPage.files > firstPageFilesMax || firstPage.bytes > firstPageBytesMax) {
    throw new Error(
      `The dashboard's first page takes ${firstPage.files} files with ${firstPage.bytes} bytes gzipped; at most ${firstPageFilesMax} with ` +
        `${firstPageBytesMax} are allowed.`
    )
  }
  if (long.length > 0) {
    throw new Error(
      `These files of the dashboard pass ${chunkBytesMax} bytes gzipped: ${long.map(([name]) => name).join(", ")}`
    )
  }
}

const jsonOf = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
