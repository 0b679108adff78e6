import { Box, Mark, ScrollArea } from "@mantine/core"
import classes from "./Code.module.css"
import { Copy } from "./Copy.tsx"
import { Pieces } from "./Pieces.tsx"

interface Props {
  readonly text: string
  /** What it is, for the copy button and for screen readers: `curl command`. */
  readonly what: string
  /** Pixels, before it scrolls. */
  readonly height?: number
  /** Breaks long lines in place of scrolling: for one text without lines of its own, as a key. */
  readonly wraps?: boolean
  /** Words that are to be replaced before it is used. */
  readonly marks?: ReadonlyArray<string>
}

/** A block of code, below a bar with a button that copies it. Long lines scroll; the block can be reached by keyboard. */
export const Code = ({ height = 320, marks = [], text, what, wraps = false }: Props) => (
  <Box className={classes["code"] ?? ""}>
    <Box className={classes["codeBar"] ?? ""}>
      <span aria-hidden>{what}</span>
      <Copy text={text} what={what} />
    </Box>
    <ScrollArea.Autosize mah={height} type="auto" viewportProps={{ tabIndex: 0, "aria-label": what, role: "region" }}>
      <pre
        className={`${classes["codeText"]} ${wraps ? classes["wraps"] : ""}`}
      >{wraps ? <Pieces text={text} /> : marked(text, marks)}</pre>
    </ScrollArea.Autosize>
  </Box>
)

/** With each of these words standing out. They are letters alone. */
const marked = (text: string, words: ReadonlyArray<string>) =>
  words.length === 0 ? text : text.split(new RegExp(`\\b(${words.join("|")})\\b`)).map((piece, at) =>
    // What the pattern caught stands at every second place.
    at % 2 === 1 ? <Mark key={at}>{piece}</Mark> : piece
  )
