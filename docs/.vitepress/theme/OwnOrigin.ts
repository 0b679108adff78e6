/** Address of the server in the examples. */
const exampleOrigin = "http://127.0.0.1:8080"

/** Replaces the address in `curl` commands by the one of this server, so that they work when pasted. */
export const showOwnOrigin = (): void => {
  if (typeof document === "undefined") return
  // The page is in the document after the next frame.
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
