import { NumberInput, type NumberInputProps } from "@mantine/core"
import { useState } from "react"
import { numberError } from "./Form.tsx"

interface Props extends Omit<NumberInputProps, "value" | "onChange" | "error"> {
  /** Typed number; NaN if the field is empty. */
  readonly value: number
  readonly onChange: (value: number) => void
  readonly min: number
  readonly max: number
  readonly error?: string | undefined
}

/** Integer field. Shows an error below an invalid number instead of changing the number. */
export const IntegerInput = ({ error, max, min, onChange, value, ...others }: Props) => {
  // Last value that the input reported. It is a string if a number cannot represent all typed digits.
  const [typed, setTyped] = useState<number | string>("")
  const shown = Object.is(parseNumber(typed), value) ? typed : Number.isNaN(value) ? "" : value
  const problem = Number.isNaN(value) ? undefined : numberError(value, { min, max })
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
        onChange(parseNumber(next))
      }}
      error={error ?? problem}
    />
  )
}

const parseNumber = (typed: number | string): number => typed === "" ? Number.NaN : Number(typed)
