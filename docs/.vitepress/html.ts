/**
 * Adapts a page to the Content Security Policy and to screen readers.
 *
 * @param content content of the 404 page, which VitePress renders only in the browser; null for other pages
 */
export const adaptHtml = (html: string, content: string | null): string =>
  html
    .replace("<div id=\"app\"></div>", () =>
      `<div id="app">${(content ?? "").replace("id=\"VPContent\"", "$& role=\"main\"")}</div>`)
    // Removes an empty style sheet.
    .replace(/<link rel="preload stylesheet" href="[^"]*vp-icons\.css" as="style">/, "")
    // Removes inline styles, which the policy blocks. VitePress's inline styles have no effect before its script runs.
    .replace(/(<[a-z][^<>]*?) style="[^"]*"/g, "$1")
