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

/** An endpoint's use case: from the decoded body to what goes back. */
export interface Handler<Payload, Input, Result, Reply, R> {
  /** What price and work both need of the body, made once. */
  readonly prepare: (payload: Payload) => Input
  /** In credits. Free when absent. */
  readonly price?: (input: Input) => number
  /** Long work: the price is set aside before it begins, so that nobody starts more than they can pay. */
  readonly reserves?: boolean
  readonly work: (input: Input, caller: Caller) => Effect.Effect<Result, Failure, R>
  /** What of the result the caller gets. */
  readonly reply: (result: Result) => Reply
  readonly note?: (result: Result, payload: Payload) => Noted
}

/** An endpoint of the declaration, tied to its use case. */
export interface Binding<R> {
  readonly path: string
  readonly status: number
  readonly contract: Contract
  readonly payload: Schema.Codec<unknown, unknown, never, never>
  readonly handler: Handler<unknown, unknown, unknown, unknown, R>
}

type PayloadOf<E extends Declared> = E["~Payload"]["Type"]
type SuccessOf<E extends Declared> = E["~Success"]["Type"]

/** What is needed of an endpoint of the declaration, with or without middleware. */
type Declared = Pick<HttpApiEndpoint.Top, "path" | "payload" | "success" | "annotations" | "~Payload" | "~Success">

/** Ties a declared endpoint to its handler; body and answer are held against the declaration by type. */
export const bind = <E extends Declared, Input, Result, R>(
  endpoint: E,
  handler: Handler<PayloadOf<E>, Input, Result, SuccessOf<E>, R>
): Binding<R> => {
  const [media] = endpoint.payload.values()
  const [success] = endpoint.success
  return {
    path: endpoint.path,
    status: Number(
      success?.ast.context?.annotations?.["httpApiStatus"] ?? success?.ast.annotations?.["httpApiStatus"] ?? 200
    ),
    contract: Context.getUnsafe(endpoint.annotations as Context.Context<EndpointContract>, EndpointContract),
    payload: media!.schemas[0] as Schema.Codec<unknown, unknown, never, never>,
    // The types were held against the endpoint above; the server decodes with its schema before it calls.
    handler: handler as Handler<unknown, unknown, unknown, unknown, R>
  }
}
