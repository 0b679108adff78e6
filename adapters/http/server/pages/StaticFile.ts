import { createHash } from "node:crypto"
import type { IncomingMessage, ServerResponse } from "node:http"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** Content codings in order of preference. */
const contentCodings = ["br", "gzip"] as const
type ContentCoding = typeof contentCodings[number]

/** File in memory, with the compressed forms that are shorter than the original. */
export interface StaticFile {
  readonly plain: Uint8Array
  readonly compressed: ReadonlyMap<ContentCoding, Uint8Array>
  readonly type: string
  /** Hash of the content, without quotes. */
  readonly etag: string
  /** Header names and values alternate. */
  readonly headers: ReadonlyArray<string>
}

const contentTypes: Readonly<Record<string, string>> = {
  css: "text/css; charset=utf-8",
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  json: "application/json",
  map: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
  woff2: "font/woff2"
}

/** Minimum size for compression in bytes; shorter files would not gain from it. */
const compressBytesMin = 200

/**
 * @param name the extension determines the content type
 * @param precompressed compressed forms; without them, the file is compressed here
 */
export const makeStaticFile = (
  name: string,
  plain: Uint8Array,
  headers: ReadonlyArray<string>,
  precompressed: Readonly<Partial<Record<ContentCoding, Uint8Array>>> = {}
): StaticFile => {
  const compressed = new Map<ContentCoding, Uint8Array>()
  for (const coding of contentCodings) {
    if (plain.length < compressBytesMin) break
    const bytes = precompressed[coding] ?? compress[coding](plain)
    if (bytes.length < plain.length) compressed.set(coding, bytes)
  }
  return {
    plain,
    compressed,
    type: contentTypes[/\.(\w+)$/.exec(name)?.[1] ?? ""] ?? "application/octet-stream",
    etag: createHash("sha256").update(plain).digest("base64url"),
    headers
  }
}

const compress: Readonly<Record<ContentCoding, (bytes: Uint8Array) => Uint8Array>> = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length
      }
    }),
  gzip: (bytes) => gzipSync(bytes, { level: 9 })
}

/**
 * Answers GET and HEAD, for which Node omits the body; sends 304 if the client has the content already (RFC 9110, section 13).
 *
 * @param status 404 for a page that says that the path does not exist; it is always sent in full
 */
export const sendFile = (
  request: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status: 200 | 404 = 200
): void => {
  const { body, coding } = selectForm(request, file)
  const headers = [
    "ETag",
    `"${file.etag}${coding === undefined ? "" : `-${coding}`}"`,
    "Vary",
    "Accept-Encoding",
    "X-Content-Type-Options",
    "nosniff",
    ...file.headers
  ]
  if (status === 200 && isNotModified(request.headers["if-none-match"], file.etag)) {
    response.writeHead(304, headers).end()
    return
  }
  if (coding !== undefined) headers.push("Content-Encoding", coding)
  headers.push("Content-Type", file.type, "Content-Length", String(body.length))
  response.writeHead(status, headers).end(body)
}

/** Selects the form of a file that the request accepts: a coding, or the plain file. */
const selectForm = (request: IncomingMessage, { compressed, plain }: StaticFile) => {
  for (const coding of contentCodings) {
    const body = compressed.get(coding)
    if (body !== undefined && acceptsCoding(request.headers["accept-encoding"] ?? "", coding)) return { coding, body }
  }
  return { coding: undefined, body: plain }
}

/** Reports whether `Accept-Encoding` accepts a coding (RFC 9110, section 12.5.3). A weight of 0 is a refusal. */
export const acceptsCoding = (header: string, coding: string): boolean => {
  let byAny = false
  for (const part of header.slice(0, acceptCharsMax).toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim())
    const isWanted = !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
    if (name === coding) return isWanted
    if (name === "*") byAny = isWanted
  }
  return byAny
}

/** Maximum header length examined; browsers send a tenth of it. */
const acceptCharsMax = 1_000

/**
 * Reports whether `If-None-Match` contains the tag (RFC 9110, section 13.1.2). The comparison is weak, so that any coding of the same
 * content matches.
 */
const isNotModified = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.slice(0, acceptCharsMax).split(",").some((part) => {
    const text = part.trim()
    return text === "*" || text.replace(/^W\//, "").replace(/^"|(?:-br|-gzip)?"$/g, "") === tag
  })
