/** Checks that apply to every endpoint. Each response is validated against the declaration of its endpoint. */
import { Exit, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { expect } from "vitest"
import { Api } from "../../adapters/http/api/Api.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import type { ServerAccount } from "../support/InProcessServer.ts"
import type { TestResponse } from "../support/Server.ts"

export type Flag = "ok" | "success"
export type Text = "message" | "error"

export interface Endpoint {
  readonly path: string
  /** Body of a valid request. The expected status and cost in credits follow. */
  readonly body: unknown
  readonly status: number
  readonly cost: number
  readonly keyed: boolean
  /** Names of the fields of flat errors. */
  readonly flag: Flag
  readonly text: Text
  /** Shape of the response to an invalid body. */
  readonly shapeErrors: "validation" | "flat"
  readonly bytesMax: number
  /** Status of the response to a server fault. */
  readonly faultStatus: 500 | 503
  readonly idempotent: boolean
}

const json = {
  keyed: true,
  flag: "ok",
  text: "message",
  shapeErrors: "validation",
  bytesMax: 65_536,
  faultStatus: 500,
  idempotent: false
} as const

export const scanEmail: Endpoint = {
  ...json,
  path: "/scan/email",
  body: { email: "ann@example.org" },
  status: 200,
  cost: 1,
  idempotent: true
}
export const scanUrl: Endpoint = {
  ...json,
  path: "/scan/url",
  body: { url: "https://example.com/" },
  status: 200,
  cost: 5,
  text: "error",
  idempotent: true
}
export const bulk: Endpoint = {
  ...json,
  path: "/scan/email/bulk",
  body: { emails: ["ann@example.org", "bob@example.org"] },
  status: 200,
  cost: 2,
  shapeErrors: "flat",
  bytesMax: 1_048_576,
  idempotent: true
}
export const lead: Endpoint = {
  ...json,
  path: "/lead/analyze",
  body: { message: "Hello, what does it cost?" },
  status: 200,
  cost: 0,
  bytesMax: 262_144
}
export const phishing: Endpoint = {
  ...json,
  path: "/submit-phishing-link",
  body: { url: "https://paypa1-login.example/" },
  status: 201,
  cost: 0
}
export const siteverify: Endpoint = {
  ...json,
  path: "/shield/siteverify",
  // A secret of the test keys, without a token, results in a degraded pass.
  body: { secret: "gh_secret_test", token: "" },
  status: 200,
  faultStatus: 503,
  cost: 0,
  keyed: false,
  flag: "success",
  text: "error",
  bytesMax: 262_144
}

const pdf = makePdf({ 1: "<</Type/Catalog>>" }, "none")

export const formOf = (parts: Readonly<Record<string, string | Uint8Array>>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(parts)) {
    if (typeof value === "string") form.append(name, value)
    else form.append(name, new Blob([value as BlobPart]), "report.bin")
  }
  return form
}

export const scan: Endpoint = {
  ...json,
  path: "/scan",
  get body() {
    return formOf({ file: pdf })
  },
  status: 200,
  cost: 20,
  bytesMax: 26_214_400,
  idempotent: true
}

/** Endpoints that accept JSON. */
export const jsonEndpoints: ReadonlyArray<Endpoint> = [scanEmail, scanUrl, bulk, lead, phishing, siteverify]
export const keyedEndpoints: ReadonlyArray<Endpoint> = [scan, scanEmail, scanUrl, bulk, lead, phishing]
export const allEndpoints: ReadonlyArray<Endpoint> = [scan, ...jsonEndpoints]

interface DeclaredAnswer {
  readonly status: number
  readonly schema: Schema.Codec<unknown>
}

const statusOf = (schema: Schema.Top, otherwise: number): number =>
  Number(
    schema.ast.context?.annotations?.["httpApiStatus"] ?? schema.ast.annotations?.["httpApiStatus"] ?? otherwise
  )

/** Paths of the endpoints that the widget script calls. They need no API key, and the Shield tests cover them. */
export const widgetPaths: ReadonlyArray<string> = ["/shield/challenge", "/shield/redeem", "/shield/refresh"]

/** Declared responses of each endpoint, by path. */
export const declared: ReadonlyMap<string, ReadonlyArray<DeclaredAnswer>> = new Map(
  Object.values(Api.groups).flatMap((group) =>
    Object.values(group.endpoints).map((endpoint) => [
      endpoint.path,
      [
        ...[...endpoint.success].map((schema) => ({ status: statusOf(schema, 200), schema })),
        ...[...endpoint.error].map((schema) => ({ status: statusOf(schema, 500), schema }))
      ]
    ])
  )
)

const document: any = OpenApi.fromApi(Api)

/** Headers that the OpenAPI document declares for responses. */
const documentedHeaders: ReadonlyArray<string> = Object.keys(document.components.headers)

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Validates a response against the declaration: status, exact fields, and the headers of every response. */
export const checkDeclared = (path: string, answer: TestResponse): void => {
  const about = `${path} ${answer.status} ${answer.text.slice(0, 300)}`
  const schemas = (declared.get(path) ?? []).filter(({ status }) => status === answer.status)
  expect(schemas.length, `${about}: the status is not declared`).toBeGreaterThan(0)
  const fits = schemas.some(({ schema }) =>
    Exit.isSuccess(Schema.decodeUnknownExit(schema, { onExcessProperty: "error" })(answer.json))
  )
  expect(fits, `${about}: the body is not as declared`).toBe(true)
  expect(answer.headers.get("content-type"), about).toMatch(/^application\/json(; charset=utf-8)?$/)
  expect(answer.headers.get("content-length"), about).toBe(String(Buffer.byteLength(answer.text)))
  expect(answer.headers.get("cache-control"), about).toBe("no-store")
  expect(answer.headers.get("x-content-type-options"), about).toBe("nosniff")
  expect(answer.headers.get("x-request-id"), about).toMatch(uuid)
  const headers = Object.keys(document.paths[path].post.responses[answer.status].headers)
  const sent = documentedHeaders.filter((name) => answer.headers.has(name))
  expect(headers, `${about}: a header is not declared`).toEqual(expect.arrayContaining(sent))
  if (answer.status !== 401 && !path.startsWith("/shield/")) {
    // If the rate limiter is unavailable, the response has no rate limit headers.
    if (answer.status !== 503 || answer.headers.has("ratelimit")) {
      expect(answer.headers.get("ratelimit-policy"), about).toMatch(/^"default";q=\d+;w=60$/)
      expect(answer.headers.get("ratelimit"), about).toMatch(/^"default";r=\d+;t=\d+$/)
    }
    expect(answer.headers.get("x-credits-charged"), about).toMatch(/^\d+$/)
    if (answer.status >= 400) expect(answer.headers.get("x-credits-charged"), about).toBe("0")
  }
}

/** Returns a function that sends requests, validates each response and adds up the reported charges. */
export const asker = (server: () => Pick<ServerAccount, "post">, key: () => string) => {
  let charged = 0
  const ask = async (
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {}
  ): Promise<TestResponse> => {
    const answer = await server().post(path, body, { "API-KEY": key(), ...headers })
    checkDeclared(path, answer)
    charged += Number(answer.headers.get("x-credits-charged") ?? 0)
    return answer
  }
  return Object.assign(ask, { charged: () => charged })
}

/** Checks that the balance fell by exactly the reported charges and that the server's ledger is consistent. */
export const expectAccounted = async (server: ServerAccount, charged: number): Promise<void> => {
  // A scan is settled a moment after its response.
  await expect.poll(() => server.balance()).toEqual({ available: server.credits - charged, held: 0 })
  expect(await server.verify()).toMatchObject({ sum: 0, faults: [] })
}

/** Expects exactly a flat error of the endpoint, such as `{ ok: false, message }`. */
export const expectFlat = (
  answer: TestResponse,
  { flag, text }: Pick<Endpoint, "flag" | "text">,
  says?: RegExp
): void => {
  expect(answer.json).toEqual({ [flag]: false, [text]: expect.stringMatching(says ?? /\S/) })
}

/** Expects the endpoint's status for a server fault, without details of the fault. Returns the request ID. */
export const expectFault = (answer: TestResponse, endpoint: Endpoint): string => {
  expect(answer.status).toBe(endpoint.faultStatus)
  expectFlat(answer, endpoint, /^An internal error occurred\. Nothing was charged\. Retry with exponential backoff\.$/)
  return answer.headers.get("x-request-id")!
}

/** Expects 503 with `Retry-After` and a flat error of the endpoint. Returns the request ID. */
export const expectUnavailable = (answer: TestResponse, endpoint: Endpoint): string => {
  expect(answer.status).toBe(503)
  expect(answer.headers.get("retry-after")).toBe("2")
  expectFlat(answer, endpoint, /^The database is unavailable\. Nothing was charged\. Wait for Retry-After/)
  return answer.headers.get("x-request-id")!
}

/**
 * Expects `{ message, errors }` with exactly these fields and messages. If the flag is `success`, also expects
 * `success` and `error`.
 */
export const expectValidation = (
  answer: TestResponse,
  errors: Readonly<Record<string, ReadonlyArray<string | RegExp>>>,
  { flag }: Pick<Endpoint, "flag"> = { flag: "ok" }
): void => {
  expect(answer.status).toBe(422)
  const wanted = Object.entries(errors).map(([field, sentences]) => [
    field,
    sentences.map((sentence) => typeof sentence === "string" ? sentence : expect.stringMatching(sentence))
  ])
  expect(answer.json).toEqual({
    ...flag === "success" ? { success: false, error: answer.json.message } : {},
    message: expect.any(String),
    errors: Object.fromEntries(wanted)
  })
  const all = Object.values<ReadonlyArray<string>>(answer.json.errors).flat()
  const more = all.length - 1
  expect(answer.json.message).toBe(more === 0 ? all[0] : `${all[0]} (and ${more} more error${more > 1 ? "s" : ""})`)
}

/** Expects the endpoint's response to an invalid body. */
export const expectWrongBody = (answer: TestResponse, endpoint: Endpoint, says: RegExp): void => {
  expect(answer.status).toBe(422)
  if (endpoint.shapeErrors === "flat") expectFlat(answer, endpoint, says)
  else expectValidation(answer, { body: [says] }, endpoint)
}
