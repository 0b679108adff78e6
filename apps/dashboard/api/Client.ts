import { Cause, Effect, Exit, Layer } from "effect"
import { FetchHttpClient, HttpClient, HttpClientRequest } from "effect/http"
import { type HttpApi, HttpApiClient, type HttpApiEndpoint, type HttpApiGroup } from "effect/http-api"
import { AccountApi } from "../../../adapters/http/account/api/AccountApi.ts"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import { type Failure, failureOf } from "./Failure.ts"

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

type RequestOf<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest ? HttpApiEndpoint.ClientRequest<
    Endpoint["~Params"],
    Endpoint["~Query"],
    Endpoint["~Payload"],
    Endpoint["~Headers"],
    "decoded-only"
  >
  : never

type AnswerOf<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? HttpApiClient.SuccessType<Endpoint["~Success"]>
  : never

type Endpoints<Group> = Group extends { readonly endpoints: infer All } ? All : never

type AccountEndpoints = {
  readonly [Group in GroupsOf<typeof AccountApi> as HttpApiGroup.Identifier<Group>]: Endpoints<Group>
}

export type GroupName = keyof AccountEndpoints
export type EndpointName<Group extends GroupName> = keyof AccountEndpoints[Group] & string
/** What an endpoint is asked with: `{ params, query, payload }`, as declared. */
export type Asked<Group extends GroupName, Name extends EndpointName<Group>> = RequestOf<AccountEndpoints[Group][Name]>
/** What an endpoint answers. */
export type Answer<Group extends GroupName, Name extends EndpointName<Group>> = AnswerOf<AccountEndpoints[Group][Name]>

type AnyClient = Readonly<
  Record<string, Readonly<Record<string, (request: unknown) => Effect.Effect<unknown, unknown>>>>
>

const ownPages = HttpClient.mapRequest(HttpClientRequest.setHeader(csrfHeader, "1"))

const makeClient = (): AnyClient =>
  Effect.runSync(
    HttpApiClient.make(AccountApi, { transformClient: ownPages, baseUrl: location.origin }).pipe(
      Effect.provide(
        Layer.merge(FetchHttpClient.layer, Layer.succeed(FetchHttpClient.RequestInit, { credentials: "same-origin" }))
      )
    )
  ) as unknown as AnyClient

let made: AnyClient | undefined

/**
 * Asks the account API: `ask("keys", "list")`.
 *
 * @throws {Failure} the promise is rejected with one of the failures that pages know, never with anything else
 */
export const ask = async <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  request?: Asked<Group, Name>,
  signal?: AbortSignal
): Promise<Answer<Group, Name>> => {
  made ??= makeClient()
  const exit = await Effect.runPromiseExit(
    made[group]![name]!(request ?? {}),
    signal === undefined ? undefined : { signal }
  )
  if (Exit.isSuccess(exit)) return exit.value as Answer<Group, Name>
  throw failureOf(Cause.squash(exit.cause)) satisfies Failure
}
