import type { SchemaAST } from "effect"
import { eventBody } from "../../core/events/AccountEvent.ts"
import { eventCatalog, type EventType, eventTypes } from "../../core/events/EventCatalog.ts"
import { tableCell } from "./Markdown.ts"

/** Returns `docs/reference/webhook-events.md`: the catalog of events, for users. */
export const webhookEventsPage = (): string =>
  [
    "# Webhook events",
    "",
    "This page lists every event that [webhooks](../guides/webhooks.md) report, with the fields of `data`.",
    "",
    "A later release may add events and fields. Ignore those that you do not know.",
    "",
    "| Event | Sent when | Account |",
    "|---|---|---|",
    ...eventTypes.map((type) => {
      const { cause, isForOperator } = eventCatalog[type]
      return `| [\`${type}\`](#${anchorOf(type)}) | ${tableCell(cause)} | ${isForOperator ? "Operator" : "Every"} |`
    }),
    "",
    "The operator's account is the oldest account of the server.",
    "",
    ...eventTypes.flatMap(eventSection),
    "<!-- Generated from core/events/EventCatalog.ts by `npm run docs`. -->",
    ""
  ].join("\n")

/** Returns an explicit anchor, because code hosts and VitePress derive different anchors from a name with a dot. */
const anchorOf = (type: EventType): string => type.replace(".", "-")

const eventSection = (type: EventType): ReadonlyArray<string> => {
  const { cause, data, example } = eventCatalog[type]
  const body = eventBody({
    id: "",
    accountId: "",
    type,
    at: new Date("2026-11-23T10:33:41.625Z"),
    data: example
  })
  return [
    `## ${type} {#${anchorOf(type)}}`,
    "",
    cause,
    "",
    "| Field | Type | Content |",
    "|---|---|---|",
    ...Object.entries(data.fields).map(([name, { ast }]) =>
      `| \`${name}\` | ${typeText(ast)} | ${tableCell(descriptionOf(ast))} |`
    ),
    "",
    "```json",
    JSON.stringify(JSON.parse(body), null, 2),
    "```",
    ""
  ]
}

const typeText = (ast: SchemaAST.AST): string => {
  switch (ast._tag) {
    case "String":
      return "string"
    case "Number":
      return "integer"
    case "Boolean":
      return "boolean"
    case "Null":
      return "null"
    case "Arrays":
      return "array of strings"
    case "Literal":
      return `\`${String(ast.literal)}\``
    case "Union":
      return ast.types.map(typeText).join(" or ")
    default:
      throw new Error(
        `The documentation of events lacks a name for the type ${ast._tag}. Add it to WebhookEventsPage.ts.`
      )
  }
}

/** Returns the description of a field. If the schema has checks, the description belongs to the last check. */
const descriptionOf = ({ annotations, checks }: SchemaAST.AST): string => {
  const description = annotations?.["description"] ?? checks?.at(-1)?.annotations?.["description"]
  if (typeof description !== "string") throw new Error("A field of an event lacks its description.")
  return description
}
