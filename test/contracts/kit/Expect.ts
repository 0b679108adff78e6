/** Assertions of the contract suites. They depend on no test framework. */

/** Error that a contract throws if an adapter breaks it. The message names the expected and the actual value. */
export class ContractBroken extends Error {
  override readonly name = "ContractBroken"
}

interface Assertions {
  readonly toBe: (expected: unknown) => void
  /** Compares structures. A property that is undefined equals a missing property. */
  readonly toEqual: (expected: unknown) => void
  /** Compares the properties that `expected` contains. Arrays must have the same length. */
  readonly toMatchObject: (expected: object) => void
  readonly toHaveLength: (length: number) => void
  readonly toContain: (item: unknown) => void
  readonly toBeNull: () => void
  readonly toBeInstanceOf: (type: Function) => void
  readonly toBeGreaterThan: (limit: number) => void
  readonly toBeGreaterThanOrEqual: (limit: number) => void
  readonly toBeLessThan: (limit: number) => void
  readonly toBeLessThanOrEqual: (limit: number) => void
}

/** Asserts something about a value. Throws `ContractBroken`, with `about` in its message. */
export const expect = (actual: unknown, about = ""): Assertions & { readonly not: Assertions } => ({
  ...assertions(actual, about, false),
  not: assertions(actual, about, true)
})

const assertions = (actual: unknown, about: string, isNegated: boolean): Assertions => {
  const check = (holds: boolean, relation: string, expected: unknown) => {
    if (holds !== isNegated) return
    const prefix = about === "" ? "" : `${about}: `
    throw new ContractBroken(
      `${prefix}expected ${format(actual)} ${isNegated ? "not " : ""}${relation} ${format(expected)}`
    )
  }
  const compare = (relation: string, holds: (value: number) => boolean, limit: number) =>
    check(typeof actual === "number" && holds(actual), relation, limit)
  return {
    toBe: (expected) => check(Object.is(actual, expected), "to be", expected),
    toEqual: (expected) => check(isEqual(actual, expected, false), "to equal", expected),
    toMatchObject: (expected) => check(isEqual(actual, expected, true), "to match", expected),
    toHaveLength: (length) => check(isIndexed(actual) && actual.length === length, "to have the length", length),
    toContain: (item) => check(contains(actual, item), "to contain", item),
    toBeNull: () => check(actual === null, "to be", null),
    toBeInstanceOf: (type) => check(actual instanceof type, "to be an instance of", type.name),
    toBeGreaterThan: (limit) => compare("to be greater than", (value) => value > limit, limit),
    toBeGreaterThanOrEqual: (limit) => compare("to be at least", (value) => value >= limit, limit),
    toBeLessThan: (limit) => compare("to be less than", (value) => value < limit, limit),
    toBeLessThanOrEqual: (limit) => compare("to be at most", (value) => value <= limit, limit)
  }
}

const isIndexed = (value: unknown): value is ArrayLike<unknown> => typeof value === "string" || Array.isArray(value)

const contains = (actual: unknown, item: unknown): boolean =>
  typeof actual === "string" ? actual.includes(String(item)) : Array.isArray(actual) && actual.includes(item)

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null

/** Compares two values. With `isPartial`, `actual` may have further properties. */
const isEqual = (actual: unknown, expected: unknown, isPartial: boolean): boolean => {
  if (Object.is(actual, expected)) return true
  if (!isObject(actual) || !isObject(expected) || kindOf(actual) !== kindOf(expected)) return false
  if (actual instanceof Date && expected instanceof Date) return Object.is(actual.getTime(), expected.getTime())
  const [elements, others] = [elementsOf(actual), elementsOf(expected)]
  if (elements !== null && others !== null) {
    return elements.length === others.length && elements.every((item, at) => isEqual(item, others[at], isPartial))
  }
  const [entries, otherEntries] = [entriesOf(actual), entriesOf(expected)]
  if (entries !== null && otherEntries !== null) {
    // The order of the entries does not matter.
    return entries.length === otherEntries.length &&
      entries.every((entry) => otherEntries.some((other) => isEqual(entry, other, isPartial)))
  }
  const names = isPartial ? Object.keys(expected) : [...new Set([...Object.keys(actual), ...Object.keys(expected)])]
  return names.every((name) => isEqual(Reflect.get(actual, name), Reflect.get(expected, name), isPartial))
}

/** Returns the kind of an object: an array, a date, bytes, a map, a set, or any other object. */
const kindOf = (value: object): unknown => [Array, Date, Uint8Array, Map, Set].find((type) => value instanceof type)

/** Returns the elements of an array or of bytes; null for any other object. */
const elementsOf = (value: object): ReadonlyArray<unknown> | null =>
  Array.isArray(value) ? value : value instanceof Uint8Array ? [...value] : null

/** Returns the entries of a map or set; null for any other object. */
const entriesOf = (value: object): ReadonlyArray<unknown> | null =>
  value instanceof Map || value instanceof Set ? [...value] : null

/** Maximum number of characters of a value in a message. */
const formatCharsMax = 2_000

const format = (value: unknown): string => {
  const text = JSON.stringify(value, toPrintable) ?? String(value)
  return text.length > formatCharsMax ? `${text.slice(0, formatCharsMax)}…` : text
}

/** Converts values that JSON cannot contain. */
const toPrintable = (_: string, value: unknown): unknown =>
  typeof value === "bigint" ? `${value}n` : isObject(value) ? entriesOf(value) ?? value : value
