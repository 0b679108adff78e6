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
 * Validates a form on submission, so invalid input need not disable the submit button. After the first attempt, errors
 * appear below their fields, and the first invalid field gets the focus. The browser's own validation is off.
 */
export const useForm = ({ validation, serverErrors, submit }: FormOptions) => {
  const form = useRef<HTMLFormElement>(null)
  const [attempts, setAttempts] = useState(0)
  const isRefused = serverErrors !== undefined && hasErrors(serverErrors)
  const wasRefused = useRef(isRefused)
  // If the server refused the form before the page was mounted, the errors are shown but do not take the focus.
  useEffect(() => {
    const isNew = isRefused && !wasRefused.current
    wasRefused.current = isRefused
    if (attempts > 0 || isNew) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [attempts, isRefused])
  const errors: FieldErrors = { ...serverErrors, ...attempts > 0 ? validation : {} }
  return {
    /** Errors by field name, for the `error` prop of the inputs. */
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
    /** Hides the validation errors, for a form that is closed and reopened. */
    reset: () => setAttempts(0)
  }
}

/** Error messages by field name; undefined for valid fields. */
export type FieldErrors = Readonly<Record<string, string | undefined>>

export const hasErrors = (problems: FieldErrors): boolean =>
  Object.values(problems).some((problem) => problem !== undefined)

/** Returns the message if a required field is empty; otherwise undefined. */
export const requiredError = (value: string, message: string): string | undefined =>
  value.trim() === "" ? message : undefined

/** Returns a message for an empty or obviously mistyped address. The server validates the address. */
export const emailError = (value: string): string | undefined =>
  value.trim() === ""
    ? "Enter an email address."
    : /^[^\s@]+@[^\s@]+$/.test(value.trim())
    ? undefined
    : "Enter a valid email address, such as ann@example.com."

/**
 * Returns a message if a typed number is not an integer within the range; otherwise undefined.
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

/**
 * Returns an `inputContainer` that places a button next to the input. An error below the input does not move the
 * button.
 */
export const inputWithButton = (button: ReactNode) => (input: ReactNode) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex={1} miw={0}>{input}</Box>
    {button}
  </Group>
)
