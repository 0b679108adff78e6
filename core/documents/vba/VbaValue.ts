/**
 * Value of an expression as far as it can be known without running it; null if unknown. A text may contain unknown
 * gaps.
 */
export type VbaValue = string | number | ReadonlyArray<string | number> | null

/** Marks an unknown part of a text. */
export const gap = "\0"

/** Maximum characters of one computed text. */
export const foldedCharsMax = 65_536

/**
 * Concatenates two values, for `&`, and for `+` with a text. If the result exceeds `foldedCharsMax`, only the right
 * part is kept.
 */
export const concatenate = (left: VbaValue, right: VbaValue): VbaValue => {
  if (left === null && right === null) return null
  const [before, after] = [textOrGap(left), textOrGap(right)]
  if (before.length + after.length > foldedCharsMax) return after.length <= foldedCharsMax ? after : null
  if (before === gap && after === gap) return null
  return before + after
}

export const textOrGap = (value: VbaValue): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : gap

/** Reports whether the text contains no unknown gap. */
export const isKnown = (text: string): boolean => !text.includes(gap)

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

/** Returns the precedence of an operator; 0 if it is none. */
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
