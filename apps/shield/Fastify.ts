import type { ShieldDecision } from "./Decision.ts"
import { createGuard, type GuardOptions, isSafeMethod, type Middleware, rejectionOf } from "./Guard.ts"

/** Properties of a Fastify request that the hook uses. */
export interface FastifyRequestLike {
  readonly method: string
  readonly body?: unknown
  /** Visitor's address, which Fastify determines with its option `trustProxy`. */
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
  /** Replaces the default JSON response: 403, 415 if the body was not parsed, or 503 if there was no verdict. */
  readonly onRejected?: (decision: ShieldDecision, request: Request, reply: Reply) => unknown
}

/**
 * Returns a `preHandler` hook for Fastify. It sets `request.shield` to the decision. GET, HEAD, OPTIONS and TRACE
 * requests are not checked.
 */
export const shieldFastify = <Request extends FastifyRequestLike, Reply extends FastifyReplyLike>(
  options: FastifyOptions<Request, Reply>
) => {
  const guard = createGuard(options)
  return fastifyHook<Request, Reply, ShieldDecision>({
    check: ({ body, ip }) => guard(body, ip),
    attach: (request, decision) => {
      request.shield = decision
    },
    rejectionOf
  }, options.onRejected)
}

export const fastifyHook = <Request extends { readonly method: string }, Reply extends FastifyReplyLike, Decision>(
  { attach, check, rejectionOf }: Middleware<Request, Decision>,
  onRejected: ((decision: Decision, request: Request, reply: Reply) => unknown) | undefined
) =>
// Fastify's own types must not be candidates for the type parameters: they would be inferred as `never`.
async (request: NoInfer<Request>, reply: NoInfer<Reply>): Promise<unknown> => {
  if (isSafeMethod(request.method)) return
  const { decision, passes } = await check(request)
  attach(request, decision)
  if (passes) return
  if (onRejected !== undefined) await onRejected(decision, request, reply)
  else {
    const { body, headers, status } = rejectionOf(decision)
    reply.code(status)
    reply.headers(headers)
    reply.send(body)
  }
  // Returning the reply tells Fastify that a response was sent, so that Fastify does not call the handler.
  return reply
}
