import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, it } from "vitest"
import { managementAreas, managementScopes } from "../../../core/management-keys/ManagementScope.ts"
import { createSharedAccount } from "../../support/SharedAccount.ts"
import { visit } from "./Browser.ts"
import { declaredEndpoints } from "./Declared.ts"

const path = "/dashboard/api/openapi.json"

it("is read with GET only", async () => {
  const { port } = await createSharedAccount()
  const refused = await visit(port, "POST", path, {})
  expect([refused.status, refused.headers["allow"]]).toEqual([405, "GET"])
  expect((await visit(port, "POST", path.replace(".", "x"), {})).status).toBe(404)
})

it("describes each endpoint that a management key can reach, with its scope, without a key", async () => {
  const { port } = await createSharedAccount()
  const { json: document, status } = await visit(port, "GET", path, {})
  expect(status).toBe(200)
  const operations = Object.entries<any>(document.paths).flatMap(([path, methods]) =>
    Object.entries<any>(methods).map(([method, { description, security, tags, "x-scope": scope }]) => {
      expect(security).toEqual([{ managementKey: [] }])
      expect(description).toBe(`Needs the scope \`${scope}\`.`)
      expect(managementScopes).toContain(scope)
      expect(scope).toMatch(new RegExp(`^${tags[0]}:`))
      return `${method.toUpperCase()} ${path}`
    })
  )
  const reachable = declaredEndpoints.filter(({ name }) => managementAreas.some((area) => name.startsWith(`${area}.`)))
  const declared = reachable.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
  expect(operations.toSorted()).toEqual(declared.toSorted())
  const problems = await lintFromString({
    source: JSON.stringify(document),
    config: await createConfig({ extends: ["recommended"] })
  })
  expect(problems.map(({ location, message, ruleId }) => ({ ruleId, message, at: location[0]?.pointer }))).toEqual([])
})
