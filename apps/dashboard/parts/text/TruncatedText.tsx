import { Tooltip } from "@mantine/core"
import { CopyIconButton } from "./CopyButtons.tsx"
import classes from "./TruncatedText.module.css"

/** Characters at the end that are always visible. */
const tailChars = 12
/** Up to this length the text is never cut. */
const wholeCharsMax = 24

interface Props {
  readonly text: string
  /** Name for the copy button: `site key`. */
  readonly what: string
}

/**
 * A key or an id on one line; for links, use `TruncatedLink`. Cut in the middle if space is short; hover shows and copying uses the full
 * text.
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

/** Cuts between code points, never within a surrogate pair. */
const cut = (text: string): readonly [string, string] => {
  const chars = [...text]
  return chars.length <= wholeCharsMax
    ? [text, ""]
    : [chars.slice(0, -tailChars).join(""), chars.slice(-tailChars).join("")]
}
