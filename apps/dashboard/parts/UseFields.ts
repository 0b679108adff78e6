import { type FormEvent, useEffect, useRef, useState } from "react"
import { hasProblem, type Problems } from "./FieldProblems.ts"

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
