import type { ShieldDecision } from "./Decision.ts"
import { formBytesMax, readForm, refuse, tooLarge } from "./Fetch.ts"
import { createGuard, type GuardOptions, isSafe } from "./Guard.ts"

/** What is used of a context of Hono. */
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
  /** The visitor's address for the log; Hono's own idea of it is `(c) => getConnInfo(c).remote.address`. */
  readonly remoteAddress?: (context: Context) => string | undefined
  /** Answers instead of the JSON that says 403, or 503 where there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, context: Context) => Response | Promise<Response>
  /** A larger form is answered 413: it would have to be held in memory. */
  readonly bodyBytesMax?: number
}

/** Middleware for Hono. The decision is `c.get("shield")`; GET, HEAD and OPTIONS pass unseen. */
export const shieldHono = <Context extends HonoContextLike>(options: HonoOptions<Context>) => {
  const guard = createGuard(options)
  return async (context: Context, next: () => Promise<void>): Promise<Response | void> => {
    if (isSafe(context.req.method)) return next()
    const form = context.req.raw.bodyUsed
      ? { kind: "fields" as const, fields: await alreadyRead(context.req) }
      : await readForm(context.req.raw, options.bodyBytesMax ?? formBytesMax)
    if (form.kind === "too large") return tooLarge()
    const { decision, passes } = await guard(form.fields, options.remoteAddress?.(context))
    context.set("shield", decision)
    if (passes) return next()
    return options.onRejected === undefined ? refuse(decision) : options.onRejected(decision, context)
  }
}

/** Hono keeps what somebody read before. */
const alreadyRead = async (request: HonoContextLike["req"]): Promise<unknown> => {
  try {
    const isJson = /^application\/json\b/i.test(request.raw.headers.get("Content-Type") ?? "")
    return await (isJson ? request.json() : request.parseBody())
  } catch {
    return undefined
  }
}
