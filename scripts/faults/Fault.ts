/** Kinds of planted faults, with a description of the change. */
export const faultKinds = {
  comparison: "`<` becomes `<=`, `>` becomes `>=`, and back",
  equality: "`===` becomes `!==`, and back",
  logic: "`&&` becomes `||`, and back; `!` and the fallback behind `??` are removed",
  arithmetic: "`+` becomes `-`, `*` becomes `/`, and back; `Math.min` becomes `Math.max`, and back",
  number: "0 becomes 1, 1 becomes 0, any other number grows by 1",
  step: "a whole number above 1 shrinks by 1; a fraction grows and shrinks by 1 in its last digit",
  boolean: "true becomes false, and back",
  string: "a string becomes empty, an empty string becomes a text",
  condition: "the condition of an `if`, a ternary or a loop becomes constant",
  filter: "`.filter(f)`, `.slice(…)`, `.toSorted(…)` and similar calls are removed; `.some` becomes `.every`, and back",
  statement: "a statement that runs for its effect is removed",
  return: "a `return`, `throw`, `break` or `continue` that ends a path early is removed",
  sql: "a condition in SQL is dropped, a comparison or an order in SQL is reversed",
  account: "a condition on an account, a site or a member is dropped, or its id in a key"
} as const

export type FaultKind = keyof typeof faultKinds

/** Change to a source file that the file's tests should detect. */
export interface Fault {
  /** Path relative to the repository's root, with forward slashes. */
  readonly file: string
  /** Offset of the first changed character, in UTF-16 units. */
  readonly start: number
  /** Offset after the last changed character. */
  readonly end: number
  /** One-based line number. */
  readonly line: number
  /** One-based column number. */
  readonly column: number
  readonly kind: FaultKind
  /** Text between `start` and `end`. */
  readonly before: string
  /** Text that replaces `before`. */
  readonly after: string
}

/** Source file in which faults can be planted. */
export interface Source {
  readonly file: string
  readonly text: string
}

/** Part of a fault that a finder determines. `toFaults` derives the rest from the source. */
export interface Change {
  readonly kind: FaultKind
  readonly start: number
  readonly end: number
  readonly after: string
}

/** Converts changes to faults, with the file, the position and the replaced text. */
export const toFaults = ({ file, text }: Source, changes: ReadonlyArray<Change>): ReadonlyArray<Fault> => {
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return changes.map(({ after, end, kind, start }) => {
    const line = lineStarts.findLastIndex((lineStart) => lineStart <= start)
    return {
      file,
      start,
      end,
      line: line + 1,
      column: start - lineStarts[line]! + 1,
      kind,
      before: text.slice(start, end),
      after
    }
  })
}

/** Returns the source's text with the fault in it. */
export const plantFault = ({ after, end, start }: Fault, text: string): string =>
  text.slice(0, start) + after + text.slice(end)
