import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { digestOf, isNewerThan, packagesOf, readLastBuild, repositoryRoot } from "./BuildInputs.ts"
import { compress } from "./Compress.ts"
import { apiPages, openApiDocument, withEndpointTable } from "./docs/ApiPages.ts"
import { replaceFolder } from "./ReplaceFolder.ts"

/** Folder from which the server serves the documentation site. */
export const docsFolder = join(repositoryRoot, "dist/docs")

/** Maximum brotli-compressed bytes of a page with its scripts and style sheets, as a browser first loads them. */
export const docsFirstLoadBytesMax = 300_000

/** Content of `manifest.json`: the files to serve, each with `.br` and `.gz` variants. */
export interface DocsManifest {
  readonly files: ReadonlyArray<string>
}

/** Content of `build.json`, which is not served. A build with unchanged sources is skipped. */
export interface DocsBuild {
  readonly digest: string
  /** Paths of the packages whose code the files contain. */
  readonly packages: ReadonlyArray<string>
  /** Number of files and brotli-compressed bytes that a browser loads for each page, largest first. */
  readonly firstLoad: Readonly<Record<string, { readonly files: number; readonly bytes: number }>>
}

/** Inputs besides `docs`, `scripts/docs` and the OpenAPI document. */
const otherSources = ["package-lock.json", "scripts/BuildDocs.ts", "scripts/BuildInputs.ts", "scripts/Compress.ts"]

/** Matches files that VitePress leaves in `docs` when it runs there. */
const buildLeftovers = /^docs\/\.vitepress\/(?:cache|dist|\.temp)(?:\/|$)/

/** Builds the documentation site unless a build of the same sources exists. The same sources produce the same bytes. */
export const buildDocs = async (folder = docsFolder): Promise<DocsBuild & { readonly isNew: boolean }> => {
  const document = openApiDocument()
  const sources = [...otherSources, ...filesIn("docs"), ...filesIn("scripts/docs")]
  const digest = digestOf(sources, JSON.stringify(document))
  const last = readLastBuild(folder) as DocsBuild | null
  if (last !== null && last.digest === digest) return { ...last, isNew: false }
  const began = Date.now()
  const { contents, packages } = await withStage(async (stage) => {
    const overview = join(stage, "reference/api.md")
    writeFileSync(overview, withEndpointTable(readFileSync(overview, "utf8"), document))
    mkdirSync(join(stage, "reference/api"), { recursive: true })
    for (const [name, page] of apiPages(document)) writeFileSync(join(stage, "reference/api", name), page)
    return buildSite(stage)
  })
  const written = new Map<string, Uint8Array>()
  const compressed = new Map<string, number>()
  await Promise.all([...contents].map(async ([name, bytes]) => {
    const { brotli, gzip } = await compress(bytes)
    compressed.set(name, brotli.length)
    written.set(name, bytes).set(`${name}.gz`, gzip).set(`${name}.br`, brotli)
  }))
  const build: DocsBuild = {
    digest: sources.some((path) => isNewerThan(path, began)) ? "" : digest,
    packages,
    firstLoad: firstLoads(contents, compressed)
  }
  checkBudget(build)
  const manifest: DocsManifest = { files: [...contents.keys()].toSorted() }
  written.set("manifest.json", jsonOf(manifest)).set("build.json", jsonOf(build))
  replaceFolder(folder, written)
  return { ...build, isNew: true }
}

/** Returns the sorted paths of the files below a folder, relative to the root. */
const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(repositoryRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(repositoryRoot, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !buildLeftovers.test(path))
    .toSorted()

/** Runs a build on a copy of `docs`, to keep generated and temporary files out of the source tree. */
const withStage = async <A>(build: (stage: string) => Promise<A>): Promise<A> => {
  // The copy is below the root, so that VitePress finds its packages.
  const stage = join(repositoryRoot, `dist/.docs-${process.pid}`)
  try {
    for (const path of filesIn("docs")) cpSync(join(repositoryRoot, path), join(stage, relative("docs", path)))
    // Without this file, the bundler reads the project's `tsconfig.json`, whose target it does not support.
    writeFileSync(join(stage, "tsconfig.json"), "{}")
    return await build(stage)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

interface BuiltSite {
  /** Files by name. */
  readonly contents: ReadonlyMap<string, Uint8Array>
  readonly packages: ReadonlyArray<string>
}

/** Runs VitePress, and returns the files that it writes, and the packages whose code they contain. */
const buildSite = async (stage: string): Promise<BuiltSite> => {
  // Imports VitePress only if there is something to build, because loading it takes a second.
  const { build } = await import("vitepress")
  const outDir = join(stage, ".vitepress/dist")
  await build(stage, { outDir })
  const moduleIds: ReadonlyArray<string> = JSON.parse(readFileSync(join(outDir, moduleIdsFile), "utf8"))
  const contents = new Map(
    readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(outDir, path).split(sep).join("/"), path] as const
    }).filter(([name]) => !unserved.has(name)).map(([name, path]) => [name, readFileSync(path)] as const)
  )
  return { contents, packages: packagesOf(moduleIds) }
}

/** Ids of all bundled modules, which a plugin in `docs/.vitepress/config.ts` writes. */
const moduleIdsFile = "module-ids.json"

/** Files that are not served. The style sheet of icons is empty. */
const unserved: ReadonlySet<string> = new Set(["vp-icons.css", moduleIdsFile])

/** Returns the first load of each page: the page itself, and its scripts and style sheets. */
const firstLoads = (
  contents: ReadonlyMap<string, Uint8Array>,
  compressed: ReadonlyMap<string, number>
): DocsBuild["firstLoad"] =>
  Object.fromEntries(
    [...contents].filter(([name]) => name.endsWith(".html")).map(([name, bytes]) => {
      const html = Buffer.from(bytes).toString()
      const named = [...html.matchAll(/<(?:script|link) [^>]*(?:src|href)="\/docs\/([^"]+)"/g)].map(([, file]) => file!)
      const files = [...new Set([name, ...named])]
      return [name, {
        files: files.length,
        bytes: files.reduce((sum, file) => sum + (compressed.get(file) ?? 0), 0)
      }] as const
    }).toSorted(([, one], [, other]) => other.bytes - one.bytes)
  )

const checkBudget = ({ firstLoad }: DocsBuild): void => {
  for (const [name, { bytes }] of Object.entries(firstLoad)) {
    if (bytes > docsFirstLoadBytesMax) {
      throw new Error(
        `The first load of the page ${name} is ${bytes} bytes compressed; at most ${docsFirstLoadBytesMax} are allowed.`
      )
    }
  }
}

const jsonOf = (value: unknown): Uint8Array => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
