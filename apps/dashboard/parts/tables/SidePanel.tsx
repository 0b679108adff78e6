import { ActionIcon, Tooltip } from "@mantine/core"
import type { IconX } from "@tabler/icons-react"
import { type ReactNode, useLayoutEffect, useRef } from "react"
import classes from "./SidePanel.module.css"

declare module "react" {
  interface CSSProperties {
    /** CSS variable read by `SidePanel.module.css`. */
    readonly "--widest"?: string
  }
}

interface Props {
  /** Maximum width in pixels. */
  readonly widthPixelsMax?: number
  readonly children: ReactNode
}

/**
 * Panel next to a list. It stays in place while the list scrolls. If the window is too short it scrolls internally, so a sticky
 * footer remains visible.
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

/** Icon button next to a list: next, previous or close. A null handler disables it. */
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
 * Sets `--room-below` to the window height below an element's top edge, and updates it when the page scrolls, so that the element
 * always ends within the window.
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
