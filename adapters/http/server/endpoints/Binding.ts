import { Effect } from "effect"
import { type RequestDetails, submittedFieldNames } from "../../../../core/history/RequestDetails.ts"
import type { AccountId, KeyId, RequestId } from "../../../../core/kernel/Ids.ts"
import type { Declaration, Shape } from "../../api/Declaration.ts"
import type { Contract } from "../../api/EndpointContract.ts"
import { type BodyFailure, payloadReader } from "../messages/Body.ts"
import type { Exchange } from "../messages/Exchange.ts"
import type { Failure } from "../messages/Refusal.ts"
import type { Visitor } from "./Visitor.ts"

/** Caller with an API key. */
export interface Caller {
  readonly accountId: AccountId
  readonly keyId: KeyId
  readonly requestId: RequestId
}

/** Part of a response that the request history stores. */
export interface HistoryNote {
  readonly verdict: string
  /** Email address, URL or file name, stored as the operator chose. */
  readonly subject: string | null
  /** For responses with more information than a verdict. */
  readonly details?: RequestDetails
}

/** The use case of an endpoint: from the decoded body to the response. */
interface Handler<Payload, Input, Result, Reply, R, Who> {
  /** Builds the input shared by price and work. */
  readonly prepare: (payload: Payload) => Input
  readonly work: (input: Input, who: Who) => Effect.Effect<Result, Failure, R>
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
  readonly reserves?: boolean
  readonly note?: (result: Result, payload: Payload) => HistoryNote
}

/** Maximum rate of an operation per address and minute. */
export interface VisitorLimit<Payload, Reply> {
  /** Names the counter for this body. Each name has its own count. */
  readonly what: (payload: Payload) => string
  readonly perMinute: number
  /** Selects the responses that count. If absent, every request counts, before the work. */
  readonly counts?: (reply: Reply) => boolean
}

/** The use case of an endpoint that takes no API key. */
export interface OpenHandler<Payload, Input, Result, Reply, R>
  extends Handler<Payload, Input, Result, Reply, R, Visitor>
{
  readonly limits?: ReadonlyArray<VisitorLimit<Payload, Reply>>
}

/** A declared endpoint with its use case. `Call` is one decoded request: its types are known only here. */
interface Binding<Call> {
  readonly path: string
  /** Status of a successful response. */
  readonly status: number
  readonly contract: Contract
  readonly read: (exchange: Exchange) => Effect.Effect<Call, BodyFailure>
}

export interface KeyedBinding<R> extends Binding<KeyedCall<R>> {
  readonly isCharged: boolean
  readonly reserves: boolean
}

/** A decoded request of an endpoint that takes an API key. */
export interface KeyedCall<R> {
  /** Content that requests with the same idempotency key must share. */
  readonly content: string
  /** Names of the body's fields. */
  readonly sent: ReadonlyArray<string>
  readonly prepare: () => KeyedTask<R>
}

export interface KeyedTask<R> {
  /** Price in credits; zero for a free endpoint. */
  readonly credits: number
  readonly work: (caller: Caller) => Effect.Effect<KeyedOutcome, Failure, R>
}

export interface KeyedOutcome {
  readonly body: string
  readonly note: HistoryNote | null
}

export type OpenBinding<R> = Binding<OpenCall<R>>

/** A decoded request of an endpoint that takes no API key. */
export interface OpenCall<R> {
  readonly limits: ReadonlyArray<CountedLimit>
  readonly work: (visitor: Visitor) => Effect.Effect<OpenOutcome, Failure, R>
}

export interface OpenOutcome {
  /** Limits that count this response. */
  readonly limits: ReadonlyArray<CountedLimit>
  readonly body: string
}

/** A visitor limit as it applies to one request. */
export interface CountedLimit {
  readonly what: string
  readonly perMinute: number
}

/** Binds a declared endpoint to its use case, for callers with an API key. */
export const bindKeyed = <Payload extends Shape, Success extends Shape, Input, Result, R>(
  declaration: Declaration<Payload, Success>,
  handler: KeyedHandler<Payload["Type"], Input, Result, Success["Type"], R>
): KeyedBinding<R> => {
  const read = payloadReader(declaration)
  const { note, prepare, price, reply, work } = handler
  const { contract, path, status } = declaration
  return {
    path,
    status,
    contract,
    isCharged: price !== undefined,
    reserves: handler.reserves === true,
    read: (exchange) =>
      Effect.mapEager(read(exchange), ({ content, value }) => ({
        content,
        sent: submittedFieldNames(value),
        prepare: () => {
          const input = prepare(value)
          return {
            credits: price?.(input) ?? 0,
            work: (caller) =>
              Effect.map(work(input, caller), (result) => ({
                body: JSON.stringify(reply(result)),
                note: note?.(result, value) ?? null
              }))
          }
        }
      }))
  }
}

/** Binds a declared endpoint to its use case, for visitors without an API key. */
export const bindOpen = <Payload extends Shape, Success extends Shape, Input, Result, R>(
  declaration: Declaration<Payload, Success>,
  { limits = [], prepare, reply, work }: OpenHandler<Payload["Type"], Input, Result, Success["Type"], R>
): OpenBinding<R> => {
  const read = payloadReader(declaration)
  const { contract, path, status } = declaration
  return {
    path,
    status,
    contract,
    read: (exchange) =>
      Effect.mapEager(read(exchange), ({ value }) => {
        const counted = ({ perMinute, what }: VisitorLimit<Payload["Type"], Success["Type"]>): CountedLimit => ({
          what: what(value),
          perMinute
        })
        return {
          limits: limits.filter(({ counts }) => counts === undefined).map(counted),
          work: (visitor) =>
            Effect.map(work(prepare(value), visitor), (result) => {
              const answer = reply(result)
              return {
                limits: limits.filter(({ counts }) => counts?.(answer) === true).map(counted),
                body: JSON.stringify(answer)
              }
            })
        }
      })
  }
}
