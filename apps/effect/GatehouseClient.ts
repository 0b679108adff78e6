import { Context, Data, Effect, Layer, Redacted } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { HttpApiClient, HttpApiMiddleware } from "effect/http-api"
import { Api } from "../../adapters/http/api/Api.ts"
import type { scan } from "../../adapters/http/api/Documents.ts"
import type { scanEmail, scanEmailBulk } from "../../adapters/http/api/Emails.ts"
import { ApiKeyAuth } from "../../adapters/http/api/EndpointContract.ts"
import type { EndpointDeclaration } from "../../adapters/http/api/EndpointDeclaration.ts"
import type { analyzeLead } from "../../adapters/http/api/Leads.ts"
import type { submitPhishingLink } from "../../adapters/http/api/Phishing.ts"
import type { siteverify } from "../../adapters/http/api/Shield.ts"
import type { scanUrl } from "../../adapters/http/api/Urls.ts"
import type { Operation } from "../client/Endpoints.ts"
import { type GatehouseFailure, isGatehouseError, UnexpectedResponseError } from "../client/Errors.ts"
import { type CallLimits, readClientOptions } from "../client/Options.ts"
import { documentForm } from "../client/RequestBody.ts"
import { CallProgress, retrying } from "./Retrying.ts"

export { IdempotencyKey } from "./Retrying.ts"

/** A document in memory or on disk, or the public URL of a document for Gatehouse to download. */
export type DocumentRequest =
  | { readonly file: Blob | Uint8Array | ArrayBuffer; readonly filename?: string; readonly url?: undefined }
  | { readonly url: string; readonly file?: undefined }

/** The request does not match the declaration of the API, so it was not sent. */
export class InvalidRequest extends Data.TaggedError("InvalidRequest")<{
  readonly operation: Operation
  readonly message: string
}> {}

/** Method of an operation, with the types of its declaration. */
type Method<Declaration extends EndpointDeclaration, Request = Declaration["payload"]["Type"]> = (
  request: Request
) => Effect.Effect<Declaration["success"]["Type"], GatehouseFailure | InvalidRequest>

/** Options of the client. `timeoutMillis` and the other limits have the defaults of `gatehouse/client`. */
export interface GatehouseClientOptions extends CallLimits {
  /** URL of Gatehouse, such as `https://gatehouse.example.com`. */
  readonly baseUrl: string
  readonly apiKey: Redacted.Redacted
  /** Upper bound in milliseconds of the first retry delay. It doubles with each retry. */
  readonly backoffMillis?: number
}

/** Client of the Gatehouse API, derived from its declaration. It retries as `gatehouse/client` does. */
export class GatehouseClient extends Context.Service<GatehouseClient, {
  readonly scanDocument: Method<typeof scan, DocumentRequest>
  readonly scanUrl: Method<typeof scanUrl>
  readonly scanEmail: Method<typeof scanEmail>
  readonly scanEmailBulk: Method<typeof scanEmailBulk>
  readonly analyzeLead: Method<typeof analyzeLead>
  readonly submitPhishingLink: Method<typeof submitPhishingLink>
  readonly verifyShieldToken: Method<typeof siteverify>
}>()("gatehouse/apps/effect/GatehouseClient") {
  /** Layer on the `HttpClient` of your program. It must not follow redirects, which would reveal the API key. */
  static readonly layerHttpClient = (
    options: GatehouseClientOptions
  ): Layer.Layer<GatehouseClient, never, HttpClient.HttpClient> => Layer.effect(GatehouseClient, make(options))

  /** Layer on `fetch`. An invalid option is a defect. */
  static readonly layer = (options: GatehouseClientOptions): Layer.Layer<GatehouseClient> =>
    Layer.provide(GatehouseClient.layerHttpClient(options), FetchHttpClient.layer)
}

const make = Effect.fnUntraced(function*({ apiKey, ...options }: GatehouseClientOptions) {
  const key = Redacted.value(apiKey)
  const settings = yield* Effect.sync(() => readClientOptions({ ...options, apiKey: key }))
  const client = yield* HttpApiClient.makeWith(Api, {
    httpClient: retrying(yield* HttpClient.HttpClient, settings)
  }).pipe(
    Effect.provide(HttpApiMiddleware.layerClient(
      ApiKeyAuth,
      ({ next, request }) => next(HttpClientRequest.setHeader(request, "API-KEY", key))
    ))
  )
  return GatehouseClient.of({
    scanDocument: (request) =>
      Effect.flatMap(
        Effect.sync(() => documentForm(request)),
        (payload) => failingWith("scanDocument", client.documents.scan({ payload }))
      ),
    scanUrl: (payload) => failingWith("scanUrl", client.urls.scanUrl({ payload })),
    scanEmail: (payload) => failingWith("scanEmail", client.emails.scanEmail({ payload })),
    scanEmailBulk: (payload) => failingWith("scanEmailBulk", client.emails.scanEmailBulk({ payload })),
    analyzeLead: (payload) => failingWith("analyzeLead", client.leads.analyzeLead({ payload })),
    submitPhishingLink: (payload) => failingWith("submitPhishingLink", client.phishing.submitPhishingLink({ payload })),
    verifyShieldToken: (payload) => failingWith("verifyShieldToken", client.shield.siteverify({ payload }))
  })
})

/**
 * Narrows the failures of a call. `retrying` has converted all failures of HTTP, so only a request or a response that
 * contradicts the declaration remains.
 */
const failingWith = <A, R>(operation: Operation, call: Effect.Effect<A, unknown, R>) =>
  Effect.suspend(() => {
    const progress = { attempts: 0 }
    return Effect.provideService(call, CallProgress, progress).pipe(
      Effect.mapError((error): GatehouseFailure | InvalidRequest => {
        if (isGatehouseError(error)) return error
        const message = error instanceof Error ? error.message : String(error)
        return progress.attempts === 0
          ? new InvalidRequest({ operation, message })
          : new UnexpectedResponseError(`The response does not match the declaration: ${message}`, 200, null, {
            operation,
            attempts: progress.attempts,
            idempotencyKey: null
          })
      })
    )
  })
