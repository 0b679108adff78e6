import {
  expressMiddleware,
  type ExpressOnRejected,
  type ExpressRequest,
  type ExpressResponse
} from "../../shield/Express.ts"
import { fastifyHook, type FastifyReplyLike, type FastifyRequestLike } from "../../shield/Fastify.ts"
import { checkedHandler, formBytesMax, readForm, tooLargeResponse } from "../../shield/Fetch.ts"
import type { GuardResult } from "../../shield/Guard.ts"
import { type HonoContextLike, honoMiddleware, readHonoForm } from "../../shield/Hono.ts"
import { type FormDecision, formRejectionOf } from "./FormDecision.ts"
import { createFormScreen, type FormOptions } from "./ScreenForm.ts"

const checker = (options: FormOptions) => {
  const screen = createFormScreen(options)
  return async (body: unknown, remoteAddress: string | undefined): Promise<GuardResult<FormDecision>> => {
    const decision = await screen(body, remoteAddress)
    return { decision, passes: decision.accepted }
  }
}

export interface FormExpressRequest extends ExpressRequest {
  form?: FormDecision
}

export interface FormExpressOptions<Request, Response> extends FormOptions {
  /** Replaces the default JSON response: 403, 415, 422 or 503. */
  readonly onRejected?: ExpressOnRejected<Request, Response, FormDecision>
}

/** Returns middleware for Express and Connect. Add it after a body parser. It sets `req.form` to the decision. */
export const formExpress = <Request extends FormExpressRequest, Response extends ExpressResponse>(
  options: FormExpressOptions<Request, Response>
) => {
  const check = checker(options)
  return expressMiddleware<Request, Response, FormDecision>({
    check: ({ body, ip }) => check(body, ip),
    attach: (request, decision) => {
      request.form = decision
    },
    rejectionOf: formRejectionOf
  }, options.onRejected)
}

export interface FormFastifyRequest extends FastifyRequestLike {
  form?: FormDecision
}

export interface FormFastifyOptions<Request, Reply> extends FormOptions {
  /** Replaces the default JSON response: 403, 415, 422 or 503. */
  readonly onRejected?: (decision: FormDecision, request: Request, reply: Reply) => unknown
}

/** Returns a `preHandler` hook for Fastify. It sets `request.form` to the decision. */
export const formFastify = <Request extends FormFastifyRequest, Reply extends FastifyReplyLike>(
  options: FormFastifyOptions<Request, Reply>
) => {
  const check = checker(options)
  return fastifyHook<Request, Reply, FormDecision>({
    check: ({ body, ip }) => check(body, ip),
    attach: (request, decision) => {
      request.form = decision
    },
    rejectionOf: formRejectionOf
  }, options.onRejected)
}

/** Properties of a Hono context that the middleware uses. */
export interface FormHonoContext extends Pick<HonoContextLike, "req"> {
  set(name: "form", decision: FormDecision): void
}

export interface FormHonoOptions<Context> extends FormOptions {
  /** Returns the visitor's address for the log. Hono's own function is `(c) => getConnInfo(c).remote.address`. */
  readonly remoteAddress?: (context: Context) => string | undefined
  /** Replaces the default JSON response: 403, 415, 422 or 503. */
  readonly onRejected?: (decision: FormDecision, context: Context) => Response | Promise<Response>
  /** Maximum form size in bytes. A larger form gets a 413 response, because it is buffered in memory. */
  readonly bodyBytesMax?: number
}

/** Returns middleware for Hono. It sets `c.get("form")` to the decision. */
export const formHono = <Context extends FormHonoContext>(options: FormHonoOptions<Context>) => {
  const check = checker(options)
  return honoMiddleware<Context, FormDecision>({
    check: async (context) => {
      const form = await readHonoForm(context.req, options.bodyBytesMax ?? formBytesMax)
      return form.kind === "too large" ? tooLargeResponse() : check(form.fields, options.remoteAddress?.(context))
    },
    attach: (context, decision) => context.set("form", decision),
    rejectionOf: formRejectionOf
  }, options.onRejected)
}

export interface FormFetchOptions<Rest extends ReadonlyArray<unknown>> extends FormOptions {
  /** Returns the visitor's address for the log. */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | undefined
  /** Replaces the default JSON response: 403, 415, 422 or 503. */
  readonly onRejected?: (decision: FormDecision, request: Request, ...rest: Rest) => Response | Promise<Response>
  /** Maximum form size in bytes. A larger form gets a 413 response, because it is buffered in memory. */
  readonly bodyBytesMax?: number
}

/**
 * Screens the forms of a request handler, for Bun, Deno, edge workers, and route handlers of Next.js. The handler can
 * still read the request body. The decision is null for GET, HEAD, OPTIONS and TRACE requests, which are not checked.
 */
export const formFetch = <Rest extends ReadonlyArray<unknown>>(
  handler: (request: Request, decision: FormDecision | null, ...rest: Rest) => Response | Promise<Response>,
  options: FormFetchOptions<Rest>
) => {
  const check = checker(options)
  return checkedHandler<Rest, FormDecision>(handler, {
    check: async (request, ...rest) => {
      const form = await readForm(request, options.bodyBytesMax ?? formBytesMax)
      return form.kind === "too large"
        ? tooLargeResponse()
        : check(form.fields, options.remoteAddress?.(request, ...rest))
    },
    rejectionOf: formRejectionOf
  }, options.onRejected)
}
