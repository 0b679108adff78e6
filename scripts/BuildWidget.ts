import { buildSync } from "esbuild"
import { createHash } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"
import { replaceFolder } from "./ReplaceFolder.ts"

const root = fileURLToPath(new URL("..", import.meta.url))

/** Folder from which the server serves the widget. */
export const widgetFolder = join(root, "dist/widget")

/** Sources and formats of the widget's scripts, by file name. */
const scripts: Readonly<Record<string, { readonly source: string; readonly format: "iife" | "esm" }>> = {
  "widget.js": { source: "apps/widget/main.ts", format: "iife" },
  "engine.js": { source: "apps/widget/Engine.ts", format: "esm" },
  "solver.js": { source: "apps/widget/solver/Worker.ts", format: "iife" }
}
const languagesFolder = "apps/widget/languages"

/** Content of `manifest.json`, for the server and for pages that use subresource integrity. */
export interface WidgetManifest {
  /** Digest of all file names and contents: 16 hexadecimal digits. */
  readonly version: string
  readonly files: Readonly<
    Record<string, {
      readonly bytes: number
      readonly gzipBytes: number
      readonly brotliBytes: number
      /** Hash for the `integrity` attribute of a script element, such as `sha384-…`. */
      readonly integrity: string
    }>
  >
}

/** Builds all files of the widget. The same sources produce the same bytes. */
export const buildWidget = (folder = widgetFolder): WidgetManifest => {
  const contents = new Map([...bundledScripts(), ...languageContents()])
  const version = createHash("sha256")
  const written = new Map<string, Uint8Array>()
  const files: Record<string, WidgetManifest["files"][string]> = {}
  for (const [name, bytes] of contents) {
    const gzip = gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION })
    const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } })
    version.update(`${name}\0${bytes.length}\0`).update(bytes)
    files[name] = {
      bytes: bytes.length,
      gzipBytes: gzip.length,
      brotliBytes: brotli.length,
      integrity: `sha384-${createHash("sha384").update(bytes).digest("base64")}`
    }
    written.set(name, bytes).set(`${name}.gz`, gzip).set(`${name}.br`, brotli)
  }
  const manifest = { version: version.digest("hex").slice(0, 16), files }
  written.set("manifest.json", Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  replaceFolder(folder, written)
  return manifest
}

export const bundledScripts = (): ReadonlyArray<readonly [string, Uint8Array]> =>
  Object.entries(scripts).map(([name, { format, source }]) => {
    const { outputFiles } = buildSync({
      absWorkingDir: root,
      entryPoints: [source],
      bundle: true,
      minify: true,
      format,
      target: "es2020",
      charset: "utf8",
      legalComments: "none",
      write: false,
      logLevel: "error"
    })
    return [name, outputFiles[0]!.contents]
  })

const languageContents = (): ReadonlyArray<readonly [string, Uint8Array]> => {
  const folder = join(root, languagesFolder)
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(".json")).toSorted() : []
  return names.map((name) => [
    `languages/${name}`,
    Buffer.from(JSON.stringify(JSON.parse(readFileSync(join(folder, name), "utf8"))))
  ])
}
