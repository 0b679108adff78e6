import { applyFunction, knownConstants } from "./VbaFunctions.ts"
import { isAnyWord, isMark, lowerCaseWordOf, type Statement } from "./VbaTokens.ts"
import { applyOperator, ownValue, precedenceOf, type VbaValue } from "./VbaValue.ts"

/** Maximum nesting of brackets. */
export const bracketDepthMax = 32
/** Maximum characters that functions process in one `ExpressionFolder`. */
export const processedCharsMax = 8_000_000

/**
 * A call `receiver.name values`. `receiver` is the word before the dot. It is empty if there is no such word, or if a
 * `With` statement names the object.
 */
export interface Call {
  readonly name: string
  readonly receiver: string
  readonly values: ReadonlyArray<VbaValue>
}

/** Receives the events of folding. */
export interface FoldingListener {
  /** Receives a value that is not folded further, for example an argument or an assigned value. */
  readonly text: (value: VbaValue) => void
  /** Receives a call with at least one argument. */
  readonly call: (call: Call) => void
  /** Receives an `Open path For mode` statement (MS-VBAL 5.4.5.1). */
  readonly open: (path: VbaValue, mode: string) => void
  /** Receives an assignment `receiver.name = value`. */
  readonly set: (name: string, value: VbaValue) => void
}

/** Keywords that can precede the name that a statement declares or assigns. */
const modifiers = new Set(["public", "private", "global", "static", "dim", "redim", "preserve", "const", "let", "set"])
/** Keywords of declarations. The name that follows is not called. */
const declarationKeywords = new Set(["public", "private", "global", "static", "dim"])
const fileModes = new Set(["append", "binary", "input", "output", "random"])
/** Signs that are unary operators. */
const signs = new Set(["-", "+"])
const signWords = new Set(["not", "byval", "byref", "addressof", "new", "typeof"])

/**
 * Computes the values of expressions without running code. Expressions contain concatenated strings, numbers, and
 * functions that only transform values. Reads each statement once, in linear time.
 */
export class ExpressionFolder {
  /** Last assigned value of each name. */
  private readonly variables = new Map<string, VbaValue>()
  /** Names whose values are extended by statements such as `a = a & b` and are not yet reported. */
  private readonly extendedNames = new Set<string>()
  private readonly constants: ReadonlyMap<string, VbaValue>
  private readonly listener: FoldingListener
  private statement: Statement = []
  private at = 0
  private processedChars = 0

  /** @param constants values of names that are valid in the whole source */
  constructor(constants: ReadonlyMap<string, VbaValue>, listener: FoldingListener) {
    this.constants = constants
    this.listener = listener
  }

  /** Reports the value of each extended name. Returns the final values of all names. */
  finish(): ReadonlyMap<string, VbaValue> {
    for (const name of this.extendedNames) this.listener.text(this.variables.get(name) ?? null)
    this.extendedNames.clear()
    return this.variables
  }

  run(statement: Statement): void {
    this.statement = statement
    // Skips a line number at the start of the statement.
    this.at = statement[0]?.kind === "number" ? 1 : 0
    while (isAnyWord(statement[this.at], modifiers)) this.at++
    if (this.assignedName() !== null) this.runAssignments()
    else if (isAnyWord(statement[0], declarationKeywords)) this.foldRest()
    else if (lowerCaseWordOf(statement[this.at]) === "open" && statement.length > 3) this.runOpen()
    else this.runCall()
  }

  /** Returns the name in `name = value` or `name As type = value`; null for any other statement. */
  private assignedName(): string | null {
    const name = lowerCaseWordOf(this.statement[this.at])
    const isAssigned = isMark(this.statement[this.at + 1], "=") ||
      lowerCaseWordOf(this.statement[this.at + 1]) === "as" && isMark(this.statement[this.at + 3], "=")
    return isAssigned ? name : null
  }

  private runAssignments(): void {
    for (let name = this.assignedName(); name !== null; name = this.assignedName()) {
      const start = this.at += isMark(this.statement[this.at + 1], "=") ? 2 : 4
      const value = this.fold(1, 0)
      const isSelf = this.statement.slice(start, start + selfTokensMax).some((token) => lowerCaseWordOf(token) === name)
      this.assign(name, value, isSelf)
      if (!isMark(this.statement[this.at], ",")) break
      this.at++
    }
    this.foldRest()
  }

  private assign(name: string, value: VbaValue, isSelf: boolean): void {
    if (isSelf) this.extendedNames.add(name)
    else {
      if (this.extendedNames.delete(name)) this.listener.text(this.variables.get(name) ?? null)
      this.listener.text(value)
    }
    this.variables.set(name, value)
  }

  private runOpen(): void {
    this.at++
    const path = this.fold(1, 0)
    const mode = lowerCaseWordOf(this.statement[this.at + 1]) ?? ""
    this.listener.text(path)
    if (lowerCaseWordOf(this.statement[this.at]) === "for" && fileModes.has(mode)) this.listener.open(path, mode)
    this.foldRest()
  }

  /** Folds a statement `name values` or `receiver.name = value`. */
  private runCall(): void {
    if (lowerCaseWordOf(this.statement[this.at]) === "call") this.at++
    const target = this.foldPath(0)
    if (isMark(this.statement[this.at], "=")) {
      this.at++
      const value = this.fold(1, 0)
      this.listener.set(target.name, value)
      this.listener.text(value)
      this.foldRest()
      return
    }
    const isExpression = precedenceOf(this.operator()) > 0 && !isMark(this.statement[this.at], "-")
    if (isExpression) this.listener.text(this.foldOn(target.value, 1, 0))
    const values = this.foldRest()
    if (!isExpression && target.name !== "" && values.length > 0) {
      this.listener.call({ name: target.name, receiver: target.receiver, values })
    }
  }

  private foldRest(): ReadonlyArray<VbaValue> {
    const values: Array<VbaValue> = []
    while (this.at < this.statement.length) {
      const before = this.at
      if (isMark(this.statement[this.at], ",")) {
        this.at++
        // Keeps the position of an omitted argument.
        if (before > 0 && isMark(this.statement[before - 1], ",")) values.push(omittedArgument)
        continue
      }
      this.skipArgumentName()
      const value = this.fold(1, 0)
      this.listener.text(value)
      if (values.length < valuesMax) values.push(value)
    }
    return values
  }

  private skipArgumentName(): void {
    if (lowerCaseWordOf(this.statement[this.at]) !== null && isMark(this.statement[this.at + 1], ":=")) this.at += 2
  }

  private operator(): string {
    const token = this.statement[this.at]
    return token?.kind === "mark" ? token.text : token?.kind === "word" ? token.name : ""
  }

  private fold(precedenceMin: number, depth: number): VbaValue {
    return this.foldOn(this.foldOperand(depth), precedenceMin, depth)
  }

  private foldOn(first: VbaValue, precedenceMin: number, depth: number): VbaValue {
    let value = first
    while (this.at < this.statement.length) {
      const operator = this.operator()
      const precedence = precedenceOf(operator)
      if (precedence < precedenceMin) break
      this.at++
      // Skips the second sign of `<=`, `>=` and `<>`.
      while (precedence === comparison && precedenceOf(this.operator()) === comparison) this.at++
      const right = this.fold(precedence + 1, depth)
      const result = applyOperator(operator, value, right)
      // Reports values that are not folded further: both sides of a comparison, and strings that became too long.
      if (result === null || lengthOf(result) < lengthOf(value)) this.listener.text(value)
      if (result === null) this.listener.text(right)
      value = result
    }
    return value
  }

  private foldOperand(depth: number): VbaValue {
    let isNegative = false
    while (signs.has(this.operator()) || signWords.has(this.operator())) {
      if (this.operator() === "-") isNegative = !isNegative
      this.at++
    }
    const value = this.foldPlain(depth)
    return isNegative ? typeof value === "number" ? -value : null : value
  }

  private foldPlain(depth: number): VbaValue {
    const token = this.statement[this.at]
    if (token === undefined) return null
    if (token.kind === "word" || isMark(token, ".")) return this.foldPath(depth).value
    if (isMark(token, "(") && depth < bracketDepthMax) {
      const [value, ...more] = this.foldBrackets(depth)
      return more.length === 0 ? value ?? null : null
    }
    // The caller consumes the token that ends an expression.
    if (token.kind === "mark" && (token.text === ")" || token.text === ",") && depth > 0) return null
    this.at++
    return token.kind === "text" ? token.text : token.kind === "number" ? token.value : null
  }

  /** Folds `a`, `a(1)` or `a.b(1).c`. Reports each name that is called with arguments. */
  private foldPath(depth: number): Path {
    let [name, receiver, isCalled] = ["", "", false]
    let value: VbaValue = null
    for (;;) {
      const token = this.statement[this.at]
      if (
        token?.kind === "word" &&
        (name === "" || isMark(this.statement[this.at - 1], ".") || isMark(this.statement[this.at - 1], "!"))
      ) {
        receiver = name
        name = token.name
        isCalled = false
        this.at++
        value = isMark(this.statement[this.at], ".") ? null : this.valueOf(name)
      } else if (isMark(token, ".") || isMark(token, "!")) this.at++
      else if (isMark(token, "(") && depth < bracketDepthMax && !isCalled) {
        const values = this.foldBrackets(depth)
        isCalled = true
        value = this.call(name, receiver, values, value)
      } else break
    }
    return { name, receiver, value }
  }

  private call(name: string, receiver: string, values: ReadonlyArray<VbaValue>, current: VbaValue): VbaValue {
    // The call selects an item of a known list.
    if (Array.isArray(current) && values.length === 1 && typeof values[0] === "number") {
      return current[values[0]] ?? null
    }
    this.processedChars += values.reduce<number>((sum, value) => sum + sizeOf(value), 1)
    const result = this.processedChars > processedCharsMax ? undefined : applyFunction(name, values)
    if (result !== undefined && result !== null) return result
    for (const value of values) this.listener.text(value)
    if (values.length > 0 && name !== "") this.listener.call({ name, receiver, values })
    return result === undefined ? current : null
  }

  private valueOf(name: string): VbaValue {
    return this.variables.get(name) ?? this.constants.get(name) ??
      ownValue(knownConstants, name) ?? null
  }

  /** Folds the values in brackets, from the opening bracket to the closing bracket. */
  private foldBrackets(depth: number): ReadonlyArray<VbaValue> {
    this.at++
    const values: Array<VbaValue> = []
    while (this.at < this.statement.length && !isMark(this.statement[this.at], ")")) {
      const before = this.at
      if (isMark(this.statement[this.at], ",")) {
        this.at++
        if (isMark(this.statement[before - 1], ",") || isMark(this.statement[before - 1], "(")) {
          values.push(omittedArgument)
        }
        continue
      }
      this.skipArgumentName()
      const value = this.fold(1, depth + 1)
      if (values.length < valuesMax) values.push(value)
      else this.listener.text(value)
    }
    this.at++
    return values
  }
}

interface Path {
  readonly name: string
  readonly receiver: string
  readonly value: VbaValue
}

/** Value of an omitted argument, which counts as known. */
const omittedArgument = ""
const comparison = precedenceOf("=")
/** Maximum arguments of one call. */
const valuesMax = 4_096
/** Maximum tokens of an assigned expression that are searched for the assigned name. */
const selfTokensMax = 64

const lengthOf = (value: VbaValue): number => typeof value === "string" ? value.length : 0

const sizeOf = (value: VbaValue): number =>
  typeof value === "string" ? value.length : Array.isArray(value) ? value.length : 1
