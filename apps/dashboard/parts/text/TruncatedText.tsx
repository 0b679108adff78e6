import { Tooltip } from "@mantine/core"
import { CopyIconButton } from "./CopyButtons.tsx"
import classes from "./TruncatedText.module.css"

/** Number of characters at the end that are always visible. */
const tailChars = 12
/** Maximum characters of a text that is never cut. */
const wholeCharsMax = 24

interface Props {
  readonly text: string
  /** Name for the copy button: `site key`. */
  readonly what: string
}

/**
 * Key or id on one line; for links, use `TruncatedLink`. If space is short, the text is cut in the middle. Hovering
 * shows the full text, and the button copies it.
 */
export const TruncatedText = ({ text, what }: Props) => {
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
      <CopyIconButton text={text} what={what} showsOnHover />
    </div>
  )
}

/** Splits a long text before its last characters, never within a surrogate pair. A short text stays whole. */
const cut = (text: string): readonly [string, string] => {
  const chars = [...text]
  return chars.length <= wholeCharsMax
    ? [text, ""]
    : [chars.slice(0, -tailChars).join(""), chars.slice(-tailChars).join("")]
}
