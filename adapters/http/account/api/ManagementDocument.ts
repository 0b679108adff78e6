import { OpenApi } from "effect/http-api"
import { type ManagementArea, managementAreas } from "../../../../core/management-keys/ManagementScope.ts"
import { apiVersion } from "../../api/Api.ts"
import { simplifySchemas } from "../../api/ApiDocument.ts"
import { AccountApi, accountApiPath } from "./AccountApi.ts"
import { accessOf } from "./SessionAuth.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- The generator returns JSON without a type.
type Json = Record<string, any>

/** Path of the OpenAPI document of the management API. */
export const managementDocumentPath = `${accountApiPath}/openapi.json`

const areaDescriptions: Readonly<Record<ManagementArea, string>> = {
  overview: "Requests, verdicts and conditions that need attention, for a period.",
  requests: "History of requests and scanned documents.",
  leads: "Analyzed leads, and marks that correct verdicts.",
  sites: "Sites with Shield, their secrets and their traffic.",
  rules: "Rules that block or allow addresses, domains, networks and countries.",
  threats: "Blocklist, reported links and threat sources.",
  credits: "Balance, statement and low-balance warning.",
  keys: "API keys.",
  webhooks: "Webhook endpoints, their secrets and deliveries.",
  members: "Members, invitations and the audit log.",
  retention: "Retention of the history, and the data of a person."
}

const areas: ReadonlySet<string> = new Set(managementAreas)

/** Returns the scope of each operation that a management key can reach, by operation ID. */
const scopes = (): ReadonlyMap<string, string> =>
  new Map(
    Object.values(AccountApi.groups).filter(({ identifier }) => areas.has(identifier)).flatMap((group) =>
      Object.values(group.endpoints).map((endpoint) =>
        [
          `${group.identifier}.${endpoint.identifier}`,
          `${group.identifier}:${accessOf(endpoint.method, endpoint.annotations)}`
        ] as const
      )
    )
  )

/** Returns the OpenAPI 3.1 document of the endpoints that a management key can reach, with the scope of each. */
export const managementDocument = (): Json => {
  const byOperation = scopes()
  const generated: Json = withoutDuplicates(simplifySchemas(OpenApi.fromApi(AccountApi)))
  const operations = Object.entries<Json>(generated["paths"]).flatMap(([path, methods]) => {
    const reachable = Object.entries<Json>(methods).flatMap(([method, operation]) => {
      const scope = byOperation.get(operation["operationId"])
      return scope === undefined ? [] : [[method, withScope(operation, scope)] as const]
    })
    return reachable.length === 0 ? [] : [[path, Object.fromEntries(reachable)] as const]
  })
  return {
    ...generated,
    info: {
      title: "Gatehouse management API",
      version: apiVersion,
      description: "Everything that members do in the dashboard, for scripts. It may change with every release.",
      license: { name: "MIT", identifier: "MIT" }
    },
    servers: [{ url: "/", description: "This server" }],
    paths: Object.fromEntries(operations),
    components: {
      ...generated["components"],
      securitySchemes: { managementKey: { type: "http", scheme: "bearer", description: "Management key." } }
    },
    tags: managementAreas.map((name) => ({ name, description: areaDescriptions[name] }))
  }
}

const withScope = (operation: Json, scope: string): Json => ({
  ...operation,
  operationId: operation["operationId"].replace(".", "_"),
  summary: sentenceOf(operation["operationId"]),
  description: `Needs the scope \`${scope}\`.`,
  "x-scope": scope,
  security: [{ managementKey: [] }]
})

/** Removes repeated alternatives. The generator lists an error once for each middleware that declares it. */
const withoutDuplicates = (value: Json): Json =>
  JSON.parse(JSON.stringify(value), (_, part: Json | null) => {
    const all = part?.["anyOf"]
    if (!Array.isArray(all)) return part
    const [first, ...others] = new Map(all.map((one) => [JSON.stringify(one), one])).values()
    return others.length === 0 ? first : { ...part, anyOf: [first, ...others] }
  })

/** Turns an operation ID into a summary: `rules.findAll` becomes `Rules: find all`. */
const sentenceOf = (id: string): string => {
  const [group = "", name = ""] = id.split(".")
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${group.charAt(0).toUpperCase()}${group.slice(1)}: ${words}`
}
