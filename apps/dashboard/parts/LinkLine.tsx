import { Tooltip } from "@mantine/core"
import { Copy } from "./Copy.tsx"
import { hostOfLink } from "./HostOfLink.ts"
import classes from "./OneLine.module.css"

interface Props {
  /** As it is compared: `host/path`, or a host. */
  readonly link: string
  /** What the button copies; the link itself where it is absent. */
  readonly whole?: string
  /** What it is, for the button: `link`. */
  readonly what: string
}

/**
 * A link on one line, on a card on two where one has no room: what stands behind the host is cut first, and the host at its start. Whose it is stands at the
 * end of the host, which is never cut: `accounts.example.com.evil.example` is of `evil.example`.
 */
export const LinkLine = ({ link, what, whole = link }: Props) => {
  const { behind, host } = hostOfLink(link)
  return (
    <div className={classes["line"]}>
      <Tooltip label={link} multiline maw={560} styles={{ tooltip: { overflowWrap: "anywhere" } }}>
        <span className={`${classes["text"]} ${classes["link"]}`} dir="ltr">
          <span className={classes["host"]}>
            <bdi dir="ltr">{host}</bdi>
          </span>
          {behind !== "" && behind !== "/" && <span className={classes["behind"]}>{behind}</span>}
        </span>
      </Tooltip>
      <Copy text={whole} what={what} isQuiet />
    </div>
  )
}
