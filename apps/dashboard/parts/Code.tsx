import { Box, ScrollArea } from "@mantine/core"
import { Copy } from "./Copy.tsx"
import classes from "./Parts.module.css"

interface Props {
  readonly text: string
  /** What it is, for the copy button and for screen readers: `curl command`. */
  readonly what: string
  /** Pixels, before it scrolls. */
  readonly height?: number
  /** Breaks long lines in place of scrolling: for one text without lines of its own, as a key. */
  readonly wraps?: boolean
}

/** A block of code with a button that copies it. Long lines scroll; the block can be reached by keyboard. */
export const Code = ({ height = 320, text, what, wraps = false }: Props) => (
  <Box className={classes["code"] ?? ""}>
    <ScrollArea.Autosize mah={height} type="auto" viewportProps={{ tabIndex: 0, "aria-label": what, role: "region" }}>
      <pre className={`${classes["codeText"]} ${wraps ? classes["wraps"] : ""}`}>{text}</pre>
    </ScrollArea.Autosize>
    <Box className={classes["codeCopy"] ?? ""}>
      <Copy text={text} what={what} />
    </Box>
  </Box>
)
