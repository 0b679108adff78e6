import { useDisclosure } from "@mantine/hooks"
import { lazy, Suspense, useEffect, useRef } from "react"
import { useLocation } from "wouter"
import { useMe } from "../api/Me.ts"
import { isDialogOpen, isTyping } from "../parts/page/Keyboard.ts"
import { pagesFor, startOf } from "./pages.ts"

/** Maximum time between `g` and the letter of a page, in milliseconds. */
const jumpMillisMax = 1_500

const ShortcutList = lazy(() => import("./ShortcutList.tsx"))

/** Global shortcuts, and the list of all shortcuts. */
export const Shortcuts = () => {
  const { member } = useMe()
  const [, navigate] = useLocation()
  const [isOpen, { close, open }] = useDisclosure()
  const jumpsUntil = useRef(0)
  const mine = pagesFor(member.role)
  useEffect(() => onShowShortcuts(open), [open])
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === "Escape" && event.target instanceof HTMLElement && event.target.matches("[data-search]")) {
        event.target.blur()
        return
      }
      if (isTyping(event.target) || isDialogOpen()) return
      const jumps = event.timeStamp < jumpsUntil.current
      jumpsUntil.current = 0
      const target = jumps ? mine.find(({ letter }) => letter === event.key) : undefined
      if (target !== undefined) {
        event.preventDefault()
        event.stopImmediatePropagation()
        navigate(startOf(target))
      } else if (event.key === "g") jumpsUntil.current = event.timeStamp + jumpMillisMax
      else if (event.key === "?") open()
      else if (event.key === "/") {
        const search = document.querySelector<HTMLInputElement>("[data-search]")
        if (search === null) return
        event.preventDefault()
        search.focus()
        search.select()
      }
    }
    // Captures the event before the shortcuts of rows and pages, which must not receive the letter of a jump.
    document.addEventListener("keydown", listen, true)
    return () => document.removeEventListener("keydown", listen, true)
  }, [mine, navigate, open])
  return isOpen && (
    <Suspense>
      <ShortcutList onClose={close} />
    </Suspense>
  )
}

const name = "gatehouse:shortcuts"

/** Opens the list of shortcuts from any component. */
export const showShortcuts = (): void => void document.dispatchEvent(new CustomEvent(name))

const onShowShortcuts = (listener: () => void): () => void => {
  document.addEventListener(name, listener)
  return () => document.removeEventListener(name, listener)
}
