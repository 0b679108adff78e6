import { managementDocument } from "../../adapters/http/account/api/ManagementDocument.ts"
import { managementAreas } from "../../core/management-keys/ManagementScope.ts"
import { tableCell } from "./Markdown.ts"

// oxlint-disable-next-line typescript/no-explicit-any -- The document is JSON without a type.
type Json = Record<string, any>

/** Returns `docs/reference/management-api.md`: every endpoint that a management key can reach. */
export const managementPage = (): string => {
  const paths: Json = managementDocument()["paths"]
  const rows = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method, operation }))
  )
  return [
    "# Management API",
    "",
    "This page lists every endpoint that a [management key](../guides/management.md) can reach, with its scope.",
    "",
    "Paths are below `/dashboard/api`. Bodies and responses are JSON. The OpenAPI document at `/dashboard/api/openapi.json` of each server " +
    "contains all types. A scope that ends in `:write` includes `:read`.",
    "",
    ...managementAreas.flatMap((area) => [
      `## ${area}`,
      "",
      "| Endpoint | Scope | Parameters | Body |",
      "|---|---|---|---|",
      ...rows.filter(({ operation }) => operation["tags"].includes(area)).map(({ method, operation, path }) => {
        const query: ReadonlyArray<Json> = operation["parameters"].filter((one: Json) => one["in"] === "query")
        const parameters = query.map(({ name, required }) =>
          required === true ? `\`${name}\` (required)` : `\`${name}\``
        )
        const cells = [
          `\`${method.toUpperCase()} ${path.slice("/dashboard/api".length)}\``,
          `\`${operation["x-scope"]}\``,
          parameters.join(", "),
          fieldsOf(operation).map((field) => `\`${field}\``).join(", ")
        ]
        return `| ${cells.map(tableCell).join(" | ")} |`
      }),
      ""
    ]),
    "<!-- Generated from adapters/http/account/api by `npm run docs`. -->",
    ""
  ].join("\n")
}

const fieldsOf = (operation: Json): ReadonlyArray<string> =>
  Object.keys(operation["requestBody"]?.content["application/json"]?.schema?.properties ?? {})
