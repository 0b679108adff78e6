import { useEffect, useRef } from "react"

/** Reports whether the target accepts text. Letter shortcuts are then off. */
export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches("textarea, select, input:not([type=checkbox], [type=radio], [type=button])"))

/** Reports whether a modal dialog is open. The page's shortcuts are then off. */
export const isDialogOpen = (): boolean => document.querySelector("[role=dialog][aria-modal=true]") !== null

/**
 * Registers shortcuts by `event.key`: `useKeys({ n: openNew })`. They are off while the user types or a dialog is open.
 */
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
