import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, isSafeMethod, rejectionOf } from "./Guard.ts"

/** The used part of a request in Fastify. */
export interface FastifyRequestLike {
  readonly method: string
  readonly body?: unknown
  /** As determined by Fastify with its option `trustProxy`. */
  readonly ip: string
  shield?: ShieldDecision
}

export interface FastifyReplyLike {
  code(status: number): unknown
  headers(values: Record<string, string>): unknown
  send(body: string): unknown
}

export interface FastifyOptions<Request extends FastifyRequestLike, Reply extends FastifyReplyLike>
  extends GuardOptions
{
  /** Replaces the default JSON response: 403, or 503 if there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, request: Request, reply: Reply) => unknown
}

/** `preHandler` for Fastify. Sets `request.shield` to the decision. GET, HEAD and OPTIONS are not checked. */
export const shieldFastify = <Request extends FastifyRequestLike, Reply extends FastifyReplyLike>(
  options: FastifyOptions<Request, Reply>
) => {
  const guard = createGuard(options)
  return async (request: Request, reply: Reply): Promise<unknown> => {
    if (isSafeMethod(request.method)) return
    const { decision, passes } = await guard(request.body, request.ip)
    request.shield = decision
    if (passes) return
    if (options.onRejected !== undefined) await options.onRejected(decision, request, reply)
    else {
      const { body, headers, status } = rejectionOf(decision)
      reply.code(status)
      reply.headers(headers)
      reply.send(body)
    }
    // A returned reply tells Fastify that the response is sent, so it does not call the handler.
    return reply
  }
}
