import { countText } from "./Formats.ts"

/** A sentence by the name of a field that is wrong; undefined of one that is not. */
export type Problems = Readonly<Record<string, string | undefined>>

/** Whether any field is wrong. */
export const hasProblem = (problems: Problems): boolean =>
  Object.values(problems).some((problem) => problem !== undefined)

/** What is said under a field that has to be filled in: nothing once it is. */
export const missing = (value: string, says: string): string | undefined => value.trim() === "" ? says : undefined

/** Enough to tell a slip; what an address really is, the server judges. */
export const notAnAddress = (value: string): string | undefined =>
  value.trim() === ""
    ? "Type an email address."
    : /^[^\s@]+@[^\s@]+$/.test(value.trim())
    ? undefined
    : "That is not an email address, such as ann@example.com."

/**
 * What is wrong with a whole number that was typed.
 *
 * @param value NaN: none was typed
 */
export const numberProblem = (
  value: number,
  { max, min }: { readonly min: number; readonly max: number }
): string | undefined =>
  Number.isNaN(value)
    ? `Type a number from ${countText(min)} to ${countText(max)}.`
    : value < min
    ? `At least ${countText(min)}.`
    : value > max
    ? `At most ${countText(max)}.`
    : Number.isInteger(value)
    ? undefined
    : "Type a whole number."
