const held = new Set<object>()

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

/** While anything is held, the browser asks before it loads another page or closes this one. */
export const holdPage = (holder: object, isHeld: boolean): void => {
  if (isHeld) held.add(holder)
  else held.delete(holder)
  // A listener without need would keep browsers from coming back to the page at once.
  if (held.size > 0) addEventListener("beforeunload", ask)
  else removeEventListener("beforeunload", ask)
}
