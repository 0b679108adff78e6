import { Clock, Data, Effect } from "effect"
import { Blocks, joinBuffers } from "./Blocks.ts"

/** Maximum bytes of an error response that are read, for the vendor's error message. */
export const errorBytesMax = 16 * 1024

export interface HttpRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** Body of a POST request. Without a body, the method is GET. */
  readonly body?: string
  /** Timeout of the whole request in milliseconds: connection, headers and body. */
  readonly millisMax: number
  /** Maximum bytes of the decompressed body. */
  readonly bytesMax: number
}

export interface HttpResponse {
  /** HTTP status: 200 to 299, or 304. */
  readonly status: number
  readonly headers: Headers
  /** Body in blocks of at most 256 KiB. */
  readonly blocks: ReadonlyArray<ArrayBuffer>
}

/** Function that sends a request. Other modules take it as a parameter, so that tests need no network. */
export type Http = (request: HttpRequest) => Effect.Effect<HttpResponse, HttpFailure>

/**
 * Sends one request with the runtime's `fetch`, within the time and size limits. Redirects are not followed, because
 * headers can contain a key, and the vendors' APIs do not redirect.
 */
export const http: Http = Effect.fnUntraced(function*(request) {
  const { url } = request
  const now = yield* Clock.currentTimeMillis
  return yield* Effect.tryPromise({
    try: (signal) => sendRequest(request, signal, now),
    catch: (cause) => cause instanceof HttpFailure ? cause : httpFailure(url, "unreached", describeCause(cause))
  }).pipe(Effect.timeoutOrElse({
    duration: request.millisMax,
    orElse: () => Effect.fail(httpFailure(url, "slow", `did not answer within ${request.millisMax} ms`))
  }))
})

const sendRequest = async (
  { body, bytesMax, headers, url }: HttpRequest,
  signal: AbortSignal,
  now: number
): Promise<HttpResponse> => {
  const posted = body === undefined ? {} : { method: "POST", body }
  const response = await fetch(url, { ...posted, headers: { ...headers }, redirect: "manual", signal })
  if (response.ok || response.status === 304) {
    const blocks = await readBody(response, bytesMax)
    if (blocks === null) throw httpFailure(url, "too long", `sent more than ${bytesMax} bytes`)
    return { status: response.status, headers: response.headers, blocks }
  }
  const location = response.status < 400 ? response.headers.get("location") : null
  throw new HttpFailure({
    ...(location === null ? {} : { location }),
    problem: "status",
    status: response.status,
    retryAfterMillis: parseRetryAfterMillis(response.headers.get("retry-after"), now),
    message: sentenceAbout(url, `answered ${response.status}`),
    body: joinBuffers(await readBody(response, errorBytesMax).catch(() => null) ?? [])
  })
}

/** Number of bytes after which reading yields to the event loop. Otherwise, a fast response would block it. */
const yieldBytes = 512 * 1024

/**
 * Reads the body. Returns null if it exceeds the limit. Memory grows with the received bytes, not with the declared
 * length.
 */
const readBody = async (response: Response, bytesMax: number): Promise<ReadonlyArray<ArrayBuffer> | null> => {
  const blocks = new Blocks()
  let turnAt = yieldBytes
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    blocks.add(chunk.value)
    if (blocks.length > bytesMax) {
      reader?.cancel().catch(() => undefined)
      return null
    }
    if (blocks.length < turnAt) continue
    turnAt += yieldBytes
    await new Promise((resolve) => setTimeout(resolve))
  }
  return blocks.buffers()
}

const describeCause = (cause: unknown): string => {
  const name = causeName(cause)
  return name === null
    ? "could not be reached or closed the connection"
    : `could not be reached or closed the connection (${name})`
}

const httpFailure = (url: URL, problem: HttpProblem, predicate: string) =>
  new HttpFailure({
    problem,
    status: null,
    retryAfterMillis: null,
    message: sentenceAbout(url, predicate),
    body: new Uint8Array(0)
  })

const sentenceAbout = (url: URL, predicate: string): string => `${hostAndPath(url)} ${predicate}.`

/** Returns the host and path of a URL, without parts that can be secret. */
export const hostAndPath = ({ host, pathname }: URL): string => `${host}${pathname}`

export const parseJsonBody = (url: URL, { blocks }: HttpResponse): Effect.Effect<unknown, HttpFailure> =>
  Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(joinBuffers(blocks))),
    catch: () => httpFailure(url, "content", "returned invalid JSON")
  })

/**
 * Kind of a failed request.
 *
 * - `unreached`: no response, because of DNS, or because the connection failed or broke
 * - `slow`: timeout before the complete response
 * - `too long`: the response exceeds the size limit
 * - `status`: unexpected status
 * - `content`: the response is malformed
 */
type HttpProblem = "unreached" | "slow" | "too long" | "status" | "content"

/**
 * Failed request. The message contains only the host and path of the URL, because a query or header can contain a key.
 */
export class HttpFailure extends Data.TaggedError("HttpFailure")<{
  readonly problem: HttpProblem
  readonly status: number | null
  readonly retryAfterMillis: number | null
  /** Target of a redirect; absent otherwise. */
  readonly location?: string
  readonly message: string
  /** First bytes of an error response, which can contain the vendor's error message; otherwise empty. */
  readonly body: Uint8Array
}> {}

/**
 * Parses `Retry-After` as seconds or date (RFC 9110, section 10.2.3) to a delay in milliseconds. Returns null if it is
 * invalid.
 */
export const parseRetryAfterMillis = (text: string | null, now: number): number | null => {
  if (text === null) return null
  if (/^\d{1,10}$/.test(text.trim())) return Number(text) * 1000
  const at = text.length <= 40 && /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/**
 * Returns the runtime's error code of a broken connection, such as `ECONNREFUSED`. Error messages are not used, because
 * they can contain the URL.
 */
const causeName = (cause: unknown): string | null => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string" && /^\w{1,40}$/.test(at.code)) return at.code
  }
  return null
}
