import { readdirSync } from "node:fs"
import { join, relative, sep } from "node:path"
import type { Rolldown } from "vite"
import { digestOf, isNewerThan, packagesOf, readLastBuild, repositoryRoot } from "./BuildInputs.ts"
import { compress } from "./Compress.ts"
import { type BuildOutput, chunkGroups, firstPageFiles, withImports } from "./DashboardChunks.ts"
import { componentStyles, declaredValues } from "./DashboardPlugins.ts"
import { replaceFolder } from "./ReplaceFolder.ts"
import { usedClasses } from "./UsedStyles.ts"

/** Folder from which the server serves the dashboard. */
export const dashboardFolder = join(repositoryRoot, "dist/dashboard")

const sourceFolder = join(repositoryRoot, "apps/dashboard")
/** Inputs of the build besides the bundled modules: packages, build scripts and API declarations. */
const extraSources = [
  "package-lock.json",
  "tsconfig.json",
  "scripts/BuildDashboard.ts",
  "scripts/BuildInputs.ts",
  "scripts/Compress.ts",
  "scripts/DashboardChunks.ts",
  "scripts/DashboardPlugins.ts",
  "scripts/UsedStyles.ts",
  "apps/dashboard/index.html",
  // Listed here, because the bundler does not report style sheets that are imported only for their side effect.
  "apps/dashboard/theme.css",
  ...["adapters/http/api", "adapters/http/account/api"].flatMap((folder) =>
    readdirSync(join(repositoryRoot, folder)).map((name) => `${folder}/${name}`)
  )
]

/** Maximum gzipped bytes of the files that `index.html` loads. The code of the pages is in other files. */
export const firstLoadBytesMax = 200_000
export const chunkBytesMax = 160_000
/** Maximum number of files that the first page loads besides `index.html`, including the files of its charts. */
export const firstPageFilesMax = 12
export const firstPageBytesMax = 350_000

/** Content of `manifest.json`: the files to serve. All except `index.html` have `.br` and `.gz` variants. */
export interface DashboardManifest {
  readonly files: ReadonlyArray<string>
}

/** Content of `build.json`, which is not served. A build with unchanged sources is skipped. */
export interface DashboardBuild {
  /** Digest of the names and contents of `sources`. */
  readonly digest: string
  readonly sources: ReadonlyArray<string>
  /** Paths of the packages whose code or styles the files contain. */
  readonly packages: ReadonlyArray<string>
  readonly firstLoadBytes: number
  readonly firstPage: { readonly files: number; readonly bytes: number }
  /** Gzipped bytes by file name without the hash, largest first. */
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
  const firstPage = withImports(output, [...referencedFiles(html), ...firstPageFiles(output)])
  const build: DashboardBuild = {
    // If a source changed during this build, an empty digest makes the next build run.
    digest: sources.some((path) => isNewerThan(path, began)) ? "" : digestOf(sources),
    sources,
    packages: packagesOf(renderedModules(output)),
    firstLoadBytes: bytesOfAll(withImports(output, referencedFiles(html))),
    firstPage: { files: firstPage.length, bytes: bytesOfAll(firstPage) },
    chunks: Object.fromEntries(
      [...gzipped].map(([name, bytes]) => [name.replace(/-[\w-]{8}(?=\.\w+$)/, ""), bytes] as const)
        .toSorted(([one, oneBytes], [other, otherBytes]) => otherBytes - oneBytes || (one < other ? -1 : 1))
    )
  }
  checkBudget(build)
  const manifest: DashboardManifest = { files: [...contents.keys()].toSorted() }
  written.set("manifest.json", jsonOf(manifest)).set("build.json", jsonOf(build))
  replaceFolder(folder, written)
  return { ...build, isNew: true }
}

const bytesOf = (file: BuildOutput[number]): Buffer => Buffer.from(file.type === "chunk" ? file.code : file.source)

const scriptsOf = (output: BuildOutput): ReadonlyArray<string> =>
  output.flatMap((file) => file.type === "chunk" ? [file.code] : [])

/** Runs a build with NODE_ENV set to `production`. With another value, as in tests, packages use a slower variant. */
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
  /** Whether to minify. The first pass only finds dependencies, so it does not minify. */
  readonly isMinified: boolean
  readonly groups: ReadonlyArray<Rolldown.CodeSplittingGroup>
  /** Class names of the components in use. */
  readonly used: ReadonlySet<string>
}

const bundle = async ({ groups, isMinified, used }: Bundling): Promise<BuildOutput> => {
  // Imports Vite only if there is something to build, because loading it takes a second.
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
        // Writes a single style sheet, so that no page appears unstyled for a moment. Only a sixth of it belongs to
        // single pages.
        cssCodeSplit: false,
        // Inlines no assets, because the Content Security Policy allows `data:` URLs only for images.
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
    .filter((id) => id.startsWith(repositoryRoot) && !id.includes("node_modules"))
    .map((id) => relative(repositoryRoot, id).split(sep).join("/"))
  return [...new Set([...extraSources, ...modules])].toSorted()
}

/** Returns the modules of which the files contain code. The bundler removes the code of all others. */
const renderedModules = (output: BuildOutput): ReadonlyArray<string> =>
  output.flatMap((file) =>
    file.type === "chunk"
      ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) => renderedLength > 0 ? [id] : [])
      : []
  )

/** Returns the files that `index.html` references. */
const referencedFiles = (html: string): ReadonlyArray<string> =>
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
