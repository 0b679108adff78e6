import { useDisclosure } from "@mantine/hooks"
import { lazy, Suspense, useEffect, useRef } from "react"
import { useLocation } from "wouter"
import { useMe } from "../api/Me.ts"
import { isDialogOpen, isTyping } from "../parts/page/Keyboard.ts"
import { basePathOf, pagesFor } from "./pages.ts"

/** Maximum milliseconds between `g` and the letter of a page. */
const jumpMillisMax = 1_500

const ShortcutList = lazy(() => import("./ShortcutList.tsx"))

/** Handles the shortcuts that work on every page, and shows the list of shortcuts. */
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
        navigate(basePathOf(target))
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
    // Listens in the capture phase, so that shortcuts of rows and pages do not receive the letter of a jump.
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

/** Opens the list of shortcuts. Any component can call it. */
export const showShortcuts = (): void => void document.dispatchEvent(new CustomEvent(name))

const onShowShortcuts = (listener: () => void): () => void => {
  document.addEventListener(name, listener)
  return () => document.removeEventListener(name, listener)
}
