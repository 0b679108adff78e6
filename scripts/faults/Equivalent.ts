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

export const equivalents: ReadonlyArray<Equivalent> = []

/** Reports whether a fault is on the list; `text` is that of its file. */
export const isEquivalent = (fault: Fault, text: string, listed = equivalents): boolean => {
  const line = lineOf(fault, text)
  return listed.some((one) =>
    one.file === fault.file && one.line === line && one.before === fault.before && one.after === fault.after
  )
}

/** The line of a source that a fault begins in. */
export const lineOf = ({ line }: Fault, text: string): string => text.split("\n")[line - 1]!.trim()
