import { useEffect, useRef } from "react"

/** Whether somebody is typing: letters are text then. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"))

/** Whether a dialog is open: keys of the page behind it rest. */
export const isDialogOpen = (): boolean => document.querySelector("[role=dialog][aria-modal=true]") !== null

/** Keys of a page, by `event.key`: `useKeys({ n: openNew })`. Not while somebody types, nor while a dialog is open. */
export const useKeys = (keys: Readonly<Record<string, (event: KeyboardEvent) => void>>): void => {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (isTyping(event.target) || isDialogOpen()) return
      const acts = latest.current[event.key]
      if (acts === undefined) return
      event.preventDefault()
      acts(event)
    }
    document.addEventListener("keydown", listen)
    return () => document.removeEventListener("keydown", listen)
  }, [])
}
