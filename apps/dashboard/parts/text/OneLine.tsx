import { Tooltip } from "@mantine/core"
import { Copy } from "./Copy.tsx"
import classes from "./OneLine.module.css"

/** Characters of the end that are always seen. */
const tailChars = 12
/** Up to here it is one piece: so short a text is never cut. */
const wholeCharsMax = 24

interface Props {
  readonly text: string
  /** What it is, for the button that copies it: `site key`. */
  readonly what: string
}

/** A key or an id on one line, a link is a `LinkLine`: cut in the middle where there is no room, whole on hover, and whole when it is copied. */
export const OneLine = ({ text, what }: Props) => {
  const [head, tail] = cut(text)
  return (
    <div className={classes["line"]}>
      <div className={classes["room"]}>
        <Tooltip label={text} styles={{ tooltip: { overflowWrap: "anywhere" } }}>
          <span className={classes["text"]} dir="ltr">
            <span className={classes["head"]}>{head}</span>
            {tail !== "" && <span className={classes["tail"]}>{tail}</span>}
          </span>
        </Tooltip>
      </div>
      <Copy text={text} what={what} isQuiet />
    </div>
  )
}

/** Between characters, and not within one that is two units long. */
const cut = (text: string): readonly [string, string] => {
  const chars = [...text]
  return chars.length <= wholeCharsMax
    ? [text, ""]
    : [chars.slice(0, -tailChars).join(""), chars.slice(-tailChars).join("")]
}
