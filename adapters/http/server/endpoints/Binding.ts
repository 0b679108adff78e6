import { Context, type Effect, type Schema } from "effect"
import type { HttpApiEndpoint } from "effect/http-api"
import type { RequestDetails } from "../../../../core/history/RequestDetails.ts"
import type { AccountId, KeyId, RequestId } from "../../../../core/kernel/Ids.ts"
import type { RequestFacts } from "../../../../core/shield/SessionJudgement.ts"
import { type Contract, EndpointContract } from "../../api/EndpointContract.ts"
import type { Failure } from "../messages/Refusal.ts"

/** Who calls with an API key. */
export interface Caller {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly requestId: RequestId
}

/** Who calls without one: a browser, or a site's server. */
export interface Visitor {
  readonly requestId: RequestId
  readonly address: string
  /** The `Origin` header: the page that asks, as its browser says. */
  readonly origin: string | null
  readonly request: RequestFacts
}

/** What the request history keeps of an answer. */
export interface Noted {
  readonly verdict: string
  /** Email address, URL or file name; kept as the operator chose. */
  readonly subject: string | null
  /** Of what has more to tell than its verdict. */
  readonly details?: RequestDetails
}

/** How often one address may do something in a minute. */
export interface VisitorLimit<Payload, Reply> {
  /** Names what is counted, of this body: each name is counted for itself. */
  readonly what: (payload: Payload) => string
  readonly perMinute: number
  /** Counts only requests that were answered so; without it all, before the work. */
  readonly counts?: (reply: Reply) => boolean
}

/** An endpoint's use case: from the decoded body to what goes back. */
export interface Handler<Payload, Input, Result, Reply, R, Who = Caller> {
  /** What price and work both need of the body, made once. */
  readonly prepare: (payload: Payload) => Input
  /** In credits. Free when absent. */
  readonly price?: (input: Input) => number
  /** Long work: the price is set aside before it begins, so that nobody starts more than they can pay. */
  readonly reserves?: boolean
  readonly work: (input: Input, caller: Who) => Effect.Effect<Result, Failure, R>
  /** What of the result the caller gets. */
  readonly reply: (result: Result) => Reply
  readonly note?: (result: Result, payload: Payload) => Noted
  /** Of an endpoint that takes no key. */
  readonly limits?: ReadonlyArray<VisitorLimit<Payload, Reply>>
}

/** An endpoint of the declaration, tied to its use case. */
export interface Binding<R, Who = Caller> {
  readonly path: string
  readonly status: number
  readonly contract: Contract
  readonly payload: Schema.Codec<unknown, unknown, never, never>
  readonly handler: Handler<unknown, unknown, unknown, unknown, R, Who>
}

type PayloadOf<E extends Declared> = E["~Payload"]["Type"]
type SuccessOf<E extends Declared> = E["~Success"]["Type"]

/** What is needed of an endpoint of the declaration, with or without middleware. */
type Declared = Pick<HttpApiEndpoint.Top, "path" | "payload" | "success" | "annotations" | "~Payload" | "~Success">

/** Ties a declared endpoint to its handler; body and answer are held against the declaration by type. */
export const bind = <E extends Declared, Input, Result, R, Who = Caller>(
  endpoint: E,
  handler: Handler<PayloadOf<E>, Input, Result, SuccessOf<E>, R, Who>
): Binding<R, Who> => {
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
    handler: handler as Handler<unknown, unknown, unknown, unknown, R, Who>
  }
}
