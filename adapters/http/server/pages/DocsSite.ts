import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import type { RequestListener } from "node:http"
import { join } from "node:path"
import { immutableHeaders, readBuild, readBuiltFile } from "./BuildFiles.ts"
import { pageHeaders, sendText, uncachedHeaders } from "./PageHeaders.ts"
import { sendFile, type StaticFile } from "./StaticFile.ts"

export const docsPath = "/docs"
/** Maximum number of files in a build. Each page consists of three files. */
export const docsFilesMax = 1_000

/** Files of a build of the documentation site. */
export interface DocsFiles {
  /** Files by URL path. A page's path has no extension and no trailing slash. */
  readonly files: ReadonlyMap<string, StaticFile>
  /** Page for paths that do not exist; null without a build. */
  readonly notFound: StaticFile | null
  /** Reason why the documentation cannot be served; null if the build is complete. */
  readonly problem: string | null
}

const indexName = "index.html"
const notFoundName = "404.html"

const layout = {
  index: indexName,
  filesMax: docsFilesMax,
  isFileName: (name: string) =>
    /^assets\/(?:chunks\/)?@?[\w-]+(?:\.[\w-]+)*$|^hashmap\.json$|^[\w-]+(?:\/[\w-]+)*\.html$/.test(name)
}

/**
 * Reads a build of the documentation site into memory. Called once at startup.
 *
 * @param folder output folder of `npm run build`
 */
export const readDocsFiles = (folder: string): DocsFiles => {
  const { content, problem } = readBuild(folder, layout, (names) => {
    const files = new Map<string, StaticFile>()
    for (const name of names) {
      if (name === notFoundName) continue
      files.set(pathOf(name), readFile(folder, name))
    }
    return { files, notFound: readPage(folder, notFoundName) }
  })
  return content === null ? { files: new Map(), notFound: null, problem } : { ...content, problem }
}

/** Returns the URL path of a file: `/docs` for the index, `/docs/guides/urls` for `guides/urls.html`. */
const pathOf = (name: string): string => name === indexName ? docsPath : `${docsPath}/${name.replace(/\.html$/, "")}`

const readFile = (folder: string, name: string): StaticFile =>
  name.startsWith("assets/")
    ? readBuiltFile(folder, name, immutableHeaders)
    : name.endsWith(".html")
    ? readPage(folder, name)
    // Browsers must revalidate `hashmap.json`. After an update, an open page reads it to find the new names of the
    // scripts.
    : readBuiltFile(folder, name, ["Cache-Control", "no-cache", ...pageHeaders])

/** Reads a page. Browsers must revalidate it on each use, because its name contains no hash. */
const readPage = (folder: string, name: string): StaticFile =>
  readBuiltFile(folder, name, [
    "Cache-Control",
    "no-cache",
    "Content-Security-Policy",
    docsContentSecurityPolicy(readFileSync(join(folder, name), "utf8")),
    ...pageHeaders
  ])

/**
 * Returns the Content Security Policy of a documentation page.
 *
 * The policy allows the page's inline scripts by their hash, because they set the color scheme before the first paint.
 * It allows neither inline styles nor content from other origins.
 */
export const docsContentSecurityPolicy = (html: string): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...new Set(inlineScripts(html).map(hashSource))].join(" "),
    "style-src 'self'",
    // The icons are `data:` URLs in the style sheet.
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'"
  ].join("; ")

/**
 * Returns the content of the inline scripts, which have no `src`. A script ends at the first end tag (HTML, section
 * 4.12.1.3).
 */
const inlineScripts = (html: string): ReadonlyArray<string> =>
  html.split(/<script(?=[\s>])/i).slice(1).flatMap((rest) => {
    const tagEnd = rest.indexOf(">")
    const script = rest.slice(tagEnd + 1, rest.search(/<\/script/i))
    return /\ssrc=/i.test(rest.slice(0, tagEnd)) ? [] : [script]
  })

const hashSource = (script: string): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`

/** Serves the documentation site, and passes requests for other paths to `otherwise`. */
export const serveDocs =
  ({ files, notFound, problem }: DocsFiles, otherwise: RequestListener): RequestListener => (request, response) => {
    const [path = "", query = ""] = (request.url ?? "").split(/(?=[?#])/, 2)
    if (path !== docsPath && !path.startsWith(`${docsPath}/`)) return otherwise(request, response)
    // A HEAD request arrives here as GET, and Node omits the body of its response.
    if (request.method !== "GET") return sendMethodNotAllowed(response)
    if (notFound === null) return sendText(response, 503, `The documentation cannot be served: ${problem}.`)
    const file = files.get(path === `${docsPath}/` ? docsPath : path)
    if (file !== undefined) return sendFile(request, response, file)
    const page = pagePath(path)
    if (files.has(page)) return redirect(response, `${page === docsPath ? `${docsPath}/` : page}${query}`)
    return path.startsWith(`${docsPath}/assets/`)
      ? sendText(response, 404, "There is no such file of the documentation.")
      : sendFile(request, response, notFound, 404)
  }

/** Returns the canonical path of a page for URLs such as `/docs/a/`, `/docs/a.html` and `/docs/index`. */
const pagePath = (path: string): string => path.replace(/\/$/, "").replace(/\.html$/, "").replace(/\/index$/, "")

const redirect = (response: Parameters<RequestListener>[1], location: string): void => {
  response.writeHead(301, ["Location", location, ...uncachedHeaders, "Content-Length", "0"]).end()
}

const sendMethodNotAllowed = (response: Parameters<RequestListener>[1]): void => {
  const body = JSON.stringify({ ok: false, message: "This page takes GET and HEAD requests only." })
  response.writeHead(405, [
    "Allow",
    "GET, HEAD",
    "Content-Type",
    "application/json",
    ...uncachedHeaders,
    "Content-Length",
    String(Buffer.byteLength(body))
  ]).end(body)
}
