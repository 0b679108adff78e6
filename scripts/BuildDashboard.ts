import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import type { Rolldown } from "vite"
import { type BuildOutput, chunkGroups, firstPageFiles, loadedWith } from "./DashboardChunks.ts"
import { componentStyles, declaredValues } from "./DashboardPlugins.ts"
import { usedClasses } from "./UsedStyles.ts"
import { writeAll } from "./WriteAll.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Where the server finds the pages of the dashboard. */
export const dashboardFolder = join(root, "dist/dashboard")

const sourceFolder = join(root, "apps/dashboard")
/** What else changes the outcome: the packages, how they are built, and how sources are read. */
const alwaysRead = [
  "package-lock.json",
  "tsconfig.json",
  "scripts/BuildDashboard.ts",
  "scripts/DashboardChunks.ts",
  "scripts/DashboardPlugins.ts",
  "scripts/UsedStyles.ts",
  "apps/dashboard/index.html",
  // Styles that are imported for their effect are part of no chunk's modules.
  "apps/dashboard/theme.css",
  ...["adapters/http/api", "adapters/http/account/api"].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`)
  )
]

/** What a browser loads before the first page shows, gzipped, without that page itself. */
export const firstLoadBytesMax = 200_000
/** A chunk, gzipped. */
export const chunkBytesMax = 160_000
/** What a browser loads until the first page stands there with its charts: files beside `index.html`, and their bytes, gzipped. */
export const firstPageFilesMax = 12
export const firstPageBytesMax = 350_000

/** What `manifest.json` says: the files that are served, each with `.br` and `.gz` beside it but for `index.html`. */
export interface DashboardManifest {
  readonly files: ReadonlyArray<string>
}

/** What `build.json` says: not served; a build whose sources are as they were is not made again. */
export interface DashboardBuild {
  /** Of the files in `sources` and what they hold. */
  readonly digest: string
  readonly sources: ReadonlyArray<string>
  readonly firstLoadBytes: number
  readonly firstPage: { readonly files: number; readonly bytes: number }
  /** Gzipped, by name without the hash, the largest first. */
  readonly chunks: Readonly<Record<string, number>>
}

/** Builds the dashboard unless it is there as its sources are: the same bytes for the same sources. */
export const buildDashboard = async (
  folder = dashboardFolder
): Promise<DashboardBuild & { readonly isNew: boolean }> => {
  const last = lastBuild(folder)
  if (last !== null && digestOf(last.sources) === last.digest) return { ...last, isNew: false }
  const began = Date.now()
  const rough = await bundle({ isMinified: false, groups: [], used: new Set() })
  const output = await bundle({ isMinified: true, groups: chunkGroups(rough), used: usedClasses(scriptsOf(rough)) })
  const contents = new Map(output.map((file) => [file.fileName, bytesOf(file)]))
  const written = new Map<string, Uint8Array>()
  const gzipped = new Map<string, number>()
  await Promise.all([...contents].map(async ([name, bytes]) => {
    const [small, smaller] = await Promise.all([gzipOf(bytes), brotliOf(bytes)])
    gzipped.set(name, small.length)
    written.set(name, bytes)
    if (name !== "index.html") written.set(`${name}.gz`, small).set(`${name}.br`, smaller)
  }))
  const sources = sourcesOf(output)
  const html = contents.get("index.html")!.toString()
  const bytesOfAll = (names: ReadonlyArray<string>) => names.reduce((sum, name) => sum + (gzipped.get(name) ?? 0), 0)
  const firstPage = loadedWith(output, [...namedIn(html), ...firstPageFiles(output)])
  const build: DashboardBuild = {
    // What somebody wrote meanwhile may be in it or not.
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

/** Packages have a second, slower half for development, chosen by the environment, which a test run sets to something of its own. */
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
  /** The first time all is only looked at: minifying is for the second. */
  readonly isMinified: boolean
  readonly groups: ReadonlyArray<Rolldown.CodeSplittingGroup>
  /** Classes of the components that are used. */
  readonly used: ReadonlySet<string>
}

const bundle = async ({ groups, isMinified, used }: Bundling): Promise<BuildOutput> => {
  // Loaded only where there is something to build: it takes a second by itself.
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
        // One style sheet: those of the pages are a sixth of it, and a page would stand there without its own for a moment.
        cssCodeSplit: false,
        // No `data:` address: the content security policy allows none but for images.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
        chunkSizeWarningLimit: Infinity,
        rolldownOptions: {
          // Packages say which of their parts are for browsers (`"use client"`): all of this is.
          onLog: (level, log, handle) => log.code === "MODULE_LEVEL_DIRECTIVE" ? undefined : handle(level, log),
          output: { codeSplitting: { groups: [...groups] } }
        }
      }
    })
  )
  return (result as Rolldown.RolldownOutput).output
}

/** The files that this build read, but for packages: those the lock file names. */
const sourcesOf = (output: BuildOutput): ReadonlyArray<string> => {
  const modules = output.flatMap((file) => file.type === "chunk" ? Object.keys(file.modules) : [])
    .map((id) => id.replace(/\?.*/, ""))
    .filter((id) => id.startsWith(root) && !id.includes("node_modules"))
    .map((id) => relative(root, id).split(sep).join("/"))
  return [...new Set([...alwaysRead, ...modules])].toSorted()
}

const digestOf = (sources: ReadonlyArray<string>): string => {
  const digest = createHash("sha256").update(process.versions.node.split(".")[0]!)
  for (const path of sources) {
    const from = join(root, path)
    digest.update(`\0${path}\0`).update(existsSync(from) ? readFileSync(from) : "gone")
  }
  return digest.digest("hex")
}

const isNewerThan = (path: string, millis: number): boolean =>
  (statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? millis) >= millis

const lastBuild = (folder: string): DashboardBuild | null => {
  try {
    const manifest = JSON.parse(readFileSync(join(folder, "manifest.json"), "utf8")) as DashboardManifest
    if (!manifest.files.every((name) => existsSync(join(folder, name)))) return null
    return JSON.parse(readFileSync(join(folder, "build.json"), "utf8")) as DashboardBuild
  } catch {
    return null
  }
}

/** What `index.html` names. */
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

const gzipOf = (bytes: Uint8Array) => promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION })

const brotliOf = (bytes: Uint8Array) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })

const jsonOf = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
