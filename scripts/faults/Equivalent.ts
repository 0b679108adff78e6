import type { Fault } from "./Fault.ts"

/** A fault that changes nothing that anybody could see, so that no test can catch it. */
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
    reason: "A missing class ID is tested as the text `undefined`, which is no class ID either."
  },
  {
    file: "core/members/PasswordPolicy.ts",
    line: "if (typed.length > passwordCharsMax * 4) return tooLong",
    before: ">",
    after: ">=",
    reason: "A text of exactly this length has too many characters in any case, also after NFC has joined three to one."
  }
]

/** Reports whether a fault is on the list; `text` is that of its file. */
export const isEquivalent = (fault: Fault, text: string, listed = equivalents): boolean => {
  const line = lineOf(fault, text)
  return listed.some((one) =>
    one.file === fault.file && one.line === line && one.before === fault.before && one.after === fault.after
  )
}

/** The line of a source that a fault begins in. */
export const lineOf = ({ line }: Fault, text: string): string => text.split("\n")[line - 1]!.trim()
