import { Clock, Data, Effect } from "effect"
import { Blocks, joined } from "./Blocks.ts"

/** So much of an answer with a bad status is read, for what the vendor says of it. */
export const errorBytesMax = 16 * 1024

export interface HttpRequest {
  readonly url: URL
  readonly headers?: Readonly<Record<string, string>>
  /** What is posted; without it, it is a GET. */
  readonly body?: string
  /** All of it: connecting, headers and body. */
  readonly millisMax: number
  /** Of the body, as it is after decompressing. */
  readonly bytesMax: number
}

export interface HttpAnswer {
  /** 200 to 299, or 304. */
  readonly status: number
  readonly headers: Headers
  /** One behind the other they are the body; none is large. */
  readonly blocks: ReadonlyArray<ArrayBuffer>
}

/** Asks a server. A parameter of those who ask, so that tests need no network. */
export type Http = (request: HttpRequest) => Effect.Effect<HttpAnswer, HttpFailure>

/**
 * One request by the runtime's own `fetch`, within limits. Redirects are not followed: headers may hold a key, and the vendors'
 * APIs have none.
 */
export const http: Http = Effect.fnUntraced(function*(request) {
  const { url } = request
  const now = yield* Clock.currentTimeMillis
  return yield* Effect.tryPromise({
    try: (signal) => exchange(request, signal, now),
    catch: (cause) => cause instanceof HttpFailure ? cause : failed(url, "unreached", reason(cause))
  }).pipe(Effect.timeoutOrElse({
    duration: request.millisMax,
    orElse: () => Effect.fail(failed(url, "slow", `did not answer within ${request.millisMax} ms`))
  }))
})

const exchange = async (
  { body, bytesMax, headers, url }: HttpRequest,
  signal: AbortSignal,
  now: number
): Promise<HttpAnswer> => {
  const posted = body === undefined ? {} : { method: "POST", body }
  const response = await fetch(url, { ...posted, headers: { ...headers }, redirect: "manual", signal })
  if (response.ok || response.status === 304) {
    const blocks = await read(response, bytesMax)
    if (blocks === null) throw failed(url, "too long", `answered with more than ${bytesMax} bytes`)
    return { status: response.status, headers: response.headers, blocks }
  }
  const location = response.status < 400 ? response.headers.get("location") : null
  throw new HttpFailure({
    ...(location === null ? {} : { location }),
    problem: "status",
    status: response.status,
    retryAfterMillis: retryAfterMillis(response.headers.get("retry-after"), now),
    message: sentence(url, `answered ${response.status}`),
    body: joined(await read(response, errorBytesMax).catch(() => null) ?? [])
  })
}

/** What arrives fast would be read all in one go: after so many bytes it is the others' turn. */
const turnBytes = 512 * 1024

/** The body, or null when it is longer; memory is taken as it arrives, not as a header claims. */
const read = async (response: Response, bytesMax: number): Promise<ReadonlyArray<ArrayBuffer> | null> => {
  const blocks = new Blocks()
  let turnAt = turnBytes
  const reader = response.body?.getReader()
  for (let piece = await reader?.read(); piece?.value !== undefined; piece = await reader?.read()) {
    blocks.add(piece.value)
    if (blocks.length > bytesMax) {
      reader?.cancel().catch(() => undefined)
      return null
    }
    if (blocks.length < turnAt) continue
    turnAt += turnBytes
    await new Promise((resolve) => setTimeout(resolve))
  }
  return blocks.buffers()
}

const reason = (cause: unknown): string => {
  const name = causeName(cause)
  return name === null ? "could not be reached, or broke off" : `could not be reached, or broke off (${name})`
}

const failed = (url: URL, problem: HttpProblem, told: string) =>
  new HttpFailure({
    problem,
    status: null,
    retryAfterMillis: null,
    message: sentence(url, told),
    body: new Uint8Array(0)
  })

const sentence = (url: URL, told: string): string => `${placeOf(url)} ${told}.`

/** Where a URL leads, without what may be secret. */
export const placeOf = ({ host, pathname }: URL): string => `${host}${pathname}`

/** The JSON of an answer. */
export const jsonOf = (url: URL, { blocks }: HttpAnswer): Effect.Effect<unknown, HttpFailure> =>
  Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(joined(blocks))),
    catch: () => failed(url, "content", "answered something that is not JSON")
  })

/**
 * - `unreached`: nobody answered: no address, no connection, or one that broke
 * - `slow`: not all of the answer came in time
 * - `too long`: more of it came than is taken
 * - `status`: it is not the kind of answer that was asked for
 * - `content`: it cannot be read
 */
type HttpProblem = "unreached" | "slow" | "too long" | "status" | "content"

/** A request that came to nothing. The message names host and path alone: a query or a header may hold a key. */
export class HttpFailure extends Data.TaggedError("HttpFailure")<{
  readonly problem: HttpProblem
  readonly status: number | null
  readonly retryAfterMillis: number | null
  /** Where a redirect leads; absent for anything else. */
  readonly location?: string
  readonly message: string
  /** How an answer with such a status begins, for what can read vendors' errors; empty else. */
  readonly body: Uint8Array
}> {}

/** `Retry-After` as seconds or as a date (RFC 9110, section 10.2.3), from now; null for anything else. */
export const retryAfterMillis = (text: string | null, now: number): number | null => {
  if (text === null) return null
  if (/^\d{1,10}$/.test(text.trim())) return Number(text) * 1000
  const at = text.length <= 40 && /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? null : Math.max(0, at - now)
}

/** Names of errors that runtimes give to broken connections, such as `ECONNREFUSED`; their sentences may hold the URL. */
const causeName = (cause: unknown): string | null => {
  for (let at = cause, depth = 0; at instanceof Error && depth < 4; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string" && /^\w{1,40}$/.test(at.code)) return at.code
  }
  return null
}
