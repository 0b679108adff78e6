import type { Change } from "./Fault.ts"
import type { NodePath } from "./Syntax.ts"

/** SQL within a source. Each `${…}` is replaced with question marks of the same length. */
interface Sql {
  /** Offset of `text` in the source. */
  readonly at: number
  readonly text: string
}

/** Returns the changes of SQL in a node: dropped conditions, and reversed comparisons and orders. */
export const sqlChanges = (nodePath: NodePath, source: string): ReadonlyArray<Change> => {
  const sql = sqlAt(nodePath, source)
  if (sql === null || /^\s*(?:CREATE|ALTER|DROP)\b/.test(sql.text)) return []
  const conditions = conditionsOf(sql.text)
  const change = (start: number, end: number, after: string): Change => ({
    kind: "sql",
    start: sql.at + start,
    end: sql.at + end,
    after
  })
  const within = ([pattern, other]: readonly [RegExp, string], from: number, to: number) =>
    [...sql.text.slice(from, to).matchAll(pattern)].map(({ 0: found, index }) =>
      change(from + index, from + index + found.length, other)
    )
  return [
    ...conditions.map(({ end, start }) => change(start, end, "1 = 1")),
    ...conditions.flatMap(({ end, start }) => inConditions.flatMap((pair) => within(pair, start, end))),
    ...anywhere.flatMap((pair) => within(pair, 0, sql.text.length))
  ]
}

const inConditions: ReadonlyArray<readonly [RegExp, string]> = [
  [/(?<![<>])=(?!=)/g, "<>"],
  [/<>/g, "="],
  [/<(?![=>])/g, "<="],
  [/<=/g, "<"],
  [/(?<![<>-])>(?![=>])/g, ">="],
  [/>=/g, ">"],
  [/\bIS NULL\b/g, "IS NOT NULL"],
  [/\bIS NOT NULL\b/g, "IS NULL"]
]

const anywhere: ReadonlyArray<readonly [RegExp, string]> = [
  [/ DESC\b/g, " ASC"],
  [/\bMAX(?=\()/gi, "MIN"],
  [/\bMIN(?=\()/gi, "MAX"],
  [/\bOR\b(?! REPLACE)/g, "AND"]
]

const sqlAt = ({ key, node }: NodePath, source: string): Sql | null => {
  const isTagged = node.type === "TaggedTemplateExpression" && /^sql\b/.test(source.slice(node.start, node.quasi.start))
  if (isTagged) return masked(node.quasi, source)
  if (key === "quasi") return null
  if (node.type === "TemplateLiteral") return ifSql(masked(node, source))
  const isText = node.type === "Literal" && typeof node.value === "string"
  return isText ? ifSql({ at: node.start + 1, text: source.slice(node.start + 1, node.end - 1) }) : null
}

const ifSql = (sql: Sql): Sql | null =>
  /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\b|\bWHERE\b/.test(sql.text) ? sql : null

const masked = (node: NodePath["node"] & { readonly type: "TemplateLiteral" }, source: string): Sql => {
  const at = node.start + 1
  let text = ""
  for (const { end, start } of node.expressions) {
    text += source.slice(at + text.length, source.lastIndexOf("${", start))
    text += "?".repeat(source.indexOf("}", end) + 1 - at - text.length)
  }
  return { at, text: text + source.slice(at + text.length, node.end - 1) }
}

interface Span {
  readonly start: number
  readonly end: number
}

const begins = new Set(["WHERE", "AND", "OR", "HAVING"])
const word =
  /'[^']*'|[()]|\b(?:WHERE|AND|OR|HAVING|BETWEEN|ON|WHEN|THEN|ELSE|END|ORDER|GROUP|LIMIT|OFFSET|RETURNING|UNION|SELECT|INSERT|UPDATE|DELETE|WITH|SET|VALUES|FROM|FOR|DO|AS)\b/gi

/** Finds the conditions in SQL at each depth of parentheses. A fragment of SQL can itself be a condition. */
export const conditionsOf = (sql: string): ReadonlyArray<Span> => {
  const found: Array<Span> = []
  /** Offset of the open condition at each depth; null if there is none. */
  const open: Array<number | null> = [isCondition(sql) ? 0 : null]
  let isBetween = false
  const close = (end: number) => {
    const start = open.at(-1) ?? null
    if (start !== null) found.push(...trimmed(sql, start, end))
    open[open.length - 1] = null
  }
  for (const { 0: text, index } of sql.matchAll(word)) {
    const token = text.toUpperCase()
    if (token === "(") open.push(isCondition(sql.slice(index + 1)) && endsAsCondition(sql, index) ? index + 1 : null)
    else if (token === ")") {
      close(index)
      if (open.length > 1) open.pop()
    } else if (token === "BETWEEN") isBetween = true
    else if (token === "AND" && isBetween) isBetween = false
    else if (!token.startsWith("'")) {
      close(index)
      if (begins.has(token)) open[open.length - 1] = index + text.length
    }
  }
  close(sql.length)
  return found
}

const comparison = /^[\s(]*[\w."?]+(?:\([^()]*\))?\s*(?:[<>=]|(?:IS|LIKE|IN|NOT)\b)/

/** Reports whether SQL begins with a comparison. */
const isCondition = (sql: string): boolean => comparison.test(sql)

/** Reports whether a parenthesis groups conditions, because it follows a keyword such as `WHERE`. */
const endsAsCondition = (sql: string, at: number): boolean =>
  /\b(?:WHERE|AND|OR|NOT|HAVING)\s*$/i.test(sql.slice(0, at))

/** Trims the spaces around a condition, and removes the fragments after its last operand. */
const trimmed = (sql: string, from: number, to: number): ReadonlyArray<Span> => {
  const text = sql.slice(from, to)
  const start = from + text.length - text.trimStart().length
  const condition = sql.slice(start, to)
  const fragment = [...condition.matchAll(fragmentStart)].find(({ index }) => depthAt(condition, index) === 0)
  const end = start + condition.slice(0, fragment?.index ?? condition.length).trimEnd().length
  return end > start ? [{ start, end }] : []
}

/** Matches a replaced `${…}` that follows an operand without an operator or keyword between them. */
const fragmentStart = /(?<=[\w)?'"])(?<!\b(?:LIKE|IN|NOT|BETWEEN|AND|OR|IS|ANY|FROM|ON|WHERE|LIMIT|OFFSET))\s+\?/gi

const depthAt = (sql: string, at: number): number =>
  sql.slice(0, at).split("(").length - sql.slice(0, at).split(")").length
