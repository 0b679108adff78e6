import { Box, Group } from "@mantine/core"
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { countText } from "../text/Formats.ts"

interface FormOptions {
  /** Validation errors of the current input. */
  readonly validation: FieldErrors
  /** Errors that the server returned for the last attempt. */
  readonly serverErrors?: Readonly<Record<string, string>>
  /** Submits the form. Called only if the input is valid. */
  readonly submit: () => void
}

/**
 * Form behavior: the submit button is always enabled. After the first attempt, errors appear below their fields, and the first
 * invalid field gets the focus. The browser's own validation is off.
 */
export const useForm = ({ validation, serverErrors, submit }: FormOptions) => {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  const isRefused = serverErrors !== undefined && hasErrors(serverErrors)
  const wasRefused = useRef(isRefused)
  // An earlier refusal is shown when the user returns, but it does not take the focus.
  useEffect(() => {
    const isNew = isRefused && !wasRefused.current
    wasRefused.current = isRefused
    if (attempts > 0 || isNew) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [attempts, isRefused])
  const errors: FieldErrors = { ...serverErrors, ...attempts > 0 ? validation : {} }
  return {
    /** Errors by field, for the `error` prop. */
    errors,
    /** Props of the form element. */
    form: {
      ref: form,
      noValidate: true,
      onSubmit: (event: FormEvent) => {
        event.preventDefault()
        if (hasErrors(validation)) return setAttempts(attempts + 1)
        setAttempts(0)
        submit()
      }
    },
    /** Resets the errors when a form is closed and reopened. */
    reset: () => setAttempts(0)
  }
}

/** Error messages by field; undefined for valid fields. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

export const hasErrors = (problems: FieldErrors): boolean =>
  Object.values(problems).some((problem) => problem !== undefined)

/** Returns the message for an empty required field; undefined once it is filled in. */
export const requiredError = (value: string, message: string): string | undefined =>
  value.trim() === "" ? message : undefined

/** Detects obvious typos only. The server validates the address. */
export const emailError = (value: string): string | undefined =>
  value.trim() === ""
    ? "Enter an email address."
    : /^[^\s@]+@[^\s@]+$/.test(value.trim())
    ? undefined
    : "Enter a valid email address, such as ann@example.com."

/**
 * Validates a typed integer.
 *
 * @param value NaN if the field is empty
 */
export const numberError = (
  value: number,
  { max, min }: { readonly min: number; readonly max: number }
): string | undefined =>
  Number.isNaN(value)
    ? `Enter a number from ${countText(min)} to ${countText(max)}.`
    : value < min
    ? `The minimum is ${countText(min)}.`
    : value > max
    ? `The maximum is ${countText(max)}.`
    : Number.isInteger(value)
    ? undefined
    : "Enter a whole number."

/** For a field's `inputContainer`: places a button next to the input, independent of an error below it. */
export const inputWithButton = (button: ReactNode) => (input: ReactNode) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex={1} miw={0}>{input}</Box>
    {button}
  </Group>
)
