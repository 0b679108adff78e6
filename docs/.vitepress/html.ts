/**
 * Adapts a page to the Content Security Policy and to screen readers.
 *
 * @param content content of the 404 page, which VitePress leaves out, so that it needs no script; null for other pages
 */
export const adaptHtml = (html: string, content: string | null): string =>
  html
    .replace("<div id=\"app\"></div>", () =>
      `<div id="app">${(content ?? "").replace("id=\"VPContent\"", "$& role=\"main\"")}</div>`)
    // An empty style sheet.
    .replace(/<link rel="preload stylesheet" href="[^"]*vp-icons\.css" as="style">/, "")
    // The policy ignores inline styles. Those of VitePress have no effect before its script runs.
    .replace(/(<[a-z][^<>]*?) style="[^"]*"/g, "$1")
