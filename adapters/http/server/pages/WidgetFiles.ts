import { existsSync, readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { join } from "node:path"
import { makeStaticFile, sendFile, type StaticFile } from "./StaticFile.ts"

/** Cache lifetime of files that may change with the next release: five minutes. */
export const releaseCacheSecondsMax = 300
/** Cache lifetime of files whose URL contains their hash: one year. */
export const immutableCacheSecondsMax = 31_536_000
/** Maximum number of files in a build. A build contains a few scripts and one file per language. */
export const widgetFilesMax = 500

/** Files of a widget build in memory, by URL path such as `/shield/widget.js`. */
export interface WidgetFiles {
  readonly files: ReadonlyMap<string, StaticFile>
  /** Reason why the widget cannot be served; null if the build is complete. */
  readonly problem: string | null
}

const widgetPrefix = "/shield/"

/** Manifest written by the build. */
interface Manifest {
  readonly version: string
  readonly files: Readonly<Record<string, object>>
}

/**
 * Reads a build of the widget into memory. Called once at startup.
 *
 * Each file has two URLs. `/shield/NAME` always returns the newest version. `/shield/v1/VERSION/NAME` never changes, so
 * it may be cached for a year and loaded with `integrity`.
 *
 * @param folder output folder of `npm run build`
 */
export const readWidgetFiles = (folder: string): WidgetFiles => {
  const path = join(folder, "manifest.json")
  if (!existsSync(path)) return { files: new Map(), problem: "it is not built. Run `npm run build`" }
  try {
    const bytes = readFileSync(path)
    const manifest = manifestOf(JSON.parse(bytes.toString("utf8")))
    if (manifest === null) {
      return { files: new Map(), problem: `${path} is from another release. Run \`npm run build\`` }
    }
    const files = new Map([[
      `${widgetPrefix}v1/manifest.json`,
      makeStaticFile("manifest.json", bytes, cacheHeaders(releaseCacheSecondsMax))
    ]])
    for (const name of Object.keys(manifest.files)) {
      const plain = readFileSync(join(folder, name))
      const precompressed = {
        br: readFileSync(join(folder, `${name}.br`)),
        gzip: readFileSync(join(folder, `${name}.gz`))
      }
      files.set(
        `${widgetPrefix}${name}`,
        makeStaticFile(name, plain, cacheHeaders(releaseCacheSecondsMax), precompressed)
      )
      files.set(
        `${widgetPrefix}v1/${manifest.version}/${name}`,
        makeStaticFile(name, plain, immutableHeaders, precompressed)
      )
    }
    return files.has(widgetPath)
      ? { files, problem: null }
      : { files, problem: "its build contains no widget.js. Run `npm run build`" }
  } catch (cause) {
    return {
      files: new Map(),
      problem: `its build cannot be read (${
        cause instanceof Error ? cause.message : String(cause)
      }). Run \`npm run build\``
    }
  }
}

const widgetPath = `${widgetPrefix}widget.js`

const manifestOf = (value: Partial<Manifest> | null): Manifest | null => {
  if (typeof value !== "object" || value === null) return null
  const { files, version } = value
  if (typeof version !== "string" || !/^[\w-]+$/.test(version) || typeof files !== "object" || files === null) {
    return null
  }
  const names = Object.keys(files)
  return names.length <= widgetFilesMax && names.every((name) => /^[\w-]+(?:[./][\w-]+)*$/.test(name))
    ? { version, files }
    : null
}

/** Headers that let pages of all sites load these files, even pages with a Cross-Origin-Embedder-Policy. */
const crossOriginHeaders = ["Access-Control-Allow-Origin", "*", "Cross-Origin-Resource-Policy", "cross-origin"]

const cacheHeaders = (seconds: number) => [...crossOriginHeaders, "Cache-Control", `public, max-age=${seconds}`]

const immutableHeaders = [
  ...crossOriginHeaders,
  "Cache-Control",
  `public, max-age=${immutableCacheSecondsMax}, immutable`
]

/**
 * Serves the widget's files and passes other paths to `fallback`. Error responses have CORS headers too, so that
 * scripts on any page can read them.
 */
export const serveWidgetFiles =
  (files: ReadonlyMap<string, StaticFile>, problem: string | null, fallback: RequestListener): RequestListener =>
  (request, response) => {
    const [path = ""] = (request.url ?? "").split(/[?#]/, 1)
    const file = files.get(path)
    if (file === undefined && !path.startsWith(widgetPrefix)) return fallback(request, response)
    // A HEAD request arrives here as GET, and Node omits the body of its response.
    if (file !== undefined && request.method === "GET") return sendFile(request, response, file)
    const exists = file !== undefined
    const message = exists
      ? "This file accepts GET and HEAD requests only."
      : problem === null
      ? "Widget file not found."
      : `The widget cannot be served: ${problem}.`
    const body = JSON.stringify({ ok: false, message })
    response.writeHead(exists ? 405 : 404, [
      "Content-Type",
      "application/json",
      "Cache-Control",
      "no-store",
      "X-Content-Type-Options",
      "nosniff",
      ...crossOriginHeaders,
      ...exists ? ["Allow", "GET, HEAD"] : [],
      "Content-Length",
      String(Buffer.byteLength(body))
    ]).end(body)
  }
