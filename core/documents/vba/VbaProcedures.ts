import type { VbaModule } from "../facts/Fact.ts"
import { isAnyWord, isMark, lowerCaseWordOf, type Statement, statementsOf } from "./VbaTokens.ts"

/** A `Sub`, `Function` or `Property` with its body. */
export interface Procedure {
  readonly name: string
  readonly module: string
  /** The procedure belongs to a form. Only the user or the code that shows the form triggers the form's events. */
  readonly isInForm: boolean
  readonly header: Statement
  readonly body: ReadonlyArray<Statement>
}

/** An external library function: `Declare Function name Lib "lib" Alias "alias"`. */
export interface Declaration {
  readonly name: string
  readonly library: string
  /** Name of the function in the library. */
  readonly alias: string
}

export interface ParsedModule {
  readonly name: string
  readonly procedures: ReadonlyArray<Procedure>
  readonly declarations: ReadonlyArray<Declaration>
  /** Statements outside procedures, except `Option` lines and compiler directives. */
  readonly statements: ReadonlyArray<Statement>
}

const modifiers = new Set(["public", "private", "friend", "global", "static"])
const kinds = new Set(["sub", "function", "property"])
const accessors = new Set(["get", "let", "set"])

export const parseModule = ({ name, source }: VbaModule): ParsedModule => {
  const procedures: Array<Procedure> = []
  const declarations: Array<Declaration> = []
  const statements: Array<Statement> = []
  const isInForm = isForm(source)
  let body: Array<Statement> | null = null
  for (const statement of statementsOf(source)) {
    const first = lowerCaseWordOf(statement[0])
    if (isMark(statement[0], "#")) continue
    const opened = headerOf(statement)
    if (opened !== null) {
      body = []
      procedures.push({ name: opened.name, module: name, isInForm, header: opened.rest, body })
    } else if (first === "end" && isAnyWord(statement[1], kinds)) body = null
    else if (body !== null) body.push(statement)
    else {
      const declaration = declarationOf(statement)
      if (declaration !== null) declarations.push(declaration)
      if (first !== "option") statements.push(statement)
    }
  }
  return { name, procedures, declarations, statements }
}

/** Reports whether a module contains more than `Attribute` and `Option` lines, comments and empty procedures. */
export const hasCode = ({ procedures, statements }: ParsedModule): boolean =>
  statements.length > 0 || procedures.some(({ body }) => body.length > 0)

/**
 * Reports whether a module is a form. The base class of a form consists of two GUIDs, and the base class of a document
 * or sheet of only one GUID (observed in Office files).
 */
const isForm = (source: string): boolean =>
  /^Attribute VB_Base = "0\{[\dA-F-]{1,40}\}\{[\dA-F-]{1,40}\}/im.test(source.slice(0, headCharsMax))

/** Number of leading characters of a module that are searched for its base class. */
const headCharsMax = 4_096

const headerOf = (statement: Statement): { readonly name: string; readonly rest: Statement } | null => {
  let at = 0
  while (isAnyWord(statement[at], modifiers)) at++
  if (!isAnyWord(statement[at], kinds)) return null
  if (lowerCaseWordOf(statement[at]) === "property" && isAnyWord(statement[at + 1], accessors)) at++
  const name = statement[at + 1]
  return name?.kind === "word" ? { name: name.text, rest: statement.slice(at + 1) } : null
}

const declarationOf = (statement: Statement): Declaration | null => {
  let at = 0
  while (isAnyWord(statement[at], modifiers)) at++
  if (lowerCaseWordOf(statement[at++]) !== "declare") return null
  if (lowerCaseWordOf(statement[at]) === "ptrsafe") at++
  if (!isAnyWord(statement[at++], kinds)) return null
  const name = statement[at]
  if (name?.kind !== "word") return null
  const textAfter = (keyword: string): string | null => {
    const value = statement.find((_, index) => index > at + 1 && lowerCaseWordOf(statement[index - 1]) === keyword)
    return value?.kind === "text" ? value.text : null
  }
  const library = textAfter("lib")
  return library === null ? null : { name: name.text, library, alias: textAfter("alias") ?? name.text }
}
