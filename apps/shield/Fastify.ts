import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, isSafe, refusalOf } from "./Guard.ts"

/** What is used of a request of Fastify. */
export interface FastifyRequestLike {
  readonly method: string
  readonly body?: unknown
  /** As Fastify works it out from its option `trustProxy`. */
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
  /** Answers instead of the JSON that says 403, or 503 where there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, request: Request, reply: Reply) => unknown
}

/** `preHandler` for Fastify. The decision is `request.shield`; GET, HEAD and OPTIONS pass unseen. */
export const shieldFastify = <Request extends FastifyRequestLike, Reply extends FastifyReplyLike>(
  options: FastifyOptions<Request, Reply>
) => {
  const guard = createGuard(options)
  return async (request: Request, reply: Reply): Promise<unknown> => {
    if (isSafe(request.method)) return
    const { decision, passes } = await guard(request.body, request.ip)
    request.shield = decision
    if (passes) return
    if (options.onRejected !== undefined) await options.onRejected(decision, request, reply)
    else {
      const { body, headers, status } = refusalOf(decision)
      reply.code(status)
      reply.headers(headers)
      reply.send(body)
    }
    // Fastify waits for who returns the reply to have sent it, and calls no handler.
    return reply
  }
}
