import { Tooltip } from "@mantine/core"
import { CopyIconButton } from "./CopyButtons.tsx"
import classes from "./TruncatedText.module.css"

/** Maximum characters at the end of a link that stay visible as long as possible. */
const endChars = 14
/** Maximum characters of a part after the host that is never cut in the middle. */
const wholeCharsMax = 8

interface Props {
  /** Link in canonical form: `host/path`, or only a host. */
  readonly link: string
  /** Name for a copy button: `entry`. Omit it in clickable rows, where the button would be in the way. */
  readonly what?: string
}

/**
 * Link on one line, or on two lines if space is short: the host, and the part after it. The part after the host is cut
 * in the middle, because links may differ only at the end. The host is cut at the start, because its end identifies the
 * owner: `accounts.example.com.evil.example` belongs to `evil.example`.
 */
export const TruncatedLink = ({ link, what }: Props) => {
  const { behind, host } = splitLink(link)
  return (
    <div className={classes["line"]}>
      <div className={classes["room"]}>
        <Tooltip label={link} styles={{ tooltip: { overflowWrap: "anywhere" } }}>
          <span className={`${classes["text"]} ${classes["link"]}`} dir="ltr">
            <span className={classes["host"]}>
              <bdi dir="ltr">{host}</bdi>
            </span>
            {behind !== "" && behind !== "/" && <LinkRest text={behind} />}
          </span>
        </Tooltip>
      </div>
      {what !== undefined && <CopyIconButton text={link} what={what} showsOnHover />}
    </div>
  )
}

const LinkRest = ({ text }: { readonly text: string }) => {
  const characters = [...text]
  const end = characters.length <= wholeCharsMax ? 0 : Math.min(endChars, Math.floor(characters.length / 2))
  const [start, last] = [characters.slice(0, characters.length - end), characters.slice(characters.length - end)]
  return (
    <span className={classes["behind"]}>
      <span className={classes["start"]}>{start.join("")}</span>
      {end > 0 && (
        <span className={classes["end"]}>
          <bdi dir="ltr">{last.join("")}</bdi>
        </span>
      )}
    </span>
  )
}

/**
 * Splits a link after its host. The two parts together are the whole link. Accepts `host` and `host/path?query`, with
 * or without scheme and port.
 */
export const splitLink = (link: string): { readonly host: string; readonly behind: string } => {
  const start = /^[a-z][a-z0-9+.-]*:\/\//i.exec(link)?.[0].length ?? 0
  const end = /[/?#\\]/.exec(link.slice(start))
  const at = end === null ? link.length : start + end.index
  return { host: link.slice(0, at), behind: link.slice(at) }
}
