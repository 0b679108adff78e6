/** Server address in the examples of the pages. */
const exampleOrigin = "http://127.0.0.1:8080"

/** Replaces the address in `curl` commands with this server's address, so that pasted commands work. */
export const showOwnOrigin = (): void => {
  if (typeof document === "undefined") return
  // Waits for the next frame, because a new page is not in the document before it.
  requestAnimationFrame(() => {
    for (const line of document.querySelectorAll(".vp-doc pre .line")) {
      if (!/^\s*curl /.test(line.textContent ?? "")) continue
      for (const token of line.children) {
        if (token.textContent?.includes(exampleOrigin)) {
          token.textContent = token.textContent.replaceAll(exampleOrigin, location.origin)
        }
      }
    }
  })
}
