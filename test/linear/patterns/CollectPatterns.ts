import { type Node, visitorKeys } from "oxc-parser"
import { type ConstantContext, constantText } from "./ConstantText.ts"

/** A regular expression in a source file. */
export interface Pattern {
  readonly file: string
  readonly line: number
  readonly source: string
  readonly flags: string
}

export interface ModulePatterns {
  readonly patterns: ReadonlyArray<Pattern>
  /** File and source text of each call whose pattern or flags are known only at run time. */
  readonly unknown: ReadonlyArray<string>
}

/** String methods that convert a string to a regular expression. */
const matchMethods = new Set(["match", "matchAll", "search"])

/** Lists the regular expressions of a module: literals, `RegExp(…)`, and strings passed to methods that match. */
export const collectPatterns = (context: ConstantContext): ModulePatterns => {
  const { module } = context
  const patterns: Array<Pattern> = []
  const unknown: Array<string> = []
  const add = (node: Node, source: string | null, flags: string | null): void => {
    if (source === null || flags === null) {
      unknown.push(`${module.file}: ${module.text.slice(node.start, node.end)}`)
      return
    }
    const line = module.text.slice(0, node.start).split("\n").length
    patterns.push({ file: module.file, line, source, flags })
  }
  const addCall = (node: Node, callee: Node, [source, flags]: ReadonlyArray<Node>): void => {
    if (source === undefined) return
    if (callee.type === "Identifier" && callee.name === "RegExp") {
      add(node, constantText(source, context), flags === undefined ? "" : constantText(flags, context))
    } else if (isMatch(callee) && isString(source)) add(node, constantText(source, context), "g")
  }
  const visit = (node: Node): void => {
    if (node.type === "Literal" && "regex" in node) add(node, node.regex.pattern, node.regex.flags)
    if (node.type === "NewExpression" || node.type === "CallExpression") addCall(node, node.callee, node.arguments)
    for (const key of visitorKeys[node.type] ?? []) {
      const child = (node as unknown as Record<string, Node | null | ReadonlyArray<Node | null>>)[key]
      for (const one of [child].flat()) if (one !== null && one !== undefined) visit(one)
    }
  }
  visit(module.program)
  return { patterns, unknown }
}

const isMatch = (callee: Node): boolean =>
  callee.type === "MemberExpression" && callee.property.type === "Identifier" && matchMethods.has(callee.property.name)

const isString = (node: Node): boolean =>
  node.type === "TemplateLiteral" || node.type === "Literal" && typeof node.value === "string"
