import type { Statement } from "oxc-parser"
import type { Change } from "./Fault.ts"
import { isFunction, type Place } from "./Syntax.ts"

/** Returns the removal of the statement at a place, if it runs for its effect or ends a path early. */
export const statementChanges = (place: Place): ReadonlyArray<Change> => {
  const { node } = place
  const { end, start } = node
  switch (node.type) {
    case "ExpressionStatement":
      return node.expression.type === "Literal" ? [] : [{ kind: "statement", start, end, after: ";" }]
    case "ReturnStatement":
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return isLastOfFunction(place) || isWholeBranch(place) ? [] : [{ kind: "return", start, end, after: ";" }]
    default:
      return []
  }
}

/** Reports whether the statement ends a function. Its removal is skipped, since any call would notice it. */
const isLastOfFunction = ({ node, parent }: Place): boolean =>
  parent !== null && parent.node.type === "BlockStatement" && parent.node.body.at(-1) === node &&
  parent.parent !== null && isFunction(parent.parent.node)

/** Reports whether the statement is all of a branch. A constant condition of the `if` is the same fault. */
const isWholeBranch = (place: Place): boolean => {
  const { node, parent } = place
  if (parent === null) return false
  if (parent.node.type === "BlockStatement") return parent.node.body.length === 1 && isWholeBranch(parent)
  return parent.node.type === "IfStatement" &&
    [parent.node.consequent, parent.node.alternate].includes(node as Statement)
}
