import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, isSafeMethod, rejectionOf } from "./Guard.ts"

/** The used part of a request in Express or Connect. */
export interface ExpressRequest {
  readonly method?: string | undefined
  readonly body?: unknown
  /** As determined by Express with its setting `trust proxy`. */
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
  /** Replaces the default JSON response: 403, or 503 if there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, request: Request, response: Response, next: ExpressNext) => unknown
}

/**
 * Middleware for Express and Connect, to be placed after a body parser. Sets `req.shield` to the decision. GET, HEAD and OPTIONS are
 * not checked.
 */
export const shieldExpress = <Request extends ExpressRequest, Response extends ExpressResponse>(
  options: ExpressOptions<Request, Response>
) => {
  const guard = createGuard(options)
  return (request: Request, response: Response, next: ExpressNext): void => {
    const passes = async (): Promise<boolean> => {
      const { decision, passes } = await guard(request.body, request.ip)
      request.shield = decision
      if (passes) return true
      if (options.onRejected !== undefined) {
        await options.onRejected(decision, request, response, next)
        return false
      }
      const refusal = rejectionOf(decision)
      response.statusCode = refusal.status
      for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value)
      response.end(refusal.body)
      return false
    }
    if (isSafeMethod(request.method)) return next()
    passes().then((through) => through && next(), next)
  }
}
