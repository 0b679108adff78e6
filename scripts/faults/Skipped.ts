import { ancestorsOf, calledName, type NodePath } from "./Syntax.ts"

/** Matches calls whose arguments are names or texts for people. */
const named = /^(?:Effect\.(?:fn|fnUntraced|withSpan|log\w*|annotate\w*)|console\.\w+|\w*Error|\.annotate\w*)$/

/** Properties that contain texts for people. */
const described = new Set(["message", "description", "title", "summary"])

/** Reports whether a node is part of a name or of a text for people. Tests need not repeat such texts. */
export const isWording = (nodePath: NodePath): boolean =>
  isSentence(nodePath) || [nodePath, ...ancestorsOf(nodePath)].some(isWorded)

/**
 * Reports whether a node is the value of Effect's option `discard`. It only affects a result that the types prevent
 * from being read.
 */
export const isDiscard = ({ key, parent }: NodePath): boolean =>
  key === "value" && parent?.node.type === "Property" && parent.node.key.type === "Identifier" &&
  parent.node.key.name === "discard"

const isWorded = ({ key, node, parent }: NodePath): boolean => {
  if (parent === null) return false
  // Matches the name in `class InvalidName extends Schema.TaggedError<InvalidName>()("InvalidName", …)`.
  if (key === "superClass") return true
  if (parent.node.type === "Property" && key === "value") {
    return parent.node.key.type === "Identifier" && described.has(parent.node.key.name)
  }
  return key === "arguments" && !/Function/.test(node.type) && named.test(calledName(parent.node))
}

/** Reports whether a node is a string of at least three words that begins with a capital letter. */
const isSentence = ({ node }: NodePath): boolean => {
  const text = node.type === "TemplateLiteral" ? node.quasis.map(({ value }) => value.raw).join("…") : ""
  return /^[A-Z]\S*\s+\S+\s+\S/.test(node.type === "Literal" && typeof node.value === "string" ? node.value : text)
}
