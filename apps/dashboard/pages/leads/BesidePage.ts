/** The header that stays, and a little air. */
const headerPixels = 72

/** What stands beside a list: it stays while the list scrolls, and scrolls by itself where it is longer than the window. */
export const besidePage = {
  pos: { md: "sticky" },
  top: headerPixels,
  mah: { md: `calc(100vh - ${headerPixels + 16}px)` },
  style: { overflowY: "auto" }
} as const
