import type { CSSProperties, ReactNode } from "react"
import classes from "./Beside.module.css"
import { useRoomBelow } from "./UseRoomBelow.ts"

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
    style={(widest === undefined ? {} : { "--widest": `${widest}px` }) as CSSProperties}
  >
    {children}
  </div>
)
