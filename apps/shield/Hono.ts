import type { ShieldDecision } from "./Decision.ts"
import { formBytesMax, readForm, rejectionResponse, tooLargeResponse } from "./Fetch.ts"
import { createGuard, type GuardOptions, type GuardResult, isSafeMethod, type Rejection, rejectionOf } from "./Guard.ts"

/** Properties of a Hono context that the middleware uses. */
export interface HonoContextLike {
  readonly req: {
    readonly method: string
    readonly raw: Request
    parseBody(): Promise<Record<string, unknown>>
    json(): Promise<unknown>
  }
  set(name: "shield", decision: ShieldDecision): void
}

export interface HonoOptions<Context extends HonoContextLike> extends GuardOptions {
  /** Returns the visitor's address for the log. Hono's own function is `(c) => getConnInfo(c).remote.address`. */
  readonly remoteAddress?: (context: Context) => string | undefined
  /** Replaces the default JSON response: 403, 415 if the body was not parsed, or 503 if there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, context: Context) => Response | Promise<Response>
  /** Maximum form size in bytes. A larger form gets a 413 response, because it is buffered in memory. */
  readonly bodyBytesMax?: number
}

/**
 * Returns middleware for Hono. It sets `c.get("shield")` to the decision. GET, HEAD, OPTIONS and TRACE requests are not
 * checked.
 */
export const shieldHono = <Context extends HonoContextLike>(options: HonoOptions<Context>) => {
  const guard = createGuard(options)
  return honoMiddleware<Context, ShieldDecision>({
    check: async (context) => {
      const form = await readHonoForm(context.req, options.bodyBytesMax ?? formBytesMax)
      return form.kind === "too large" ? tooLargeResponse() : guard(form.fields, options.remoteAddress?.(context))
    },
    attach: (context, decision) => context.set("shield", decision),
    rejectionOf
  }, options.onRejected)
}

/** Parts of middleware for Hono. `check` returns a response instead of a result if the request is invalid. */
export interface HonoCheck<Context, Decision> {
  readonly check: (context: Context) => Promise<GuardResult<Decision> | Response>
  readonly attach: (context: Context, decision: Decision) => void
  readonly rejectionOf: (decision: Decision) => Rejection
}

export const honoMiddleware = <Context extends { readonly req: { readonly method: string } }, Decision>(
  { attach, check, rejectionOf }: HonoCheck<Context, Decision>,
  onRejected: ((decision: Decision, context: Context) => Response | Promise<Response>) | undefined
) =>
async (context: Context, next: () => Promise<void>): Promise<Response | void> => {
  if (isSafeMethod(context.req.method)) return next()
  const result = await check(context)
  if (result instanceof Response) return result
  attach(context, result.decision)
  if (result.passes) return next()
  return onRejected === undefined
    ? rejectionResponse(rejectionOf(result.decision))
    : onRejected(result.decision, context)
}

/** Reads a form, even if an earlier middleware has already read the body. */
export const readHonoForm = async (request: HonoContextLike["req"], bytesMax: number) =>
  request.raw.bodyUsed
    ? { kind: "fields" as const, fields: await readConsumedBody(request) }
    : readForm(request.raw, bytesMax)

/** Returns the body that Hono cached at an earlier read. Returns undefined if the body cannot be parsed. */
const readConsumedBody = async (request: HonoContextLike["req"]): Promise<unknown> => {
  try {
    const isJson = /^application\/json\b/i.test(request.raw.headers.get("Content-Type") ?? "")
    return await (isJson ? request.json() : request.parseBody())
  } catch {
    return undefined
  }
}
