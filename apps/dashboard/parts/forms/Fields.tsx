import { Box, Group } from "@mantine/core"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { countText } from "../text/Formats.ts"

interface FieldsOptions {
  /** What is wrong with what stands in the fields now. */
  readonly problems: Problems
  /** What the server said of the last try. */
  readonly refused?: Readonly<Record<string, string>>
  /** Only when nothing is wrong. */
  readonly send: () => void
}

/**
 * The habit of every form: its button can always be pressed, what is wrong is said under its field once somebody has pressed it, and
 * the first such field has the focus then. The browser's own bubbles are off.
 */
export const useFields = ({ problems, refused, send }: FieldsOptions) => {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const isRefused = refused !== undefined && hasProblem(refused)
  const wasRefused = useRef(isRefused)
  // What was refused when somebody was here last is only shown to whoever comes back.
  useEffect(() => {
    const isNew = isRefused && !wasRefused.current
    wasRefused.current = isRefused
    if (tries > 0 || isNew) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [tries, isRefused])
  const errors: Problems = { ...refused, ...tries > 0 ? problems : {} }
  return {
    /** By field, for its `error`. */
    errors,
    /** Of the form's element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (hasProblem(problems)) return setTries(tries + 1)
        setTries(0)
        send()
      }
    },
    /** For a form that is closed, and opened again. */
    forget: () => setTries(0)
  }
}

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

/** For a field's `inputContainer`: a button beside the input itself, wherever an error below it ends. */
export const besideInput = (button: ReactNode) => (input: ReactNode) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex={1} miw={0}>{input}</Box>
    {button}
  </Group>
)
