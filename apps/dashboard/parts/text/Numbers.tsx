import { Text, type TextProps } from "@mantine/core"
import classes from "../Parts.module.css"
import { countText, creditsText } from "./Formats.ts"

interface Props extends Omit<TextProps, "children"> {
  /** Number to show. Null appears as a dash. */
  readonly value: number | null
}

const formatFigure = (value: number | null, format: (value: number) => string, props: Omit<Props, "value">) => (
  <Text span inherit className={classes["figures"] ?? ""} {...props}>{value === null ? "–" : format(value)}</Text>
)

/** Shows a count in tabular figures, which line up: `1,234`. */
export const Count = ({ value, ...props }: Props) => formatFigure(value, countText, props)
/** Shows an amount of credits: `1,234 credits`. */
export const Credits = ({ value, ...props }: Props) => formatFigure(value, creditsText, props)
