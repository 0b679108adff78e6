import { type RefObject, useEffect, useRef } from "react"
import { isDialogOpen } from "./Keyboard.ts"

const arrows: ReadonlyArray<string> = ["ArrowDown", "ArrowUp"]

/** Whether the keys go to the page itself: its heading has the focus after a step from page to page. */
const isUnfocused = (target: EventTarget | null): boolean =>
  target === document.body || (target instanceof Element && target.matches("[data-page-title]"))

const isInWindow = (element: Element): boolean => {
  const { bottom, top } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

/** While nothing has the focus, the first j, k or arrow comes to a row. Arrows scroll where that row is out of sight. */
export const useRowKeys = (body: RefObject<HTMLTableSectionElement | null>, row: number, rests: boolean): void => {
  const latest = useRef({ row, rests })
  latest.current = { row, rests }
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key } = event
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return
      if (key !== "j" && key !== "k" && !arrows.includes(key)) return
      if (latest.current.rests || !isUnfocused(event.target) || isDialogOpen()) return
      const element = body.current?.rows[latest.current.row]
      // A table of a tab that is not shown is no way to go.
      if (element?.checkVisibility() !== true || (arrows.includes(key) && !isInWindow(element))) return
      event.preventDefault()
      element.focus()
      element.scrollIntoView({ block: "nearest" })
    }
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  }, [body])
}
