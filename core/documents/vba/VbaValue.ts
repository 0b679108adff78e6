/**
 * Value of an expression, computed without running code; null if unknown. A string contains `unknownPart` where a part
 * is unknown.
 */
export type VbaValue = string | number | ReadonlyArray<string | number> | null

/** Character that marks an unknown part of a string. */
export const unknownPart = "\0"

/** Maximum characters of one computed string. */
export const foldedCharsMax = 65_536

/**
 * Concatenates two values, for `&`, and for `+` with a string. If the result would exceed `foldedCharsMax`, returns
 * only the right value.
 */
export const concatenate = (left: VbaValue, right: VbaValue): VbaValue => {
  if (left === null && right === null) return null
  const [before, after] = [textOrUnknown(left), textOrUnknown(right)]
  if (before.length + after.length > foldedCharsMax) return after.length <= foldedCharsMax ? after : null
  if (before === unknownPart && after === unknownPart) return null
  return before + after
}

export const textOrUnknown = (value: VbaValue): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : unknownPart

/** Reports whether all parts of a string are known. */
export const isFullyKnown = (text: string): boolean => !text.includes(unknownPart)

/** Looks up a name from the document in a table. Ignores inherited properties such as `constructor`. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Operators by precedence, lowest first (MS-VBAL 5.6.9). */
const precedences: Readonly<Record<string, number>> = {
  imp: 1,
  eqv: 2,
  xor: 3,
  or: 4,
  and: 5,
  "=": 7,
  "<": 7,
  ">": 7,
  like: 7,
  is: 7,
  "&": 8,
  "+": 9,
  "-": 9,
  mod: 10,
  "\\": 11,
  "*": 12,
  "/": 12,
  "^": 14
}

/** Returns the precedence of an operator; 0 for any other text. */
export const precedenceOf = (operator: string): number => ownValue(precedences, operator) ?? 0

export const applyOperator = (operator: string, left: VbaValue, right: VbaValue): VbaValue => {
  if (operator === "&") return concatenate(left, right)
  if (typeof left === "number" && typeof right === "number") return arithmetic(operator, left, right)
  return operator === "+" && (typeof left === "string" || typeof right === "string") ? concatenate(left, right) : null
}

const arithmetic = (operator: string, left: number, right: number): number | null => {
  const result = compute(operator, left, right)
  return result !== null && Number.isFinite(result) ? result : null
}

const compute = (operator: string, left: number, right: number): number | null => {
  switch (operator) {
    case "+":
      return left + right
    case "-":
      return left - right
    case "*":
      return left * right
    case "/":
      return left / right
    case "\\":
      return Math.trunc(Math.round(left) / Math.round(right))
    case "mod":
      return Math.round(left) % Math.round(right)
    case "^":
      return left ** right
    case "xor":
      return left ^ right
    case "and":
      return left & right
    case "or":
      return left | right
    default:
      return null
  }
}
