import type { Statement } from "oxc-parser"
import type { Change } from "./Fault.ts"
import { isFunction, type NodePath } from "./Syntax.ts"

/** Returns the removal of a statement that runs for its effect or ends a path early. */
export const statementChanges = (nodePath: NodePath): ReadonlyArray<Change> => {
  const { node } = nodePath
  const { end, start } = node
  switch (node.type) {
    case "ExpressionStatement":
      return node.expression.type === "Literal" ? [] : [{ kind: "statement", start, end, after: ";" }]
    case "ReturnStatement":
    case "ThrowStatement":
    case "BreakStatement":
    case "ContinueStatement":
      return isLastOfFunction(nodePath) || isWholeBranch(nodePath) ? [] : [{ kind: "return", start, end, after: ";" }]
    default:
      return []
  }
}

/** Reports whether a statement ends a function. Such a statement is not removed, because any test would notice it. */
const isLastOfFunction = ({ node, parent }: NodePath): boolean =>
  parent !== null && parent.node.type === "BlockStatement" && parent.node.body.at(-1) === node &&
  parent.parent !== null && isFunction(parent.parent.node)

/**
 * Reports whether a statement is the whole branch of an `if`. Removing it is the same as a constant condition, which is
 * another fault.
 */
const isWholeBranch = (nodePath: NodePath): boolean => {
  const { node, parent } = nodePath
  if (parent === null) return false
  if (parent.node.type === "BlockStatement") return parent.node.body.length === 1 && isWholeBranch(parent)
  return parent.node.type === "IfStatement" &&
    [parent.node.consequent, parent.node.alternate].includes(node as Statement)
}
