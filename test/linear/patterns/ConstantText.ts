import { dirname, join } from "node:path"
import { type Expression, type ModuleExportName, type Node, parseSync, type Program } from "oxc-parser"
import { readText } from "../../house/Tree.ts"

/** A module whose constants can be evaluated. */
export interface Module {
  readonly file: string
  readonly text: string
  readonly program: Program
}

/** Sample values for expressions whose value is known only at run time, by file and source text of the expression. */
export type Samples = Readonly<Record<string, Readonly<Record<string, string>>>>

export interface ConstantContext {
  readonly module: Module
  readonly samples: Samples
  /** Returns another module of the tree. */
  readonly load: (file: string) => Module
}

export const parseModule = (file: string, text = readText(file)): Module => {
  const { errors, program } = parseSync(file, text)
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]!.message}`)
  return { file, text, program }
}

/** Returns the text that an expression evaluates to; null if it is not a constant and has no sample. */
export const constantText = (expression: Node, context: ConstantContext): string | null => {
  const { module, samples } = context
  const sample = samples[module.file]?.[module.text.slice(expression.start, expression.end)]
  if (sample !== undefined) return sample
  switch (expression.type) {
    case "Literal":
      return "regex" in expression ? null : String(expression.value)
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSSatisfiesExpression":
      return constantText(expression.expression, context)
    case "BinaryExpression":
      return expression.operator === "+" ? joined([expression.left, expression.right], "", context) : null
    case "TemplateLiteral":
      return templateText(expression.quasis.map(({ value }) => value.cooked ?? ""), expression.expressions, context)
    case "TaggedTemplateExpression":
      return isStringRaw(expression.tag)
        ? templateText(expression.quasi.quasis.map(({ value }) => value.raw), expression.quasi.expressions, context)
        : null
    case "Identifier":
      return ofBinding(expression.name, context, constantText)
    case "MemberExpression":
      return nameOf(expression.property) === "source" ? sourceText(expression.object, context) : null
    case "CallExpression":
      return joinText(expression.callee, expression.arguments, context)
    default:
      return null
  }
}

/**
 * Returns the source of a regular expression, or null if it is unknown.
 *
 * The expression is a literal, `new RegExp` with a constant, or the name of a constant with such a value.
 */
const sourceText = (expression: Node, context: ConstantContext): string | null => {
  if (expression.type === "Literal") return "regex" in expression ? expression.regex.pattern : null
  if (expression.type === "NewExpression") {
    const [source] = expression.arguments
    return source === undefined ? null : constantText(source, context)
  }
  return expression.type === "Identifier" ? ofBinding(expression.name, context, sourceText) : null
}

const isStringRaw = (tag: Node): boolean =>
  tag.type === "MemberExpression" && nameOf(tag.object) === "String" && nameOf(tag.property) === "raw"

const nameOf = (node: Node): string | null => node.type === "Identifier" ? node.name : null

const joined = (parts: ReadonlyArray<Node>, separator: string, context: ConstantContext): string | null => {
  const texts = parts.map((part) => constantText(part, context))
  return texts.some((text) => text === null) ? null : texts.join(separator)
}

const templateText = (
  quasis: ReadonlyArray<string>,
  expressions: ReadonlyArray<Expression>,
  context: ConstantContext
): string | null => {
  const texts = expressions.map((expression) => constantText(expression, context))
  return texts.some((text) => text === null) ? null : quasis.map((quasi, at) => quasi + (texts[at] ?? "")).join("")
}

/** Evaluates `[…].join("…")` if all items and the separator are constants. */
const joinText = (callee: Node, args: ReadonlyArray<Node>, context: ConstantContext): string | null => {
  if (callee.type !== "MemberExpression" || nameOf(callee.property) !== "join") return null
  const separator = args[0] === undefined ? "," : constantText(args[0], context)
  const { object } = callee
  if (object.type !== "ArrayExpression" || separator === null) return null
  return joined(object.elements.filter((element) => element !== null), separator, context)
}

/** Evaluates the value of a top-level constant of this module or of an imported one. */
const ofBinding = (
  name: string,
  context: ConstantContext,
  evaluate: (expression: Node, context: ConstantContext) => string | null
): string | null => {
  for (const statement of context.module.program.body) {
    if (statement.type === "ImportDeclaration") {
      const specifier = statement.specifiers.find(({ local }) => local.name === name)
      if (specifier?.type !== "ImportSpecifier" || !statement.source.value.startsWith(".")) continue
      const module = context.load(join(dirname(context.module.file), statement.source.value))
      return ofBinding(exportedName(specifier.imported), { ...context, module }, evaluate)
    }
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") continue
    const found = declaration.declarations.find(({ id }) => nameOf(id) === name)
    if (found?.init) return evaluate(found.init, context)
  }
  return null
}

const exportedName = (name: ModuleExportName): string => name.type === "Literal" ? name.value : name.name
