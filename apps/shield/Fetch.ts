import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, type GuardResult, isSafeMethod, type Rejection, rejectionOf } from "./Guard.ts"
import { discardBody, readBounded } from "./PostJson.ts"

/** Request handler for Bun, Deno and edge workers. `rest` contains the runtime's other arguments. */
export type ShieldedHandler<Rest extends ReadonlyArray<unknown>> = (
  request: Request,
  /** Null for GET, HEAD, OPTIONS and TRACE requests, which are not checked. */
  decision: ShieldDecision | null,
  ...rest: Rest
) => Response | Promise<Response>

export interface FetchOptions<Rest extends ReadonlyArray<unknown>> extends GuardOptions {
  /** Returns the visitor's address for the log. Example for Deno: `(_, info) => info.remoteAddr.hostname`. */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | undefined
  /** Replaces the default JSON response: 403, 415 if the body was not parsed, or 503 if there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, request: Request, ...rest: Rest) => Response | Promise<Response>
  /** Maximum form size in bytes. A larger form gets a 413 response, because it is buffered in memory. */
  readonly bodyBytesMax?: number
}

/** Adds Shield to a handler. The handler can still read the request body. */
export const shieldFetch = <Rest extends ReadonlyArray<unknown>>(
  handler: ShieldedHandler<Rest>,
  options: FetchOptions<Rest>
) => {
  const guard = createGuard(options)
  return checkedHandler<Rest, ShieldDecision>(handler, {
    check: async (request, ...rest) => {
      const form = await readForm(request, options.bodyBytesMax ?? formBytesMax)
      return form.kind === "too large"
        ? tooLargeResponse()
        : guard(form.fields, options.remoteAddress?.(request, ...rest))
    },
    rejectionOf
  }, options.onRejected)
}

/** Parts of a checked request handler. `check` returns a response instead of a result if the request is invalid. */
export interface HandlerCheck<Rest extends ReadonlyArray<unknown>, Decision> {
  readonly check: (request: Request, ...rest: Rest) => Promise<GuardResult<Decision> | Response>
  readonly rejectionOf: (decision: Decision) => Rejection
}

export const checkedHandler = <Rest extends ReadonlyArray<unknown>, Decision>(
  handler: (request: Request, decision: Decision | null, ...rest: Rest) => Response | Promise<Response>,
  { check, rejectionOf }: HandlerCheck<Rest, Decision>,
  onRejected: ((decision: Decision, request: Request, ...rest: Rest) => Response | Promise<Response>) | undefined
) =>
async (request: Request, ...rest: Rest): Promise<Response> => {
  if (isSafeMethod(request.method)) return handler(request, null, ...rest)
  const result = await check(request, ...rest)
  if (result instanceof Response) return result
  const { decision, passes } = result
  if (passes) return handler(request, decision, ...rest)
  return onRejected === undefined ? rejectionResponse(rejectionOf(decision)) : onRejected(decision, request, ...rest)
}

export const rejectionResponse = ({ body, headers, status }: Rejection): Response =>
  new Response(body, { status, headers })

export const tooLargeResponse = (): Response =>
  Response.json({ ok: false, error: "The form is too large." }, {
    status: 413,
    headers: { "Cache-Control": "no-store" }
  })

/** Default maximum form size, which is equal to Fastify's default body limit. */
export const formBytesMax = 1_024 * 1_024

/** Parsed fields of a form, or `too large`. */
type FormResult = { readonly kind: "fields"; readonly fields: unknown } | { readonly kind: "too large" }

/**
 * Parses a copy of the request body, so that the handler can still read the body. `fields` is undefined if the content
 * type is not supported or the body is malformed.
 */
export const readForm = async (request: Request, bytesMax: number): Promise<FormResult> => {
  const type = request.headers.get("Content-Type") ?? ""
  const parser = parsers.get(type.replace(/;[^]*/, "").trim().toLowerCase())
  if (parser === undefined) return { kind: "fields", fields: undefined }
  if (Number(request.headers.get("Content-Length") ?? 0) > bytesMax) return { kind: "too large" }
  const copy = request.clone().body
  const bytes = copy === null ? new Uint8Array() : await readBounded(copy, bytesMax)
  if (bytes === null) {
    discardBody(request.body)
    return { kind: "too large" }
  }
  try {
    return { kind: "fields", fields: await parser(bytes, type) }
  } catch {
    return { kind: "fields", fields: undefined }
  }
}

const parseJson = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

const parseForm = async (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<unknown> => {
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData()
  const names = [...new Set(form.keys())]
  return Object.fromEntries(names.map((name) => [name, form.getAll(name)]))
}

const parsers = new Map<string, (bytes: Uint8Array<ArrayBuffer>, type: string) => unknown>([
  ["application/json", parseJson],
  ["application/x-www-form-urlencoded", parseForm],
  ["multipart/form-data", parseForm]
])
