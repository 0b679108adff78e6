import { Effect } from "effect"
import type { RequestEvent } from "../../../../core/events/AccountEvent.ts"
import { type RequestDetails, submittedFieldNames } from "../../../../core/history/RequestDetails.ts"
import type { AccountId, KeyId, RequestId } from "../../../../core/kernel/Ids.ts"
import type { EndpointProperties } from "../../api/EndpointContract.ts"
import type { EndpointDeclaration, WireSchema } from "../../api/EndpointDeclaration.ts"
import { type BodyFailure, makePayloadReader } from "../messages/Body.ts"
import type { Failure } from "../messages/ErrorResponse.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"
import type { Visitor } from "./Visitor.ts"

/** Authenticated caller: an API key, or a member's session in the dashboard. */
export interface Caller {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly requestId: RequestId
}

/** Summary of a response for the request history. */
export interface HistorySummary {
  readonly verdict: string
  /**
   * Email address, URL or file name. The operator's settings decide whether it is stored in full, masked or not at all.
   */
  readonly subject: string | null
  /** Details to store with the verdict; absent if the response contains only a verdict. */
  readonly details?: RequestDetails
  /** Event for webhooks; absent if the response causes none. */
  readonly event?: RequestEvent
}

/** Use case of an endpoint, which turns the decoded body into the response. */
interface Handler<Payload, Input, Result, Reply, R, Requester> {
  /** Builds the input that `price` and `execute` share. */
  readonly prepare: (payload: Payload) => Input
  readonly execute: (input: Input, requester: Requester) => Effect.Effect<Result, Failure, R>
  /** Selects the part of the result that the response contains. */
  readonly reply: (result: Result) => Reply
}

/** Use case of an endpoint that requires an API key. */
export interface KeyedHandler<Payload, Input, Result, Reply, R>
  extends Handler<Payload, Input, Result, Reply, R, Caller>
{
  /** Price in credits; absent for free endpoints. */
  readonly price?: (input: Input) => number
  /**
   * Whether the price is reserved before the work. An account then cannot start more long-running work than it can pay
   * for.
   */
  readonly reservesCredits?: boolean
  readonly summarize?: (result: Result, payload: Payload) => HistorySummary
}

/** Maximum number of requests per minute and client address. */
export interface VisitorLimit<Payload, Reply> {
  /** Returns the name of the counter for a request body. Each name is counted separately. */
  readonly counterName: (payload: Payload) => string
  readonly perMinute: number
  /** Reports whether a response counts toward the limit. If absent, every request counts, before the work. */
  readonly isCounted?: (reply: Reply) => boolean
}

/** Use case of an endpoint without an API key. */
export interface KeylessHandler<Payload, Input, Result, Reply, R>
  extends Handler<Payload, Input, Result, Reply, R, Visitor>
{
  readonly limits?: ReadonlyArray<VisitorLimit<Payload, Reply>>
}

/**
 * Declared endpoint with its use case. `Call` is a decoded request, which hides the types of the endpoint's schemas.
 */
interface Route<Call> {
  readonly path: string
  /** Status of a successful response. */
  readonly status: number
  readonly contract: EndpointProperties
  readonly read: (exchange: HttpExchange) => Effect.Effect<Call, BodyFailure>
}

export interface KeyedRoute<R> extends Route<KeyedCall<R>> {
  readonly isCharged: boolean
  readonly reservesCredits: boolean
}

/** Decoded request of an endpoint that requires an API key. */
export interface KeyedCall<R> {
  /** Content that all requests with the same idempotency key must have in common. */
  readonly content: string
  /** Names of the body's fields. */
  readonly fieldNames: ReadonlyArray<string>
  readonly prepare: () => KeyedTask<R>
}

export interface KeyedTask<R> {
  /** Price in credits; zero for a free endpoint. */
  readonly credits: number
  readonly execute: (caller: Caller) => Effect.Effect<KeyedOutcome, Failure, R>
}

export interface KeyedOutcome {
  readonly body: string
  readonly summary: HistorySummary | null
}

export type KeylessRoute<R> = Route<KeylessCall<R>>

/** Decoded request of an endpoint without an API key. */
export interface KeylessCall<R> {
  readonly limits: ReadonlyArray<CountedLimit>
  readonly execute: (visitor: Visitor) => Effect.Effect<KeylessOutcome, Failure, R>
}

export interface KeylessOutcome {
  /** Limits that count this response. */
  readonly limits: ReadonlyArray<CountedLimit>
  readonly body: string
}

/** Visitor limit as it applies to one request. */
export interface CountedLimit {
  readonly counterName: string
  readonly perMinute: number
}

/** Builds the route of a declared endpoint for callers with an API key. */
export const keyedRoute = <Payload extends WireSchema, Success extends WireSchema, Input, Result, R>(
  declaration: EndpointDeclaration<Payload, Success>,
  handler: KeyedHandler<Payload["Type"], Input, Result, Success["Type"], R>
): KeyedRoute<R> => {
  const read = makePayloadReader(declaration)
  const { summarize, prepare, price, reply, execute } = handler
  const { contract, path, status } = declaration
  return {
    path,
    status,
    contract,
    isCharged: price !== undefined,
    reservesCredits: handler.reservesCredits === true,
    read: (exchange) =>
      Effect.mapEager(read(exchange), ({ content, value }) => ({
        content,
        fieldNames: submittedFieldNames(value),
        prepare: () => {
          const input = prepare(value)
          return {
            credits: price?.(input) ?? 0,
            execute: (caller) =>
              Effect.map(execute(input, caller), (result) => ({
                body: JSON.stringify(reply(result)),
                summary: summarize?.(result, value) ?? null
              }))
          }
        }
      }))
  }
}

/** Builds the route of a declared endpoint for visitors without an API key. */
export const keylessRoute = <Payload extends WireSchema, Success extends WireSchema, Input, Result, R>(
  declaration: EndpointDeclaration<Payload, Success>,
  { limits = [], prepare, reply, execute }: KeylessHandler<Payload["Type"], Input, Result, Success["Type"], R>
): KeylessRoute<R> => {
  const read = makePayloadReader(declaration)
  const { contract, path, status } = declaration
  return {
    path,
    status,
    contract,
    read: (exchange) =>
      Effect.mapEager(read(exchange), ({ value }) => {
        const toCountedLimit = (
          { perMinute, counterName }: VisitorLimit<Payload["Type"], Success["Type"]>
        ): CountedLimit => ({
          counterName: counterName(value),
          perMinute
        })
        return {
          limits: limits.filter(({ isCounted }) => isCounted === undefined).map(toCountedLimit),
          execute: (visitor) =>
            Effect.map(execute(prepare(value), visitor), (result) => {
              const body = reply(result)
              return {
                limits: limits.filter(({ isCounted }) => isCounted?.(body) === true).map(toCountedLimit),
                body: JSON.stringify(body)
              }
            })
        }
      })
  }
}
