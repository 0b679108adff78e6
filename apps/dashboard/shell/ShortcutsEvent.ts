const name = "gatehouse:shortcuts"

/** Opens the list of keys, from wherever. */
export const showShortcuts = (): void => void document.dispatchEvent(new CustomEvent(name))

export const onShowShortcuts = (listener: () => void): () => void => {
  document.addEventListener(name, listener)
  return () => document.removeEventListener(name, listener)
}
