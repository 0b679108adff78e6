import { Box, Group } from "@mantine/core"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { countText } from "../text/Formats.ts"

interface FieldsOptions {
  /** Validation errors of the current input. */
  readonly problems: Problems
  /** Errors that the server returned for the last attempt. */
  readonly refused?: Readonly<Record<string, string>>
  /** Submits the form. Called only if the input is valid. */
  readonly send: () => void
}

/**
 * Form behavior: the submit button is always enabled. After the first attempt, errors appear below their fields, and the first
 * invalid field gets the focus. The browser's own validation is off.
 */
export const useFields = ({ problems, refused, send }: FieldsOptions) => {
  const form = useRef<HTMLFormElement>(null)
  const [tries, setTries] = useState(0)
  const isRefused = refused !== undefined && hasProblem(refused)
  const wasRefused = useRef(isRefused)
  // An earlier refusal is shown when the user returns, but it does not take the focus.
  useEffect(() => {
    const isNew = isRefused && !wasRefused.current
    wasRefused.current = isRefused
    if (tries > 0 || isNew) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [tries, isRefused])
  const errors: Problems = { ...refused, ...tries > 0 ? problems : {} }
  return {
    /** Errors by field, for the `error` prop. */
    errors,
    /** Props of the form element. */
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
    /** Resets the errors when a form is closed and reopened. */
    forget: () => setTries(0)
  }
}

/** Error messages by field; undefined for valid fields. */
export type Problems = Readonly<Record<string, string | undefined>>

export const hasProblem = (problems: Problems): boolean =>
  Object.values(problems).some((problem) => problem !== undefined)

/** Returns the message for an empty required field; undefined once it is filled in. */
export const missing = (value: string, says: string): string | undefined => value.trim() === "" ? says : undefined

/** Detects obvious typos only. The server validates the address. */
export const notAnAddress = (value: string): string | undefined =>
  value.trim() === ""
    ? "Type an email address."
    : /^[^\s@]+@[^\s@]+$/.test(value.trim())
    ? undefined
    : "That is not an email address, such as ann@example.com."

/**
 * Validates a typed integer.
 *
 * @param value NaN if the field is empty
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

/** For a field's `inputContainer`: places a button next to the input, independent of an error below it. */
export const besideInput = (button: ReactNode) => (input: ReactNode) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex={1} miw={0}>{input}</Box>
    {button}
  </Group>
)
