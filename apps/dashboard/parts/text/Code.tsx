import { Box, Mark, ScrollArea } from "@mantine/core"
import { BreakableText } from "./BreakableText.tsx"
import classes from "./Code.module.css"
import { CopyIconButton } from "./CopyButtons.tsx"

interface Props {
  readonly text: string
  /** Name for the copy button and screen readers: `curl command`. */
  readonly what: string
  /** Maximum height in pixels before the block scrolls. */
  readonly height?: number
  /** Whether long lines wrap instead of scrolling, for single-line text such as a key. */
  readonly wraps?: boolean
  /** Placeholders to highlight because the user must replace them. */
  readonly placeholders?: ReadonlyArray<string>
}

/** Code block with a copy button above it. Long lines scroll, also with the keyboard. */
export const Code = ({ height = 320, placeholders = [], text, what, wraps = false }: Props) => (
  <Box className={classes["code"] ?? ""}>
    <Box className={classes["codeBar"] ?? ""}>
      <span aria-hidden>{what}</span>
      <CopyIconButton text={text} what={what} />
    </Box>
    <ScrollArea.Autosize mah={height} type="auto" viewportProps={{ tabIndex: 0, "aria-label": what, role: "region" }}>
      <pre
        className={`${classes["codeText"]} ${wraps ? classes["wraps"] : ""}`}
      >{wraps ? <BreakableText text={text} /> : highlight(text, placeholders)}</pre>
    </ScrollArea.Autosize>
  </Box>
)

/**
 * Highlights words in the text. The words must consist of letters, because they become part of a regular expression.
 */
const highlight = (text: string, words: ReadonlyArray<string>) =>
  words.length === 0 ? text : text.split(new RegExp(`\\b(${words.join("|")})\\b`)).map((part, at) =>
    // `split` puts the captured words at odd indexes.
    at % 2 === 1 ? <Mark key={at}>{part}</Mark> : part
  )
