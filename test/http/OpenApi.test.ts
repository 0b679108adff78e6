import { createConfig, lintFromString } from "@redocly/openapi-core"
import { Exit, Schema } from "effect"
import { OpenApi } from "effect/http-api"
import { expect, it } from "vitest"
import { Api } from "../../adapters/http/api/Api.ts"
import { apiExamples } from "../../adapters/http/api/Examples.ts"

const document: any = OpenApi.fromApi(Api)
const operations: ReadonlyArray<any> = Object.values<any>(document.paths).map(({ post }) => post)
const endpoints = Object.values(Api.groups).flatMap((group) => Object.values(group.endpoints))

/** Returns all objects in a value, including nested objects. */
const nodesOf = (value: unknown): ReadonlyArray<Record<string, unknown>> =>
  typeof value !== "object" || value === null ? [] : [
    ...Array.isArray(value) ? [] : [value as Record<string, unknown>],
    ...Object.values(value).flatMap(nodesOf)
  ]

it("has no problem under the recommended rules of Redocly", async () => {
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ["recommended"] })
  })
  expect(problems.map(({ location, message, ruleId }) => ({ ruleId, message, at: location[0]?.pointer }))).toEqual([])
})

it("names each operation by a word that generators can use for a function", () => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^[a-z]+(?:[A-Z][a-z]+)*$/)
})

it.each(endpoints.map((endpoint) => [endpoint.path, endpoint] as const))(
  "has a valid example of the request and the response of %s",
  (path, endpoint) => {
    const { request, response } = apiExamples[path]!
    const payload = [...endpoint.payload.values()].flatMap(({ schemas }) => schemas)[0] as Schema.Codec<unknown>
    const [success] = endpoint.success as ReadonlySet<Schema.Codec<unknown>>
    for (const [schema, value] of [[payload, request], [success!, response]] as const) {
      expect(Schema.decodeUnknownExit(schema, { onExcessProperty: "error" })(value)).toSatisfy(Exit.isSuccess)
    }
    const { requestBody, responses } = document.paths[path].post
    const documented = Object.entries<any>(responses).find(([status]) => status.startsWith("2"))![1]
    for (const media of Object.values<any>(requestBody.content)) expect(media.example).toEqual(request)
    for (const media of Object.values<any>(documented.content)) expect(media.example).toEqual(response)
  }
)

it("shares the schemas of errors", () => {
  const errors = operations.flatMap(({ responses }) =>
    Object.entries<any>(responses).filter(([status]) => !status.startsWith("2")).flatMap(([, { content }]) => {
      const { schema } = content["application/json"]
      return schema.anyOf ?? [schema]
    })
  )
  expect(errors.length).toBeGreaterThan(50)
  for (const schema of errors) expect(Object.keys(schema)).toEqual(["$ref"])
})

it("contains nothing that generated clients turn into an untyped or too strict field", () => {
  for (const node of nodesOf(document.components)) {
    expect(node).not.toHaveProperty("allOf")
    expect(node["additionalProperties"]).not.toBe(false)
    expect(node["enum"] ?? []).not.toContain("NaN")
  }
})

it("refers only to components that exist", () => {
  const references = nodesOf(document).flatMap(({ $ref }) => typeof $ref === "string" ? [$ref] : [])
  expect(references.length).toBeGreaterThan(100)
  for (const reference of references) {
    const target = reference.split("/").slice(1).reduce((at: any, key) => at?.[key], document)
    expect(target, reference).toBeDefined()
  }
})
