import type { Change } from "./Fault.ts"
import { calledName, type NodePath } from "./Syntax.ts"

/**
 * Returns the changes that make a condition constant. A loop condition only becomes false, so that no loop is endless.
 */
export const conditionChanges = ({ node }: NodePath): ReadonlyArray<Change> => {
  switch (node.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return ["true", "false"].map((after) => ({
        kind: "condition",
        start: node.test.start,
        end: node.test.end,
        after
      }))
    case "WhileStatement":
    case "DoWhileStatement":
    case "ForStatement":
      return node.test === null || node.test === undefined || node.test.type === "Literal"
        ? []
        : [{ kind: "condition", start: node.test.start, end: node.test.end, after: "false" }]
    default:
      return []
  }
}

/** Methods that return the type of their object, so that a chain of calls also works without them. */
const removable = new Set([
  "filter",
  "slice",
  "sort",
  "toSorted",
  "reverse",
  "toReversed",
  "trim",
  "toLowerCase",
  "toUpperCase",
  "normalize"
])

const quantifiers = new Map([["some", "every"], ["every", "some"]])

/** Returns the changes of a method call: its removal, or the exchange of `some` and `every`. */
export const filterChanges = ({ node }: NodePath): ReadonlyArray<Change> => {
  if (node.type !== "CallExpression" || node.callee.type !== "MemberExpression") return []
  const { object, property } = node.callee
  const method = calledName(node).split(".").at(-1)!
  if (removable.has(method) && !/^[A-Z]/.test(calledName(node))) {
    return [{ kind: "filter", start: object.end, end: node.end, after: "" }]
  }
  const other = quantifiers.get(method)
  return other === undefined ? [] : [{ kind: "filter", start: property.start, end: property.end, after: other }]
}
