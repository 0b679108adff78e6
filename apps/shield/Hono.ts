import type { ShieldDecision } from "./Decision.ts"
import { formBytesMax, readForm, rejectionResponse, tooLargeResponse } from "./Fetch.ts"
import { createGuard, type GuardOptions, isSafeMethod } from "./Guard.ts"

/** The used part of a Hono context. */
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
  /** Replaces the default JSON response: 403, or 503 if there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, context: Context) => Response | Promise<Response>
  /** Maximum form size in bytes. A larger form gets a 413 response, because it is buffered in memory. */
  readonly bodyBytesMax?: number
}

/** Middleware for Hono. Sets `c.get("shield")` to the decision. GET, HEAD and OPTIONS are not checked. */
export const shieldHono = <Context extends HonoContextLike>(options: HonoOptions<Context>) => {
  const guard = createGuard(options)
  return async (context: Context, next: () => Promise<void>): Promise<Response | void> => {
    if (isSafeMethod(context.req.method)) return next()
    const form = context.req.raw.bodyUsed
      ? { kind: "fields" as const, fields: await readConsumedBody(context.req) }
      : await readForm(context.req.raw, options.bodyBytesMax ?? formBytesMax)
    if (form.kind === "too large") return tooLargeResponse()
    const { decision, passes } = await guard(form.fields, options.remoteAddress?.(context))
    context.set("shield", decision)
    if (passes) return next()
    return options.onRejected === undefined ? rejectionResponse(decision) : options.onRejected(decision, context)
  }
}

/** Returns the body that Hono has cached from an earlier read. */
const readConsumedBody = async (request: HonoContextLike["req"]): Promise<unknown> => {
  try {
    const isJson = /^application\/json\b/i.test(request.raw.headers.get("Content-Type") ?? "")
    return await (isJson ? request.json() : request.parseBody())
  } catch {
    return undefined
  }
}
