import { Context, type Effect, type Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import { type Contract, EndpointContract } from "../api/EndpointContract.ts"

/** Who calls. Account and key are empty on an endpoint that takes no key. */
export interface Caller {
  readonly accountId: string
  readonly keyId: string
  readonly requestId: string
}

/** A failure of a use case: its tag decides the status, its message is what the caller reads. */
export interface Failure {
  readonly _tag: string
  readonly message: string
}

/** What the request history keeps of an answer. */
export interface Noted {
  readonly verdict: string
  /** Email address, URL or file name; kept as the operator chose. */
  readonly subject: string | null
}

/** An endpoint of the declaration, tied to its use case. */
export interface Handler<Payload, Success, R> {
  /** In credits, from the decoded body. Free when absent. */
  readonly price?: (payload: Payload) => number
  readonly work: (payload: Payload, caller: Caller) => Effect.Effect<Success, Failure, R>
  readonly note?: (success: Success, payload: Payload) => Noted
}

export interface Binding<R> {
  readonly path: string
  readonly status: number
  readonly contract: Contract
  readonly payload: Schema.Codec<unknown, unknown, never, never>
  readonly handler: Handler<unknown, unknown, R>
}

/** Ties a declared endpoint to its handler; the payload and the answer are checked against the declaration by type. */
export const bind = <E extends HttpApiEndpoint.Top, R>(
  endpoint: E,
  handler: Handler<E["~Payload"]["Type"], E["~Success"]["Type"], R>
): Binding<R> => {
  const [media] = endpoint.payload.values()
  const [success] = endpoint.success
  return {
    path: endpoint.path,
    status: Number(success?.ast.annotations?.["httpApiStatus"] ?? 200),
    contract: contractOf(endpoint.annotations),
    payload: media!.schemas[0] as Schema.Codec<unknown, unknown, never, never>,
    // The types were checked above, against the endpoint; the server decodes with its schema before it calls.
    handler: handler as Handler<unknown, unknown, R>
  }
}

const contractOf = (annotations: Context.Context<never>): Contract =>
  Context.getUnsafe(annotations, EndpointContract)
