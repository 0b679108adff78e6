import { Box } from "@mantine/core"
import type { ReactNode } from "react"
import { useRoomBelow } from "./UseRoomBelow.ts"

/** The header that stays, and a little air. */
const headerPixels = 72

/**
 * What stands beside a list: it stays while the list scrolls, and scrolls by itself where the window has no room for all of it, so
 * that what sticks to its end is always in sight.
 */
export const Beside = ({ children, widest }: { readonly widest?: number; readonly children: ReactNode }) => (
  <Box
    ref={useRoomBelow()}
    flex={1}
    miw={0}
    maw={{ md: widest ?? "none" }}
    mah={{ md: "var(--room-below)" }}
    pos={{ md: "sticky" }}
    top={headerPixels}
    style={{ overflowY: "auto" }}
  >
    {children}
  </Box>
)
