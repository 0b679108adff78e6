import { Tooltip } from "@mantine/core"
import { Copy } from "./Copy.tsx"
import classes from "./OneLine.module.css"

/** Characters of the end that are seen as long as there is room for them. */
const endChars = 14
/** Up to here what stands behind the host is one piece: so short a text is never cut in its middle. */
const wholeCharsMax = 8

interface Props {
  /** As it is compared: `host/path`, or a host. */
  readonly link: string
  /** What it is, for a button that copies it: `entry`. Without one in rows that open: it would lie under the usual press. */
  readonly what?: string
}

/**
 * A link on one line, on two where one has no room: the host, and what stands behind it. The latter is cut in its middle, as two
 * links may differ at their ends alone; the host at its start. Whose it is stands at the end of the host, which is never cut:
 * `accounts.example.com.evil.example` is of `evil.example`.
 */
export const LinkLine = ({ link, what }: Props) => {
  const { behind, host } = hostOfLink(link)
  return (
    <div className={classes["line"]}>
      <div className={classes["room"]}>
        <Tooltip label={link} styles={{ tooltip: { overflowWrap: "anywhere" } }}>
          <span className={`${classes["text"]} ${classes["link"]}`} dir="ltr">
            <span className={classes["host"]}>
              <bdi dir="ltr">{host}</bdi>
            </span>
            {behind !== "" && behind !== "/" && <Behind text={behind} />}
          </span>
        </Tooltip>
      </div>
      {what !== undefined && <Copy text={link} what={what} isQuiet />}
    </div>
  )
}

const Behind = ({ text }: { readonly text: string }) => {
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
 * A link as it is compared or listed (`host/path?query`, `host`, with or without a scheme and a port) in two: what says whose it is,
 * and what stands behind. Together they are the whole text.
 */
export const hostOfLink = (link: string): { readonly host: string; readonly behind: string } => {
  const start = /^[a-z][a-z0-9+.-]*:\/\//i.exec(link)?.[0].length ?? 0
  const end = /[/?#\\]/.exec(link.slice(start))
  const at = end === null ? link.length : start + end.index
  return { host: link.slice(0, at), behind: link.slice(at) }
}
