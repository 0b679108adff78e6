import type { Node } from "oxc-parser"
import type { Change, Source } from "./Fault.ts"
import { calledName, type NodePath, nodePathsOf } from "./Syntax.ts"

/**
 * Returns changes that each remove one separation between accounts.
 *
 * A separation is a condition on an account, site or member id in SQL or in a filter. Such an id in the key of a map is
 * also a separation.
 */
export const accountChanges = (source: Source): ReadonlyArray<Change> => {
  const nodePaths = nodePathsOf(source)
  return [
    ...nodePaths.flatMap((
      nodePath
    ) => [...sqlChanges(nodePath, source.text), ...filterChanges(nodePath), ...keyChanges(nodePath)]),
    ...mapChanges(nodePaths, source.text)
  ].toSorted((one, other) => one.start - other.start)
}

const change = (start: number, end: number, after: string): Change => ({ kind: "account", start, end, after })

const operand = String.raw`(?:\$\{[^}]*\}|\w+\.\w+)`

/** Matches `account_id = …` and `account_id > …`, also for sites and members. */
const conditions = new RegExp(String.raw`(?:\b\w+\.)?\b(?:account|site|member)_id (?:=|>) ${operand}`, "g")
/** Matches `(account_id, …) > (…, …)`. The change drops the first column. */
const rowValues = new RegExp(
  String.raw`\((?:account|site|member)_id, (\w+)\) (=|>|<) \(${operand}, (${operand})\)`,
  "g"
)

const sqlChanges = ({ node }: NodePath, text: string): ReadonlyArray<Change> => {
  if (node.type === "TaggedTemplateExpression" && /^sql\b/.test(text.slice(node.start, node.quasi.start))) {
    const { end, start } = node.quasi
    // Blanks templates within a `${…}`, because they are visited separately.
    const inner = node.quasi.expressions.filter((one) => text.slice(one.start, one.end).includes("`"))
    const own = inner.reduce((sql, one) => blank(sql, one.start - start, one.end - start), text.slice(start, end))
    return [
      ...[...own.matchAll(conditions)].filter(({ index }) => !isAssigned(own, index)).map(({ 0: found, index }) =>
        change(start + index, start + index + found.length, "1 = 1")
      ),
      ...[...own.matchAll(rowValues)].map(({ 0: found, 1: column, 2: operator, 3: value, index }) =>
        change(start + index, start + index + found.length, `${column} ${operator} ${value}`)
      )
    ]
  }
  const isOneOf = node.type === "CallExpression" && calledName(node) === "isOneOf" &&
    node.arguments.some((one) => one.type === "Literal" && /^(?:account|site|member)_id$/.test(String(one.value)))
  return isOneOf ? [change(node.start, node.end, "sql.literal(\"1 = 1\")")] : []
}

/** Reports whether the text at an offset is an assignment after `SET` and not a condition. */
const isAssigned = (sql: string, at: number): boolean =>
  sql.slice(0, at).match(/\b(?:SET|WHERE|AND|OR|ON)\b/gi)?.at(-1)?.toUpperCase() === "SET"

const blank = (text: string, start: number, end: number): string =>
  text.slice(0, start) + " ".repeat(end - start) + text.slice(end)

/**
 * Makes conditions on ids constant. `lead.accountId === accountId` and `siteIds.includes(siteId)` become true, and
 * `!==` becomes false.
 */
const filterChanges = ({ node }: NodePath): ReadonlyArray<Change> => {
  if (node.type === "BinaryExpression" && /^[!=]==$/.test(node.operator)) {
    const isScope = [node.left, node.right].some(isScopeOfRow) && ![node.left, node.right].some(isNothing)
    return isScope ? [change(node.start, node.end, String(node.operator === "==="))] : []
  }
  const isIncluded = node.type === "CallExpression" && calledName(node).endsWith(".includes") &&
    node.arguments.some(isScope)
  return isIncluded ? [change(node.start, node.end, "true")] : []
}

const scopes = /^(?:account|site|member)Id$/

const isScope = (node: Node): boolean => node.type === "Identifier" && scopes.test(node.name)

const isScopeOfRow = (node: Node): boolean =>
  node.type === "ChainExpression" ? isScopeOfRow(node.expression) : node.type === "MemberExpression" &&
    node.property.type === "Identifier" && scopes.test(node.property.name)

const isNothing = (node: Node): boolean =>
  (node.type === "Identifier" && node.name === "undefined") || (node.type === "Literal" && node.value === null)

/** Drops the account from a composite key: `${accountId} ${hour}`, `JSON.stringify([accountId, key])`. */
const keyChanges = ({ node, parent }: NodePath): ReadonlyArray<Change> => {
  const isName = parent?.node.type === "VariableDeclarator" || parent?.node.type === "ArrowFunctionExpression"
  if (node.type === "TemplateLiteral" && isName) {
    return node.expressions.filter(isScope).map(({ end, start }) => change(start - 2, end + 1, ""))
  }
  if (node.type !== "ArrayExpression" || parent === null || calledName(parent.node) !== "JSON.stringify") return []
  return node.elements.flatMap((one) => one !== null && isScope(one) ? [change(one.start, one.end, "\"\"")] : [])
}

/**
 * Makes all accounts share the entries of a map.
 *
 * It changes all uses of the map at once. A single changed use would only cause a cache miss, without a wrong result.
 */
const mapChanges = (nodePaths: ReadonlyArray<NodePath>, text: string): ReadonlyArray<Change> => {
  const keysOf = new Map<string, Array<Node>>()
  for (const { node } of nodePaths) {
    const [, map, method] = /^(\w+)\.(get|set|has|delete)$/.exec(calledName(node)) ?? []
    if (node.type !== "CallExpression" || map === undefined || method === undefined) continue
    const [key] = node.arguments
    if (key !== undefined && isScope(key)) keysOf.set(map, [...keysOf.get(map) ?? [], key])
  }
  return [...keysOf.values()].map((keys) => {
    const [start, end] = [keys[0]!.start, keys.at(-1)!.end]
    const after = keys.map((key, at) => `""${text.slice(key.end, keys[at + 1]?.start ?? key.end)}`).join("")
    return change(start, end, after)
  })
}
