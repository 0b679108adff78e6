import { Effect } from "effect"
import { type RequestDetails, submittedFieldNames } from "../../../../core/history/RequestDetails.ts"
import type { AccountId, KeyId, RequestId } from "../../../../core/kernel/Ids.ts"
import type { Contract } from "../../api/EndpointContract.ts"
import type { EndpointDeclaration, WireSchema } from "../../api/EndpointDeclaration.ts"
import { type BodyFailure, makePayloadReader } from "../messages/Body.ts"
import type { Failure } from "../messages/ErrorResponse.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"
import type { Visitor } from "./Visitor.ts"

/** Caller with an API key. */
export interface Caller {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly requestId: RequestId
}

/** Part of a response that the request history stores. */
export interface HistorySummary {
  readonly verdict: string
  /** Email address, URL or file name, stored as the operator chose. */
  readonly subject: string | null
  /** For responses with more information than a verdict. */
  readonly details?: RequestDetails
}

/** The use case of an endpoint: from the decoded body to the response. */
interface Handler<Payload, Input, Result, Reply, R, Requester> {
  /** Builds the input that `price` and `execute` share. */
  readonly prepare: (payload: Payload) => Input
  readonly execute: (input: Input, requester: Requester) => Effect.Effect<Result, Failure, R>
  /** Selects the part of the result that the caller gets. */
  readonly reply: (result: Result) => Reply
}

/** The use case of an endpoint that takes an API key. */
export interface KeyedHandler<Payload, Input, Result, Reply, R>
  extends Handler<Payload, Input, Result, Reply, R, Caller>
{
  /** Price in credits; absent for free endpoints. */
  readonly price?: (input: Input) => number
  /** Reserves the price before the work, so that no account starts more long-running work than it can pay for. */
  readonly reservesCredits?: boolean
  readonly summarize?: (result: Result, payload: Payload) => HistorySummary
}

/** Maximum rate of an operation per address and minute. */
export interface VisitorLimit<Payload, Reply> {
  /** Names the counter for this body. Each name has its own count. */
  readonly counterName: (payload: Payload) => string
  readonly perMinute: number
  /** Selects the responses that count. If absent, every request counts, before the work. */
  readonly isCounted?: (reply: Reply) => boolean
}

/** The use case of an endpoint that takes no API key. */
export interface KeylessHandler<Payload, Input, Result, Reply, R>
  extends Handler<Payload, Input, Result, Reply, R, Visitor>
{
  readonly limits?: ReadonlyArray<VisitorLimit<Payload, Reply>>
}

/** A declared endpoint with its use case. `Call` is one decoded request: its types are known only here. */
interface Route<Call> {
  readonly path: string
  /** Status of a successful response. */
  readonly status: number
  readonly contract: Contract
  readonly read: (exchange: HttpExchange) => Effect.Effect<Call, BodyFailure>
}

export interface KeyedRoute<R> extends Route<KeyedCall<R>> {
  readonly isCharged: boolean
  readonly reservesCredits: boolean
}

/** A decoded request of an endpoint that takes an API key. */
export interface KeyedCall<R> {
  /** Content that requests with the same idempotency key must share. */
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

/** A decoded request of an endpoint that takes no API key. */
export interface KeylessCall<R> {
  readonly limits: ReadonlyArray<CountedLimit>
  readonly execute: (visitor: Visitor) => Effect.Effect<KeylessOutcome, Failure, R>
}

export interface KeylessOutcome {
  /** Limits that count this response. */
  readonly limits: ReadonlyArray<CountedLimit>
  readonly body: string
}

/** A visitor limit as it applies to one request. */
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
