import type { HttpApi, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { AccountApi } from "../../../adapters/http/account/api/AccountApi.ts"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import { decodeFailure, type Failure, unreachable } from "./Failure.ts"
import { routes } from "./Routes.ts"

type GroupsOf<Api> = Api extends HttpApi.HttpApi<infer _Id, infer Groups> ? Groups : never

type RequestOf<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest ? HttpApiEndpoint.ClientRequest<
    Endpoint["~Params"],
    Endpoint["~Query"],
    Endpoint["~Payload"],
    Endpoint["~Headers"],
    "decoded-only"
  >
  : never

type ResponseOf<Endpoint> = Endpoint extends HttpApiEndpoint.ConstraintRequest
  ? HttpApiClient.SuccessType<Endpoint["~Success"]>
  : never

type Endpoints<Group> = Group extends { readonly endpoints: infer All } ? All : never

type AccountEndpoints = {
  readonly [Group in GroupsOf<typeof AccountApi> as HttpApiGroup.Identifier<Group>]: Endpoints<Group>
}

export type GroupName = keyof AccountEndpoints
export type EndpointName<Group extends GroupName> = keyof AccountEndpoints[Group] & string
/** Request type of an endpoint: `{ params, query, payload }`, as declared in the contract. */
export type ApiRequest<Group extends GroupName, Name extends EndpointName<Group>> = RequestOf<
  AccountEndpoints[Group][Name]
>
/**
 * Response type of an endpoint. Every type of the account API has the same form in JSON and in memory, so `callApi`
 * does not decode it.
 */
export type ApiResponse<Group extends GroupName, Name extends EndpointName<Group>> = ResponseOf<
  AccountEndpoints[Group][Name]
>

type Values = Readonly<Record<string, unknown>>

interface RequestParts {
  readonly params?: Values
  readonly query?: Values
  readonly payload?: unknown
}

/** Returns a request with `params`, `query` and `payload` as optional parts. Every declared request has this shape. */
export const requestParts = (request: unknown): RequestParts => (request ?? {})

/** Returns the path and query of a request. Links such as file downloads use it instead of `callApi`. */
export const requestPath = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  request?: ApiRequest<Group, Name>
): string => {
  const { params = {}, query = {} } = requestParts(request)
  const [, path] = routes[group][name]
  const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(params[param])))
  const parameters = Object.entries(query).filter(([, value]) => value !== undefined).map((
    [key, value]
  ) => [key, String(value)])
  return parameters.length === 0 ? filled : `${filled}?${new URLSearchParams(parameters)}`
}

/**
 * Sends a request to the account API: `callApi("keys", "list")`.
 *
 * @throws {Failure} The promise rejects only with a `Failure`.
 */
export const callApi = async <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  request?: ApiRequest<Group, Name>,
  signal?: AbortSignal
): Promise<ApiResponse<Group, Name>> => {
  const { payload } = requestParts(request)
  const [method] = routes[group][name]
  const response = await fetch(requestPath(group, name, request), {
    method,
    headers: { [csrfHeader]: "1", ...payload === undefined ? {} : { "content-type": "application/json" } },
    credentials: "same-origin",
    ...payload === undefined ? {} : { body: JSON.stringify(payload) },
    ...signal === undefined ? {} : { signal }
  }).catch((): never => {
    throw unreachable("Cannot reach the server. Check your connection, then try again.")
  })
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return body as ApiResponse<Group, Name>
  throw decodeFailure(body) satisfies Failure
}
