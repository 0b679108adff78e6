/**
 * What an expression comes to as far as it can be known without running it: null for what cannot. A text may have gaps of
 * that kind.
 */
export type VbaValue = string | number | ReadonlyArray<string | number> | null

/** Stands in a text for a part that is not known. */
export const gap = "\0"

/** Characters of one text that is put together. */
export const foldedCharsMax = 65_536

/** `&`, and `+` where there is a text. What is put together is never longer than `foldedCharsMax`: then the end is kept. */
export const joined = (left: VbaValue, right: VbaValue): VbaValue => {
  if (left === null && right === null) return null
  const [before, after] = [textOrGap(left), textOrGap(right)]
  if (before.length + after.length > foldedCharsMax) return after.length <= foldedCharsMax ? after : null
  if (before === gap && after === gap) return null
  return before + after
}

export const textOrGap = (value: VbaValue): string =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : gap

/** Whether it is known from its beginning to its end. */
export const isKnown = (text: string): boolean => !text.includes(gap)

/** The value of a name that a document chose, in a table of ours: none that every object has, such as `constructor`. */
export const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** By their precedence, lowest first (MS-VBAL 5.6.9). */
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

/** 0: no operator. */
export const precedenceOf = (operator: string): number => ownValue(precedences, operator) ?? 0

export const applied = (operator: string, left: VbaValue, right: VbaValue): VbaValue => {
  if (operator === "&") return joined(left, right)
  if (typeof left === "number" && typeof right === "number") return arithmetic(operator, left, right)
  return operator === "+" && (typeof left === "string" || typeof right === "string") ? joined(left, right) : null
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
