import type { HttpApi, HttpApiClient, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"
import type { AccountApi } from "../../../adapters/http/account/api/AccountApi.ts"
import { csrfHeader } from "../../../adapters/http/account/api/SessionAuth.ts"
import { type Failure, failureOf, unreachable } from "./Failure.ts"
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
/** What an endpoint answers. Everything in the account API is the same as JSON and in programs. */
export type Answer<Group extends GroupName, Name extends EndpointName<Group>> = AnswerOf<AccountEndpoints[Group][Name]>

type Values = Readonly<Record<string, unknown>>

interface AnyRequest {
  readonly params?: Values
  readonly query?: Values
  readonly payload?: unknown
}

/** What a request of any endpoint consists of; the declarations make each of them one of these. */
export const partsOf = (request: unknown): AnyRequest => (request ?? {})

/** Path and query of a request: for what is no `ask`, as a link to a file. */
export const pathOf = <Group extends GroupName, Name extends EndpointName<Group>>(
  group: Group,
  name: Name,
  request?: Asked<Group, Name>
): string => {
  const { params = {}, query = {} } = partsOf(request)
  const [, path] = routes[group][name]
  const filled = path.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(params[param])))
  const asked = Object.entries(query).filter(([, value]) => value !== undefined).map((
    [key, value]
  ) => [key, String(value)])
  return asked.length === 0 ? filled : `${filled}?${new URLSearchParams(asked)}`
}

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
  const { payload } = partsOf(request)
  const [method] = routes[group][name]
  const response = await fetch(pathOf(group, name, request), {
    method,
    headers: { [csrfHeader]: "1", ...payload === undefined ? {} : { "content-type": "application/json" } },
    credentials: "same-origin",
    ...payload === undefined ? {} : { body: JSON.stringify(payload) },
    ...signal === undefined ? {} : { signal }
  }).catch((): never => {
    throw unreachable("The server cannot be reached. Check your connection and try again.")
  })
  const body: unknown = response.status === 204 ? undefined : await response.json().catch(() => undefined)
  if (response.ok) return body as Answer<Group, Name>
  throw failureOf(body) satisfies Failure
}
