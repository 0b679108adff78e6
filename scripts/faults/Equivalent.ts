import type { Fault } from "./Fault.ts"

/** A fault without an observable effect, which no test can catch. */
export interface Equivalent {
  readonly file: string
  /** The line of the source, without the spaces around it. */
  readonly line: string
  readonly before: string
  readonly after: string
  readonly reason: string
}

export const equivalents: ReadonlyArray<Equivalent> = [
  {
    file: "core/documents/judge/JudgeObjects.ts",
    line: "if (htmlControls.test(fact.classId ?? \"\")) {",
    before: " ?? \"\"",
    after: "",
    reason: "A missing class ID is tested as the text `undefined`, which is not a class ID either."
  },
  {
    file: "core/members/PasswordPolicy.ts",
    line: "if (typed.length > passwordCharsMax * 4) return tooLong",
    before: ">",
    after: ">=",
    reason: "A text of exactly this length is too long in any case: NFC composes at most three characters into one."
  }
]

/** Reports whether a fault is on the list. `text` is the text of the fault's file. */
export const isEquivalent = (fault: Fault, text: string, listed = equivalents): boolean => {
  const line = lineOf(fault, text)
  return listed.some((one) =>
    one.file === fault.file && one.line === line && one.before === fault.before && one.after === fault.after
  )
}

/** Returns the line of a source in which a fault begins, without the spaces around it. */
export const lineOf = ({ line }: Fault, text: string): string => text.split("\n")[line - 1]!.trim()
