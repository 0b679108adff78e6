import { Text, type TextProps } from "@mantine/core"
import classes from "../Parts.module.css"
import { countText, creditsText } from "./Formats.ts"

interface Props extends Omit<TextProps, "children"> {
  /** Null is shown as a dash. */
  readonly value: number | null
}

const shown = (value: number | null, format: (value: number) => string, props: Omit<Props, "value">) => (
  <Text span inherit className={classes["figures"] ?? ""} {...props}>{value === null ? "–" : format(value)}</Text>
)

/** `1,234`, in tabular figures that line up. */
export const Count = ({ value, ...props }: Props) => shown(value, countText, props)
/** `1,234 credits` */
export const Credits = ({ value, ...props }: Props) => shown(value, creditsText, props)
