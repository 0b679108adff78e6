import { leave, readBounded } from "./Answer.ts"
import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, isSafe, refusalOf } from "./Guard.ts"

/** A handler of requests, as Bun, Deno and edge workers have it; `rest` is what the runtime hands over beside the request. */
export type ShieldedHandler<Rest extends ReadonlyArray<unknown>> = (
  request: Request,
  /** Null for GET, HEAD and OPTIONS, which are not looked at. */
  decision: ShieldDecision | null,
  ...rest: Rest
) => Response | Promise<Response>

export interface FetchOptions<Rest extends ReadonlyArray<unknown>> extends GuardOptions {
  /** The visitor's address as the runtime tells it, for the log: `(_, info) => info.remoteAddr.hostname` on Deno. */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | undefined
  /** Answers instead of the JSON that says 403, or 503 where there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, request: Request, ...rest: Rest) => Response | Promise<Response>
  /** A larger form is answered 413: it would have to be held in memory. */
  readonly bodyBytesMax?: number
}

/** Puts Shield before a handler. The handler reads the request's body as if nobody had. */
export const shieldFetch = <Rest extends ReadonlyArray<unknown>>(
  handler: ShieldedHandler<Rest>,
  options: FetchOptions<Rest>
) => {
  const guard = createGuard(options)
  return async (request: Request, ...rest: Rest): Promise<Response> => {
    if (isSafe(request.method)) return handler(request, null, ...rest)
    const form = await readForm(request, options.bodyBytesMax ?? formBytesMax)
    if (form.kind === "too large") return tooLarge()
    const { decision, passes } = await guard(form.fields, options.remoteAddress?.(request, ...rest))
    if (passes) return handler(request, decision, ...rest)
    return options.onRejected === undefined
      ? refuse(decision)
      : options.onRejected(decision, request, ...rest)
  }
}

export const refuse = (decision: ShieldDecision): Response => {
  const { body, headers, status } = refusalOf(decision)
  return new Response(body, { status, headers })
}

export const tooLarge = (): Response =>
  Response.json({ ok: false, error: "The form is too large." }, {
    status: 413,
    headers: { "Cache-Control": "no-store" }
  })

/** As much as Fastify reads by default. */
export const formBytesMax = 1_024 * 1_024

/** Fields of a form in one of the encodings that browsers and scripts send. */
type ReadForm = { readonly kind: "fields"; readonly fields: unknown } | { readonly kind: "too large" }

/**
 * Reads a copy of a request's body, and leaves the body itself to whoever comes next. Fields are undefined for what is no
 * form.
 */
export const readForm = async (request: Request, bytesMax: number): Promise<ReadForm> => {
  const type = request.headers.get("Content-Type") ?? ""
  const parser = parsers.get(type.replace(/;[^]*/, "").trim().toLowerCase())
  if (parser === undefined) return { kind: "fields", fields: undefined }
  if (Number(request.headers.get("Content-Length") ?? 0) > bytesMax) return { kind: "too large" }
  const copy = request.clone().body
  const bytes = copy === null ? new Uint8Array() : await readBounded(copy, bytesMax)
  if (bytes === null) {
    leave(request.body)
    return { kind: "too large" }
  }
  try {
    return { kind: "fields", fields: await parser(bytes, type) }
  } catch {
    return { kind: "fields", fields: undefined }
  }
}

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

const formOf = async (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<unknown> => {
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData()
  const names = [...new Set(form.keys())]
  return Object.fromEntries(names.map((name) => [name, form.getAll(name)]))
}

const parsers = new Map<string, (bytes: Uint8Array<ArrayBuffer>, type: string) => unknown>([
  ["application/json", jsonOf],
  ["application/x-www-form-urlencoded", formOf],
  ["multipart/form-data", formOf]
])
