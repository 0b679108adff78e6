import { useLayoutEffect, useRef } from "react"

/** Between what stands there and the end of the window. */
const airPixels = 16

/**
 * How much of the window is left below the top of an element, as its `--room-below`: the page above it scrolls away, and it never
 * reaches out of the window.
 */
export const useRoomBelow = () => {
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
