import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { digestOf, isNewerThan, readLastBuild, root } from "./BuildInputs.ts"
import { compress } from "./Compress.ts"
import { apiPages, openApiDocument, withEndpointTable } from "./docs/ApiPages.ts"
import { writeAll } from "./WriteAll.ts"

/** Folder from which the server serves the documentation site. */
export const docsFolder = join(root, "dist/docs")

/** Maximum brotli-compressed bytes of the first page with everything that it loads. */
export const docsFirstLoadBytesMax = 300_000

/** Content of `manifest.json`: the files to serve, each with `.br` and `.gz` variants. */
export interface DocsManifest {
  readonly files: ReadonlyArray<string>
}

/** Content of `build.json`, which is not served. A build with unchanged sources is skipped. */
export interface DocsBuild {
  readonly digest: string
  /** Files and brotli-compressed bytes of the first load by page, largest first. */
  readonly firstLoad: Readonly<Record<string, { readonly files: number; readonly bytes: number }>>
}

/** Inputs besides `docs`, `scripts/docs` and the OpenAPI document. */
const otherSources = ["package-lock.json", "scripts/BuildDocs.ts", "scripts/BuildInputs.ts", "scripts/Compress.ts"]

/** Files that VitePress leaves in `docs` when it runs there. */
const leftovers = /^docs\/\.vitepress\/(?:cache|dist|\.temp)(?:\/|$)/

/** Builds the documentation site unless a build of the same sources exists. The same sources produce the same bytes. */
export const buildDocs = async (folder = docsFolder): Promise<DocsBuild & { readonly isNew: boolean }> => {
  const document = openApiDocument()
  const sources = [...otherSources, ...filesIn("docs"), ...filesIn("scripts/docs")]
  const digest = digestOf(sources, JSON.stringify(document))
  const last = readLastBuild(folder) as DocsBuild | null
  if (last !== null && last.digest === digest) return { ...last, isNew: false }
  const began = Date.now()
  const contents = await withStage(async (stage) => {
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
    firstLoad: firstLoads(contents, compressed)
  }
  checkBudget(build)
  const manifest: DocsManifest = { files: [...contents.keys()].toSorted() }
  written.set("manifest.json", jsonOf(manifest)).set("build.json", jsonOf(build))
  writeAll(folder, written)
  return { ...build, isNew: true }
}

/** Paths of the files below a folder, relative to the root. */
const filesIn = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .filter((path) => !leftovers.test(path))
    .toSorted()

/** Runs a build on a copy of `docs`, so that generated pages and temporary files stay out of the source tree. */
const withStage = async <A>(build: (stage: string) => Promise<A>): Promise<A> => {
  // VitePress finds its packages in the folders above.
  const stage = join(root, `dist/.docs-${process.pid}`)
  try {
    for (const path of filesIn("docs")) cpSync(join(root, path), join(stage, relative("docs", path)))
    // Without this file, the bundler reads the project's `tsconfig.json`, whose target it does not support.
    writeFileSync(join(stage, "tsconfig.json"), "{}")
    return await build(stage)
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Runs VitePress and returns its files by name. */
const buildSite = async (stage: string): Promise<ReadonlyMap<string, Uint8Array>> => {
  // Imported only if there is something to build, because loading VitePress takes a second.
  const { build } = await import("vitepress")
  const outDir = join(stage, ".vitepress/dist")
  await build(stage, { outDir })
  return new Map(
    readdirSync(outDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(outDir, path).split(sep).join("/"), path] as const
    }).filter(([name]) => !unserved.has(name)).map(([name, path]) => [name, readFileSync(path)])
  )
}

/** The style sheet of icons, which is empty. */
const unserved: ReadonlySet<string> = new Set(["vp-icons.css"])

/** Computes what a browser loads for each page: the page, and the scripts and styles that it names. */
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
