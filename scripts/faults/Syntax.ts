import { type Node, parseSync, visitorKeys } from "oxc-parser"
import type { Source } from "./Fault.ts"

/** Node of a syntax tree with its ancestors. */
export interface NodePath {
  readonly node: Node
  readonly parent: NodePath | null
  /** Property of the parent that contains the node, directly or in a list. */
  readonly key: string
}

/** Reports whether a node disappears when types are erased, or only connects modules. */
const isWithoutEffect = (node: Node): boolean =>
  /^(?:Import(?!Expression)|ExportAll|ExportSpecifier)/.test(node.type) ||
  (node.type.startsWith("TS") && !("expression" in node && /Expression$|Assertion$/.test(node.type)))

/** Lists the nodes of a source that exist at run time, parents first, in the order of the text. */
export const nodePathsOf = ({ file, text }: Source): ReadonlyArray<NodePath> => {
  const { errors, program } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`)
  const nodePaths: Array<NodePath> = []
  const visit = (node: Node, parent: NodePath | null, key: string): void => {
    if (isWithoutEffect(node)) return
    const nodePath = { node, parent, key }
    nodePaths.push(nodePath)
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, Node | null | ReadonlyArray<Node | null>>)[key]
      for (const one of [child].flat()) if (one !== null && one !== undefined) visit(one, nodePath, key)
    }
  }
  visit(program, null, "")
  return nodePaths
}

/** Reports whether the text has no syntax errors. The file name determines the language. */
export const isParsable = ({ file, text }: Source): boolean => parseSync(file, text).errors.length === 0

/** Lists the ancestors of a node, nearest first. */
export const ancestorsOf = ({ parent }: NodePath): ReadonlyArray<NodePath> =>
  parent === null ? [] : [parent, ...ancestorsOf(parent)]

export const isFunction = ({ type }: Node): boolean =>
  /^(?:ArrowFunction|Function)(?:Expression|Declaration)$/.test(type)

/** Reports whether a node is evaluated when its module is loaded, outside of any function. */
export const runsAtModuleLoad = (nodePath: NodePath): boolean =>
  !ancestorsOf(nodePath).some(({ node }) => isFunction(node) || node.type === "PropertyDefinition")

/**
 * Returns the name of the called function, such as `Effect.fn`. A method of an expression has a name such as `.filter`.
 * Returns an empty string for other nodes.
 */
export const calledName = (node: Node): string => {
  if (node.type !== "CallExpression" && node.type !== "NewExpression") return ""
  const { callee } = node
  if (callee.type === "Identifier") return callee.name
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier" || callee.computed) return ""
  return `${callee.object.type === "Identifier" ? callee.object.name : ""}.${callee.property.name}`
}
