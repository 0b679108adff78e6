import type { Change } from "./Fault.ts"
import type { NodePath } from "./Syntax.ts"

/** Returns the changes of a constant: a number, a boolean or a string. */
export const valueChanges = (nodePath: NodePath): ReadonlyArray<Change> => {
  const { node } = nodePath
  if (isName(nodePath)) return []
  const { end, start } = node
  if (node.type === "TemplateLiteral") {
    return end - start > 2 && nodePath.key !== "quasi" ? [{ kind: "string", start, end, after: "\"\"" }] : []
  }
  if (node.type !== "Literal") return []
  switch (typeof node.value) {
    case "number":
      return [
        { kind: "number", start, end, after: String(node.value === 1 ? 0 : node.value + 1) },
        ...steppedFrom(node.value).map((after) => ({ kind: "step", start, end, after }) as const)
      ]
    case "bigint":
      return [{ kind: "number", start, end, after: `${node.value === 1n ? 0n : node.value + 1n}n` }]
    case "boolean":
      return [{ kind: "boolean", start, end, after: String(!node.value) }]
    case "string":
      return [{ kind: "string", start, end, after: node.value === "" ? "\"planted\"" : "\"\"" }]
    default:
      return []
  }
}

/**
 * Returns the adjacent values of a weight or threshold. For a whole number, it returns only the lower value, because
 * kind `number` covers the higher one.
 */
const steppedFrom = (value: number): ReadonlyArray<string> => {
  if (Number.isInteger(value)) return value > 1 ? [String(value - 1)] : []
  const digits = String(value).split(".")[1]?.length ?? 0
  return [1, -1].map((sign) => (value + sign * 10 ** -digits).toFixed(digits))
}

/** Reports whether a node is the name of a property or module, or part of JSX, and not a value. */
const isName = ({ key, parent }: NodePath): boolean =>
  (key === "key" && parent !== null && "computed" in parent.node && !parent.node.computed) ||
  (key === "source" && parent !== null && /^(?:Import|Export)/.test(parent.node.type)) ||
  (parent !== null && parent.node.type.startsWith("JSX"))
