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
  /** SHA-256 hash of the content in base64url, without the quotes of an `ETag`. */
  readonly etag: string
  /** Additional response headers. Names and values alternate. */
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

/** Minimum bytes of a file to compress. Shorter files would not gain from compression. */
const compressBytesMin = 200

/**
 * Builds a file to serve from memory.
 *
 * @param name file name, whose extension determines the content type
 * @param precompressed compressed forms of the file; missing forms are computed here
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

/** Request headers that select the form of a file. */
interface FileRequest {
  /** `Accept-Encoding` header. */
  readonly accept: string | undefined
  /** `If-None-Match` header. */
  readonly tags: string | undefined
}

interface FileReply {
  readonly status: number
  /** Names and values alternate. */
  readonly headers: ReadonlyArray<string>
  /** Content; null for a response without content. */
  readonly body: Uint8Array | null
}

/**
 * Builds the response with a file, or 304 if the client already has its content (RFC 9110, section 13).
 *
 * @param status 404 for the page of unknown paths, which is always sent in full
 */
export const fileReply = ({ accept, tags }: FileRequest, file: StaticFile, status: 200 | 404 = 200): FileReply => {
  const { body, coding } = selectForm(accept, file)
  const headers = [
    "ETag",
    `"${file.etag}${coding === undefined ? "" : `-${coding}`}"`,
    "Vary",
    "Accept-Encoding",
    "X-Content-Type-Options",
    "nosniff",
    ...file.headers
  ]
  if (status === 200 && isNotModified(tags, file.etag)) return { status: 304, headers, body: null }
  if (coding !== undefined) headers.push("Content-Encoding", coding)
  headers.push("Content-Type", file.type, "Content-Length", String(body.length))
  return { status, headers, body }
}

/** Sends the response of `fileReply`. For HEAD, Node omits the body. */
export const sendFile = (
  { headers: { "accept-encoding": accept, "if-none-match": tags } }: IncomingMessage,
  response: ServerResponse,
  file: StaticFile,
  status: 200 | 404 = 200
): void => {
  const { body, headers, status: sentStatus } = fileReply({ accept, tags }, file, status)
  response.writeHead(sentStatus, [...headers]).end(body ?? undefined)
}

/** Selects the best form of a file that the request accepts: compressed or plain. */
const selectForm = (accept: string | undefined, { compressed, plain }: StaticFile) => {
  for (const coding of contentCodings) {
    const body = compressed.get(coding)
    if (body !== undefined && acceptsCoding(accept ?? "", coding)) return { coding, body }
  }
  return { coding: undefined, body: plain }
}

/** Reports whether `Accept-Encoding` accepts a coding (RFC 9110, section 12.5.3). A weight of 0 refuses the coding. */
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

/** Maximum number of characters of a header that are examined. Browsers send far fewer. */
const acceptCharsMax = 1_000

/**
 * Reports whether `If-None-Match` contains the tag (RFC 9110, section 13.1.2). The comparison is weak, so that any
 * coding of the same content matches.
 */
const isNotModified = (header: string | undefined, tag: string): boolean =>
  header !== undefined && header.slice(0, acceptCharsMax).split(",").some((part) => {
    const text = part.trim()
    return text === "*" || text.replace(/^W\//, "").replace(/^"|(?:-br|-gzip)?"$/g, "") === tag
  })
