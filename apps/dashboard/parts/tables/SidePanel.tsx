import { ActionIcon, Tooltip } from "@mantine/core"
import type { IconX } from "@tabler/icons-react"
import { type ReactNode, useLayoutEffect, useRef } from "react"
import classes from "./SidePanel.module.css"

declare module "react" {
  interface CSSProperties {
    /** Maximum width of the panel, for `SidePanel.module.css`. */
    readonly "--widest"?: string
  }
}

interface Props {
  readonly widthPixelsMax?: number
  readonly children: ReactNode
}

/**
 * Panel next to a list. It stays in place while the list scrolls. If the window is too short, the panel scrolls
 * internally, so that a sticky footer stays visible.
 */
export const SidePanel = ({ children, widthPixelsMax }: Props) => (
  <div
    ref={useHeightBelow()}
    className={classes["beside"]}
    style={widthPixelsMax === undefined ? {} : { "--widest": `${widthPixelsMax}px` }}
  >
    {children}
  </div>
)

/** Icon button of a panel: next, previous or close. A null handler disables the button. */
export const PanelButton = ({ icon: Icon, label, onClick }: {
  readonly label: string
  readonly icon: typeof IconX
  readonly onClick: (() => void) | null
}) => (
  <Tooltip label={label}>
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      disabled={onClick === null}
      {...onClick === null ? { bg: "transparent" } : {}}
      onClick={() => onClick?.()}
    >
      <Icon size={18} />
    </ActionIcon>
  </Tooltip>
)

/** Space between the panel and the bottom of the window, in pixels. */
const marginPixels = 16

/**
 * Sets `--room-below` to the window height below an element's top edge. Updates it when the page scrolls, so that the
 * element always ends within the window.
 */
const useHeightBelow = () => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const top = Math.max(0, element.current?.getBoundingClientRect().top ?? 0)
      element.current?.style.setProperty("--room-below", `${Math.floor(innerHeight - top - marginPixels)}px`)
    }
    measure()
    addEventListener("scroll", measure, { passive: true })
    addEventListener("resize", measure)
    return () => {
      removeEventListener("scroll", measure)
      removeEventListener("resize", measure)
    }
  }, [])
  return element
}
