import { OpenApi } from "effect/http-api"
import { describe, expect, it } from "vitest"
import { Api } from "../../adapters/http/api/Api.ts"
import { scan } from "../../adapters/http/api/Documents.ts"
import { scanEmail, scanEmailBulk } from "../../adapters/http/api/Emails.ts"
import { analyzeLead } from "../../adapters/http/api/Leads.ts"
import { submitPhishingLink } from "../../adapters/http/api/Phishing.ts"
import { siteverify } from "../../adapters/http/api/Shield.ts"
import { scanUrl } from "../../adapters/http/api/Urls.ts"
import { endpoints, type Operations } from "../../apps/client/Endpoints.ts"
import { createClient, type ResponseErrorCode } from "../../apps/client/index.ts"
import { idempotencyKeyCharsMax } from "../../apps/client/Options.ts"
import { bulkEmailsMax } from "../../core/emails/BulkLimit.ts"
import * as Idempotency from "../../core/history/Idempotency.ts"
import { readText } from "../house/Tree.ts"

const declarations = {
  scanDocument: scan,
  scanUrl,
  scanEmail,
  scanEmailBulk,
  analyzeLead,
  submitPhishingLink,
  verifyShieldToken: siteverify
} as const

type Declarations = typeof declarations
/** The same type with the same optional and read-only properties, without intersections. */
type Plain<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<Plain<Item>>
  : T extends object ? { readonly [Key in keyof T]: Plain<T[Key]> }
  : T
/** Allows `undefined` for optional properties, as the client does in requests. */
type Relaxed<T> = { readonly [Key in keyof T]: {} extends Pick<T, Key> ? T[Key] | undefined : T[Key] }
type IsEqual<A, B> = [A] extends [B] ? [B] extends [A] ? true : false : false
type ResultsMatch = {
  readonly [Name in keyof Operations]: IsEqual<
    Plain<Operations[Name][1]>,
    Plain<Declarations[Name]["success"]["Type"]>
  >
}
type RequestsMatch = {
  readonly [
    // The client accepts more kinds of files than the form has.
    Name in Exclude<keyof Operations, "scanDocument">
  ]: IsEqual<
    Plain<Operations[Name][0]>,
    Plain<Relaxed<Declarations[Name]["payload"]["Type"]>>
  >
}
type AllTrue<T> = { readonly [Key in keyof T]: true }

const document: any = OpenApi.fromApi(Api)
const operations = Object.entries<any>(document.paths).map(([path, { post }]) => ({ path, ...post }))
const resolve = (schema: any): any =>
  schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split("/").at(-1)]

/** Returns the required fields of a result that cannot be null, with their JSON types. */
const requiredFields = (operation: any): Readonly<Record<string, string>> => {
  const [, success] = Object.entries<any>(operation.responses).find(([status]) => status.startsWith("2"))!
  const { properties, required } = resolve(success.content["application/json"].schema)
  return Object.fromEntries(
    required.flatMap((name: string) => {
      const { anyOf, type } = resolve(properties[name])
      return anyOf === undefined ? [[name, type === "integer" ? "number" : type]] : []
    })
  )
}

describe("the client", () => {
  it("has the types of the declaration", () => {
    const results: AllTrue<ResultsMatch> = {} as ResultsMatch
    const requests: AllTrue<RequestsMatch> = {} as RequestsMatch
    // `npm run types` checks the two lines above.
    expect([results, requests]).toEqual([{}, {}])
  })

  it("has a method for each operation, except those of the widget", () => {
    const client = createClient({ baseUrl: "http://127.0.0.1:9", apiKey: "x" })
    const names = operations.filter(({ tags }) => !tags.includes("Shield widget")).map(({ operationId }) => operationId)
    expect(Object.keys(endpoints).toSorted()).toEqual(names.toSorted())
    expect(Object.keys(client.withMetadata).toSorted()).toEqual(names.toSorted())
    expect(Object.keys(client).filter((name) => name !== "withMetadata").toSorted()).toEqual(names.toSorted())
  })

  it.each(Object.entries(endpoints))("%s has the path, authentication and result fields", (name, endpoint) => {
    const { contract, path } = declarations[name as keyof Operations]
    const operation = operations.find(({ operationId }) => operationId === name)!
    expect(endpoint.path).toBe(operation.path)
    expect(endpoint.path).toBe(path)
    expect(endpoint.hasApiKey).toBe(contract.auth === "api-key")
    expect(endpoint.repeatable === "with-key").toBe(contract.supportsIdempotencyKey)
    expect(endpoint.resultFields).toEqual(requiredFields(operation))
  })

  it("has a code for each declared error status", () => {
    const declared = new Set(operations.flatMap(({ responses }) => Object.keys(responses)).map(Number))
    const codes: Readonly<Record<number, ResponseErrorCode | ReadonlyArray<ResponseErrorCode> | null>> = {
      200: null,
      201: null,
      400: "bad_request",
      401: "unauthorized",
      403: "insufficient_credits",
      409: "conflict",
      // Only the widget gets this status.
      410: null,
      413: "too_large",
      422: ["invalid_request", "unprocessable"],
      429: "rate_limited",
      500: "server_error",
      503: "unavailable"
    }
    expect([...declared].toSorted((a, b) => a - b)).toEqual(Object.keys(codes).map(Number))
    const text = readText("apps/client/Errors.ts")
    for (const [status, code] of Object.entries(codes)) {
      for (const one of [code].flat()) if (one !== null) expect(text).toMatch(new RegExp(`\`${one}\`.*\\(.*${status}`))
    }
  })

  it("has the limits of the server", () => {
    expect(idempotencyKeyCharsMax).toBe(Idempotency.idempotencyKeyCharsMax)
    expect(readText("apps/client/Types.ts")).toContain(`1 to ${bulkEmailsMax}.`)
  })
})
