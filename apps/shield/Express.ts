import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, isSafeMethod, type Middleware, rejectionOf } from "./Guard.ts"

/** Properties of an Express or Connect request that the middleware uses. */
export interface ExpressRequest {
  readonly method?: string | undefined
  readonly body?: unknown
  /** Visitor's address, which Express determines with its setting `trust proxy`. */
  readonly ip?: string | undefined
  shield?: ShieldDecision
}

export interface ExpressResponse {
  statusCode: number
  readonly setHeader: (name: string, value: string) => unknown
  readonly end: (text: string) => unknown
}

export type ExpressNext = (error?: unknown) => void

export interface ExpressOptions<Request extends ExpressRequest, Response extends ExpressResponse> extends GuardOptions {
  /** Replaces the default JSON response: 403, 415 if the body was not parsed, or 503 if there was no verdict. */
  readonly onRejected?: ExpressOnRejected<Request, Response, ShieldDecision>
}

/**
 * Returns middleware for Express and Connect. Add it after a body parser. It sets `req.shield` to the decision. GET,
 * HEAD, OPTIONS and TRACE requests are not checked.
 */
export const shieldExpress = <Request extends ExpressRequest, Response extends ExpressResponse>(
  options: ExpressOptions<Request, Response>
) => {
  const guard = createGuard(options)
  return expressMiddleware<Request, Response, ShieldDecision>({
    check: ({ body, ip }) => guard(body, ip),
    attach: (request, decision) => {
      request.shield = decision
    },
    rejectionOf
  }, options.onRejected)
}

/** Function that replaces the default response to a rejected request. */
export type ExpressOnRejected<Request, Response, Decision> = (
  decision: Decision,
  request: Request,
  response: Response,
  next: ExpressNext
) => unknown

export const expressMiddleware = <
  Request extends { readonly method?: string | undefined },
  Response extends ExpressResponse,
  Decision
>(
  { attach, check, rejectionOf }: Middleware<Request, Decision>,
  onRejected: ExpressOnRejected<Request, Response, Decision> | undefined
) =>
(request: Request, response: Response, next: ExpressNext): void => {
  const passes = async (): Promise<boolean> => {
    const { decision, passes } = await check(request)
    attach(request, decision)
    if (passes) return true
    if (onRejected !== undefined) {
      await onRejected(decision, request, response, next)
      return false
    }
    const { body, headers, status } = rejectionOf(decision)
    response.statusCode = status
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    response.end(body)
    return false
  }
  if (isSafeMethod(request.method)) return next()
  passes().then((through) => through && next(), next)
}
