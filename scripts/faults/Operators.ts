import type { Node } from "oxc-parser"
import type { Change, FaultKind } from "./Fault.ts"
import { calledName, type NodePath } from "./Syntax.ts"

/** Replacement of each operator, and the kind of the resulting fault. */
const others: Readonly<Record<string, readonly [string, FaultKind]>> = {
  "<": ["<=", "comparison"],
  "<=": ["<", "comparison"],
  ">": [">=", "comparison"],
  ">=": [">", "comparison"],
  "===": ["!==", "equality"],
  "!==": ["===", "equality"],
  "&&": ["||", "logic"],
  "||": ["&&", "logic"],
  "+": ["-", "arithmetic"],
  "-": ["+", "arithmetic"],
  "*": ["/", "arithmetic"],
  "/": ["*", "arithmetic"],
  "%": ["*", "arithmetic"],
  "&": ["|", "arithmetic"],
  "|": ["&", "arithmetic"],
  "<<": [">>", "arithmetic"],
  ">>": ["<<", "arithmetic"],
  ">>>": ["<<", "arithmetic"],
  "+=": ["-=", "arithmetic"],
  "-=": ["+=", "arithmetic"],
  "++": ["--", "arithmetic"],
  "--": ["++", "arithmetic"]
}

/** Returns the changes of an operator, or of a call of `Math.min` or `Math.max`. */
export const operatorChanges = ({ node }: NodePath, text: string): ReadonlyArray<Change> => {
  if (node.type === "LogicalExpression" && node.operator === "??") {
    return [{ kind: "logic", start: node.left.end, end: node.right.end, after: "" }]
  }
  if (node.type === "UnaryExpression" && node.operator === "!") {
    return [{ kind: "logic", start: node.start, end: node.argument.start, after: "" }]
  }
  if (node.type === "UpdateExpression") {
    const start = node.prefix ? node.start : node.argument.end
    return exchange(node.operator, text, start, start + node.operator.length)
  }
  if (node.type === "CallExpression") return extremeChanges(node)
  if (node.type === "BinaryExpression" || node.type === "LogicalExpression" || node.type === "AssignmentExpression") {
    const isText = [node.left, node.right].some(isTextual)
    return isText && /^\+=?$/.test(node.operator)
      ? []
      : exchange(node.operator, text, node.left.end, node.right.start)
  }
  return []
}

const exchange = (operator: string, text: string, from: number, to: number): ReadonlyArray<Change> => {
  const other = others[operator]
  const start = text.indexOf(operator, from)
  if (other === undefined || start < 0 || start >= to) return []
  return [{ kind: other[1], start, end: start + operator.length, after: other[0] }]
}

/** Reports whether a node is a string. `+` concatenates strings, so `-` would be a type error. */
const isTextual = (node: Node): boolean =>
  node.type === "TemplateLiteral" || (node.type === "Literal" && typeof node.value === "string") ||
  (node.type === "BinaryExpression" && node.operator === "+" && [node.left, node.right].some(isTextual))

const extremeChanges = (node: Node & { readonly type: "CallExpression" }): ReadonlyArray<Change> => {
  const after = extremes.get(calledName(node))
  const { end, start } = node.callee
  return after === undefined ? [] : [{ kind: "arithmetic", start, end, after }]
}

const extremes = new Map([["Math.min", "Math.max"], ["Math.max", "Math.min"]])
