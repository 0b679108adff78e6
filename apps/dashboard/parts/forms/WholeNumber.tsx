import { NumberInput, type NumberInputProps } from "@mantine/core"
import { useState } from "react"
import { numberProblem } from "./Fields.tsx"

interface Props extends Omit<NumberInputProps, "value" | "onChange" | "error"> {
  /** NaN: the field is empty. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly error?: string | undefined
}

/** A whole number: what was typed stays as it is, and what is wrong with it is said below. */
export const WholeNumber = ({ error, max, min, onChange, value, ...others }: Props) => {
  // More digits than a number holds come as text, and are to be seen as they were typed.
  const [typed, setTyped] = useState<number | string>("")
  const shown = Object.is(numberOf(typed), value) ? typed : Number.isNaN(value) ? "" : value
  const problem = Number.isNaN(value) ? undefined : numberProblem(value, { min, max })
  return (
    <NumberInput
      {...others}
      min={min}
      max={max}
      clampBehavior="none"
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator=","
      value={shown}
      onChange={(next) => {
        setTyped(next)
        onChange(numberOf(next))
      }}
      error={error ?? problem}
    />
  )
}

const numberOf = (typed: number | string): number => typed === "" ? Number.NaN : Number(typed)
