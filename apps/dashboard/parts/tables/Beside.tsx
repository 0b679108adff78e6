import { ActionIcon, Tooltip } from "@mantine/core"
import type { IconX } from "@tabler/icons-react"
import { type ReactNode, useLayoutEffect, useRef } from "react"
import classes from "./Beside.module.css"

declare module "react" {
  interface CSSProperties {
    /** For `Beside.module.css`. */
    readonly "--widest"?: string
  }
}

interface Props {
  /** In pixels. */
  readonly widest?: number
  readonly children: ReactNode
}

/**
 * What stands beside a list: it stays while the list scrolls, and scrolls by itself where the window has no room for all of it, so
 * that what sticks to its end is always in sight.
 */
export const Beside = ({ children, widest }: Props) => (
  <div
    ref={useRoomBelow()}
    className={classes["beside"]}
    style={widest === undefined ? {} : { "--widest": `${widest}px` }}
  >
    {children}
  </div>
)

/** A button of an icon beside a list: to the next or the one before, or away. Null: there is none. */
export const Step = ({ icon: Icon, label, onClick }: {
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

/** Between what stands there and the end of the window. */
const airPixels = 16

/**
 * How much of the window is left below the top of an element, as its `--room-below`: the page above it scrolls away, and it never
 * reaches out of the window.
 */
const useRoomBelow = () => {
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const measure = () => {
      const top = Math.max(0, element.current?.getBoundingClientRect().top ?? 0)
      element.current?.style.setProperty("--room-below", `${Math.floor(innerHeight - top - airPixels)}px`)
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
