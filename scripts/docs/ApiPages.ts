import { Context } from "effect"
import { OpenApi } from "effect/http-api"
import { Api } from "../../adapters/http/api/Api.ts"
import { EndpointContract, type EndpointProperties } from "../../adapters/http/api/EndpointContract.ts"
import { apiExamples } from "../../adapters/http/api/Examples.ts"
import { costTable } from "../../core/credits/CostTable.ts"
import { apiErrors } from "./ApiErrors.ts"
import { curlExamples } from "./ApiExamples.ts"
import { type Field, fieldsOf, type OpenApiDocument, type Operation } from "./JsonSchema.ts"

/** Comments in `docs/reference/api.md` that enclose the table of endpoints. */
export const tableStart = "<!-- endpoints -->"
export const tableEnd = "<!-- end -->"

export const openApiDocument = (): OpenApiDocument => OpenApi.fromApi(Api) as unknown as OpenApiDocument

/** Returns the pages of the API reference, one for each endpoint, by file name. */
export const apiPages = (document: OpenApiDocument): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(document.paths).map(([path, { post }], at) => [
      `${slugOf(path)}.md`,
      apiPage({ path, order: at + 1, operation: post, contract: contractOf(path), document })
    ])
  )

/** Returns the name of an endpoint's page, such as `scan-email-bulk` for `/scan/email/bulk`. */
export const slugOf = (path: string): string => path.slice(1).replaceAll("/", "-")

/** Returns the overview of the API with an updated table of endpoints. */
export const withEndpointTable = (page: string, document: OpenApiDocument): string => {
  const [before, rest] = page.split(tableStart)
  const after = rest?.split(tableEnd)[1]
  if (before === undefined || after === undefined) {
    throw new Error(`docs/reference/api.md lacks ${tableStart} or ${tableEnd}`)
  }
  const rows = Object.entries(document.paths).map(([path, { post }]) =>
    `| [${post.summary}](./api/${slugOf(path)}.md) | \`POST ${path}\` | ${costOf(contractOf(path))} |`
  )
  return `${before}| Endpoint | Request | Cost |\n|---|---|---|\n${rows.join("\n")}\n${after}`
}

const contractOf = (path: string): EndpointProperties => {
  const endpoints = Object.values(Api.groups).flatMap((group) => Object.values(group.endpoints))
  const endpoint = endpoints.find((one) => one.path === path)
  if (endpoint === undefined) throw new Error(`No endpoint has the path ${path}`)
  return Context.getUnsafe(endpoint.annotations, EndpointContract)
}

interface ApiPage {
  readonly path: string
  readonly order: number
  readonly operation: Operation
  readonly contract: EndpointProperties
  readonly document: OpenApiDocument
}

const apiPage = ({ contract, document, operation, order, path }: ApiPage): string => {
  const [bodySchema] = Object.values(operation.requestBody.content)
  const fields = fieldsOf(bodySchema!.schema, document)
  return [
    "---",
    `order: ${order}`,
    "---",
    "",
    `# ${operation.summary}`,
    "",
    `<p class="endpoint" v-pre><strong>POST</strong> <code>${path}</code></p>`,
    "",
    // Removes the cost, which the facts below state.
    (operation.description ?? "").replace(/\n\n\*\*Cost:\*\* (?:free|\d+ credits?)\.$/, ""),
    "",
    ...facts(operation, contract),
    "",
    ...(operation.parameters ?? []).length === 0 ? [] : headerSection(operation, document),
    "## Body",
    "",
    fieldList(fields),
    "",
    ...exampleSection(path, contract),
    ...responseSection(path, operation, document),
    ...errorSection(operation, contract, fields),
    ""
  ].join("\n")
}

/** Returns a definition list of the cost, the authentication, the body and the retries. */
const facts = (operation: Operation, contract: EndpointProperties): ReadonlyArray<string> => {
  const types = Object.keys(operation.requestBody.content).map((type) => `<code>${type}</code>`).join(" or ")
  const rows = [
    ["Cost", escapeHtml(costOf(contract))],
    ["Authentication", authentication[contract.auth]],
    ["Body", `${types}, at most ${sizeOf(contract.bodyBytesMax)}`],
    [
      "Retries",
      contract.supportsIdempotencyKey
        ? "Safe with <code>Idempotency-Key</code>: a repeated request is charged once."
        : "Safe: the request costs nothing."
    ]
  ]
  return [
    "<dl class=\"facts\">",
    ...rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`),
    "</dl>"
  ]
}

const authentication: Readonly<Record<EndpointProperties["auth"], string>> = {
  "api-key": "<code>API-KEY</code> header",
  "site-secret": "The site's secret key in the body",
  "site-key": "The site's public key or a proof of it in the body"
}

const costOf = ({ operation }: EndpointProperties): string => {
  const cost = costTable[operation]
  const credits = `${cost} ${cost === 1 ? "credit" : "credits"}`
  return cost === 0 ? "Free" : operation === "scan/email/bulk" ? `${credits} per unique valid address` : credits
}

const sizeOf = (bytes: number): string => bytes >= 2 ** 20 ? `${bytes / 2 ** 20} MiB` : `${bytes / 2 ** 10} KiB`

const headerSection = ({ parameters = [] }: Operation, document: OpenApiDocument): ReadonlyArray<string> => {
  const schema = {
    properties: Object.fromEntries(
      parameters.map((
        { description, name, schema }
      ) => [name, { ...schema, ...description === undefined ? {} : { description } }])
    ),
    required: parameters.filter(({ required }) => required).map(({ name }) => name)
  }
  return ["## Headers", "", fieldList(fieldsOf(schema, document)), ""]
}

const exampleSection = (path: string, { auth }: EndpointProperties): ReadonlyArray<string> => {
  const curl = curlExamples.get(path)
  if (curl === undefined) return []
  return [
    "## Example",
    "",
    ...auth === "api-key" ? ["Set `KEY` to an API key first: `KEY=gh_live_…`", ""] : [],
    "```sh",
    curl,
    "```",
    ""
  ]
}

const responseSection = (path: string, { responses }: Operation, document: OpenApiDocument): ReadonlyArray<string> =>
  Object.entries(responses).filter(([status]) => status.startsWith("2")).flatMap(([status, { content }]) => [
    `## Response ${status}`,
    "",
    ...Object.values(content).map(({ schema }) => fieldList(fieldsOf(schema, document), "response")),
    "",
    ...curlExamples.has(path) ? ["```json", JSON.stringify(apiExamples[path]?.response, null, 2), "```", ""] : []
  ])

const errorSection = (
  { responses }: Operation,
  contract: EndpointProperties,
  fields: ReadonlyArray<Field>
): ReadonlyArray<string> => {
  const bodies = apiErrors(contract, fields.find(({ isRequired }) => isRequired)?.name ?? fields[0]!.name)
  const errors = Object.entries(responses).filter(([status]) => !status.startsWith("2"))
  return [
    "## Errors",
    "",
    "No error is charged. [Errors](../errors.md) describes the formats and when to retry.",
    "",
    ...errors.flatMap(([status, { description }]) => [
      `### ${status} {#error-${status}}`,
      "",
      description.replaceAll(" | ", "\n\n"),
      "",
      ...(bodies.get(Number(status)) ?? []).flatMap((body) => [
        "```json",
        JSON.stringify(JSON.parse(body), null, 2),
        "```",
        ""
      ])
    ])
  ]
}

/** Returns a list of fields as HTML, because Markdown has no definition lists. */
const fieldList = (fields: ReadonlyArray<Field>, part: "request" | "response" = "request"): string =>
  `<ul class="fields" v-pre>${fields.map((field) => fieldItem(field, part)).join("")}</ul>`

const fieldItem = (
  { default: preset, description, fields, isRequired, name, range, type }: Field,
  part: "request" | "response"
): string => {
  const facts = [
    `<span>${escapeHtml(type)}</span>`,
    ...range === null ? [] : [`<span>${range}</span>`],
    ...preset === undefined ? [] : [`<span>default <code>${escapeHtml(JSON.stringify(preset))}</code></span>`],
    ...isRequired ? part === "request" ? ["<strong>required</strong>"] : [] : ["<span>optional</span>"]
  ]
  return `<li><div class="field"><code>${escapeHtml(name)}</code>${facts.join("")}</div>` +
    (description === null ? "" : `<p>${inlineCode(description)}</p>`) +
    `${fields.length === 0 ? "" : `<ul>${fields.map((field) => fieldItem(field, part)).join("")}</ul>`}</li>`
}

const escapeHtml = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll("\"", "&quot;")

/** Escapes a description for HTML, and converts backticks to code elements. */
const inlineCode = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, "<code>$1</code>")
