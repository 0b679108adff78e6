import { idempotencyRetentionHours } from "../../../core/history/Idempotency.ts"
import { apiExamples } from "./Examples.ts"

type Json = Record<string, any>

/**
 * Completes the generated OpenAPI 3.1 document with response headers, shared error schemas and examples. Removes
 * artifacts of the generator that break client generators.
 *
 * Pass this function to `OpenApi.annotations` as `transform` of the API.
 */
export const completeDocument = (generated: Json): Json => {
  const document = simplifySchemas(generated)
  const schemas = { ...flatErrors, ...document["components"].schemas }
  return {
    ...document,
    info: { ...document["info"], contact: { name: "Gatehouse" } },
    components: { ...document["components"], headers: responseHeaders, schemas },
    paths: Object.fromEntries(
      Object.entries<Json>(document["paths"]).map(([path, { post }]) => [path, { post: completeOperation(path, post) }])
    )
  }
}

const flatError = (flag: string, text: string, description: string) => ({
  type: "object",
  description,
  properties: { [flag]: { type: "boolean", enum: [false] }, [text]: { type: "string" } },
  required: [flag, text]
})

/** Schemas of flat errors, by the name of the schema. */
const flatErrors: Readonly<Record<string, Json>> = {
  MessageError: flatError("ok", "message", "Error with its explanation in `message`."),
  TextError: flatError("ok", "error", "Error with its explanation in `error`."),
  ShieldError: flatError("success", "error", "Error of `/shield/siteverify`, with its explanation in `error`.")
}

const header = (description: string, schema: Json, example: unknown) => ({ description, schema, example })

const responseHeaders: Readonly<Record<string, Json>> = {
  "X-Request-Id": header(
    "ID of the request.",
    { type: "string", format: "uuid" },
    "01a1ff77-80d2-75f5-94e0-824936cb8da8"
  ),
  "X-Credits-Charged": header("Credits charged for the request.", { type: "integer", minimum: 0 }, 1),
  "Idempotency-Replayed": header(
    `\`true\` if the response repeats that of an earlier request with the same \`Idempotency-Key\`, made within ${idempotencyRetentionHours} hours.`,
    { type: "string", enum: ["true"] },
    "true"
  ),
  "RateLimit-Policy": header(
    "Requests allowed (`q`) in the window (`w`, in seconds).",
    { type: "string" },
    "\"default\";q=60;w=60"
  ),
  "RateLimit": header(
    "Requests that remain (`r`) and the seconds (`t`) until more are allowed.",
    { type: "string" },
    "\"default\";r=59;t=1"
  ),
  "Retry-After": header("Seconds to wait before the next attempt.", { type: "integer", minimum: 1 }, 1),
  "WWW-Authenticate": header(
    "Authentication scheme of the endpoint.",
    { type: "string" },
    "ApiKey realm=\"gatehouse\", header=\"API-KEY\""
  )
}

const completeOperation = (path: string, operation: Json): Json => {
  const example = apiExamples[path]
  return {
    ...operation,
    requestBody: {
      ...operation["requestBody"],
      content: withExample(operation["requestBody"].content, example?.request)
    },
    responses: Object.fromEntries(
      Object.entries<Json>(operation["responses"]).map(([status, response]) => [status, {
        ...response,
        headers: headersOf(operation, Number(status)),
        content: status.startsWith("2")
          ? withExample(response["content"], example?.response)
          : withSharedErrors(response["content"])
      }])
    )
  }
}

const withExample = (content: Json, example: unknown): Json =>
  example === undefined ? content : mapValues(content, (media) => ({ ...media, example }))

/** Replaces each flat error with a reference. The descriptions of the responses say what went wrong. */
const withSharedErrors = (content: Json): Json =>
  mapValues(content, ({ schema, ...media }) => ({
    ...media,
    schema: schema.anyOf === undefined ? toReference(schema) : { ...schema, anyOf: schema.anyOf.map(toReference) }
  }))

const toReference = (schema: Json): Json => {
  const fields = Object.keys(schema["properties"] ?? {}).toString()
  const shared = Object.entries(flatErrors).find(([, { properties }]) => Object.keys(properties).toString() === fields)
  return shared === undefined ? schema : { $ref: `#/components/schemas/${shared[0]}` }
}

/** Statuses after which a later attempt can succeed. */
const retryStatuses: ReadonlySet<number> = new Set([409, 429, 503])

const headersOf = ({ parameters = [], security }: Json, status: number): Json => {
  const isKeyed = security.length > 0
  const hasCaller = isKeyed && status !== 401
  const names = [
    "X-Request-Id",
    ...hasCaller ? ["X-Credits-Charged", "RateLimit-Policy", "RateLimit"] : [],
    ...isKeyed && status < 300 && parameters.length > 0 ? ["Idempotency-Replayed"] : [],
    ...status === 401 ? ["WWW-Authenticate"] : [],
    ...retryStatuses.has(status) ? ["Retry-After"] : []
  ]
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

const mapValues = (object: Json, map: (value: Json) => Json): Json =>
  Object.fromEntries(Object.entries<Json>(object).map(([key, value]) => [key, map(value)]))

/**
 * Simplifies schemas for client generators.
 *
 * Merges the parts of `allOf`, such as a description, into one schema. Removes the bounds of safe integers. Removes
 * `additionalProperties: false`, because the server ignores unknown fields, and later releases may add response fields.
 */
export const simplifySchemas = (value: any): any => {
  if (Array.isArray(value)) return value.map(simplifySchemas)
  if (typeof value !== "object" || value === null) return value
  const { additionalProperties, allOf, ...own } = value
  const merged = Array.isArray(allOf) ? Object.assign({}, own, ...allOf) : own
  if (additionalProperties !== undefined && additionalProperties !== false) {
    merged.additionalProperties = additionalProperties
  }
  if (merged.maximum === Number.MAX_SAFE_INTEGER) delete merged.maximum
  if (merged.minimum === Number.MIN_SAFE_INTEGER) delete merged.minimum
  return mapValues(merged, simplifySchemas)
}
