import { Cause, Clock, type Context, Data, Effect, Scope } from "effect"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import { Secrets } from "../../../../core/kernel/Secrets.ts"
import { StorageHealth } from "../../../../core/kernel/StorageHealth.ts"
import { uuidV7 } from "../../../../core/kernel/Uuid.ts"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { makeAuthenticator } from "../../../../core/keys/Authenticate.ts"
import { rateWindowMillis, retryAfterSecondsOf } from "../../../../core/keys/RateLimit.ts"
import { RateLimiter } from "../../../../core/keys/RateLimiter.ts"
import { isOwnOrigin } from "../../account/session/SameOrigin.ts"
import { okMessageShape } from "../../api/EndpointContract.ts"
import {
  type Failure,
  MethodNotAllowed,
  RateLimitExceeded,
  toErrorResponse,
  TooManyConcurrentRequests
} from "../../server/messages/ErrorResponse.ts"
import type { Endpoint, HttpExchange, HttpResponse } from "../../server/messages/HttpExchange.ts"
import { buildResponse } from "../../server/messages/Responses.ts"
import { mediaType } from "../../server/messages/Upload.ts"
import { errorResponse, jsonRpcCodes, messageBytesMax, parseMessage } from "../protocol/JsonRpc.ts"
import { balanceEndpoint } from "../tools/BalanceTool.ts"
import { balanceResponse } from "./BalanceEndpoint.ts"
import { EndpointCaller } from "./EndpointCaller.ts"
import type { PostHandler, PostResponse } from "./HandlePost.ts"

export const mcpPath = "/mcp"

/**
 * Maximum number of messages per minute and API key, not counting tool calls. A client sends three messages to connect.
 */
export const protocolMessagesPerMinuteMax = 300

export interface McpEndpointOptions<R> {
  /** Endpoints of the public API by path, to which the tools send their requests. */
  readonly endpoints: ReadonlyMap<string, Endpoint<R>>
  readonly publicUrl: string | null
}

/** A page of another site sent the request. */
class ForeignOrigin extends Data.TaggedError("ForeignOrigin")<{}> {
  override get message(): string {
    return "This request came from a page of another site. Connect with an MCP client that runs outside of web pages."
  }
}

class NotJson extends Data.TaggedError("NotJson")<{}> {
  override get message(): string {
    return "The body must be JSON with Content-Type: application/json."
  }
}

/** Statuses and body of failures that occur before the protocol handles the message. */
const contract = {
  errorShape: okMessageShape,
  validationErrorShape: "flat",
  failureStatuses: { ForeignOrigin: 403, NotJson: 415 }
} as const

/**
 * Builds the endpoint for MCP clients: Streamable HTTP with one JSON response for each POST request, without sessions
 * and without streams.
 *
 * The steps are: method and origin (405, 403), key (401), body (400, 413, 415), and the protocol. A tool call becomes a
 * request to the tool's endpoint, which applies the key's rate limit, and charges and records the call. Other messages
 * have a separate rate limit (429).
 */
export const makeMcpEndpoint = Effect.fnUntraced(function*<R>({ endpoints, publicUrl }: McpEndpointOptions<R>) {
  const clock = yield* Clock.Clock
  const secrets = yield* Secrets
  const scope = yield* Scope.Scope
  // Loaded by the first message, because loading takes 50 ms and 7 MB, and many servers have no MCP clients.
  const postHandler = yield* Effect.cached(
    Effect.promise(() => import("./HandlePost.ts")).pipe(
      Effect.flatMap(({ makePostHandler }) => makePostHandler),
      Effect.provideService(Scope.Scope, scope)
    )
  )
  const handler = new McpEndpoint({
    authenticate: makeAuthenticator(yield* ApiKeys, secrets),
    context: yield* Effect.context<R>(),
    endpoints,
    health: yield* StorageHealth,
    ledger: yield* Ledger,
    limiter: yield* RateLimiter,
    newRequestId: () => uuidV7(clock.currentTimeMillisUnsafe(), secrets.randomBytes(10)),
    postHandler,
    publicUrl
  })
  return (exchange: HttpExchange) => handler.handle(exchange)
})

interface Services<R> extends McpEndpointOptions<R> {
  readonly authenticate: ReturnType<typeof makeAuthenticator>
  readonly context: Context.Context<R>
  readonly health: StorageHealth["Service"]
  readonly ledger: Ledger["Service"]
  readonly limiter: RateLimiter["Service"]
  readonly newRequestId: () => RequestId
  readonly postHandler: Effect.Effect<PostHandler>
}

class McpEndpoint<R> {
  private readonly services: Services<R>

  constructor(services: Services<R>) {
    this.services = services
  }

  handle(exchange: HttpExchange): Effect.Effect<HttpResponse> {
    return Effect.catchCause(Effect.gen(() => this.steps(exchange)), (cause) => this.fail(cause))
  }

  private *steps(exchange: HttpExchange) {
    const { authenticate, context, endpoints, postHandler, publicUrl } = this.services
    yield* checkRequest(exchange, publicUrl)
    const apiKey = apiKeyOf(exchange)
    const key = yield* authenticate(apiKey)
    const message = yield* readMessage(exchange)
    // For a tool call, the tool's endpoint checks the rate limit.
    if (message.kind !== "request" || message.method !== "tools/call") yield* this.checkRateLimit(key)
    const findEndpoint = (path: string) =>
      path === balanceEndpoint.path ? () => balanceResponse(key, this.services) : endpoints.get(path)
    const caller = new EndpointCaller(exchange, apiKey, findEndpoint, context)
    const handlePost = yield* postHandler
    const post = yield* Effect.onError(
      handlePost(message, (name) => exchange.header(name), caller),
      () => this.refund(caller.response)
    )
    return yield* this.respond(post, caller.response)
  }

  private *checkRateLimit({ id }: ApiKey) {
    const decision = yield* this.services.limiter.take(`mcp:${id}`, protocolMessagesPerMinuteMax, rateWindowMillis)
    if (decision.allowed) return
    return yield* new RateLimitExceeded({
      limit: decision.limit,
      retryAfterSeconds: retryAfterSecondsOf(decision.resetMillis)
    })
  }

  /**
   * @param inner response of the tool's endpoint, whose headers describe the charge and the rate limit; null if no
   *   endpoint was called
   */
  private *respond({ response, status }: PostResponse, inner: HttpResponse | null) {
    const body = response === null ? "" : JSON.stringify(response)
    if (inner === null) return this.ownResponse(status, body, [], false)
    if (response !== null && "result" in response) return { ...inner, status, body, closesConnection: false }
    yield* this.refund(inner)
    return { ...inner, status, body, inFlight: null, closesConnection: false }
  }

  /** Refunds the charge of a tool call whose result is not returned. */
  private refund(inner: HttpResponse | null): Effect.Effect<void> {
    return inner === null || inner.inFlight === null
      ? Effect.void
      : Effect.ignore(this.services.ledger.execute({ kind: "refund", ...inner.inFlight, note: "request failed" }))
  }

  private fail(cause: Cause.Cause<Failure>): Effect.Effect<HttpResponse> {
    const { closesConnection, headers, isServerFault, recorded, status } = toErrorResponse(cause, contract)
    const code = isServerFault ? jsonRpcCodes.internalError : jsonRpcCodes.refused
    const body = JSON.stringify(errorResponse(null, code, recorded.message))
    const ownHeaders = status === 401 ? [...headers, "WWW-Authenticate", "Bearer realm=\"gatehouse\""] : headers
    const answer = this.ownResponse(status, body, ownHeaders, closesConnection)
    if (!isServerFault) return Effect.succeed(answer)
    this.services.health.reportFailure(Cause.squash(cause))
    return Effect.as(Effect.logError("A message to /mcp failed", cause), answer)
  }

  private ownResponse(
    status: number,
    body: string,
    headers: ReadonlyArray<string>,
    closesConnection: boolean
  ): HttpResponse {
    const requestId = this.services.newRequestId()
    return buildResponse(status, body, {
      requestId,
      rateDecision: undefined,
      headers,
      inFlight: null,
      closesConnection
    })
  }
}

/** Checks the method, the concurrency limit and the origin, before the key. */
const checkRequest = Effect.fnUntraced(function*(exchange: HttpExchange, publicUrl: string | null) {
  if (exchange.method !== "POST") return yield* new MethodNotAllowed()
  if (!exchange.isWithinConcurrencyLimit) return yield* new TooManyConcurrentRequests()
  const origin = exchange.header("origin")
  if (origin !== undefined && !isOwnOrigin(origin, exchange.header("host"), publicUrl)) {
    return yield* new ForeignOrigin()
  }
})

/** Returns the key from `API-KEY`, or from `Authorization: Bearer`, which many MCP clients can set more easily. */
const apiKeyOf = (exchange: HttpExchange): string => {
  const [, bearer = ""] = /^Bearer +(\S+)$/i.exec(exchange.header("authorization") ?? "") ?? []
  return exchange.header("api-key") ?? bearer
}

const decodeUtf8 = new TextDecoder("utf-8", { fatal: true })

const readMessage = Effect.fnUntraced(function*(exchange: HttpExchange) {
  if (mediaType(exchange.header("content-type")) !== "application/json") return yield* new NotJson()
  const chunks: Array<Uint8Array> = []
  yield* exchange.readBody(messageBytesMax, (chunk) => chunks.push(chunk))
  try {
    return parseMessage(decodeUtf8.decode(Buffer.concat(chunks)))
  } catch {
    return parseMessage("")
  }
})
