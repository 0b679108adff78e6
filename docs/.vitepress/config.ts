import { join } from "node:path"
import { defineConfig } from "vitepress"
import { adaptHtml } from "./html.ts"
import { basePath, markdown } from "./markdown.ts"
import { writeModuleIds } from "./moduleIds.ts"
import { sidebarOf } from "./pages.ts"

/** Logo of the dashboard, as a `data:` URL that costs no request. */
const icon = "data:image/svg+xml," + encodeURIComponent(
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' stroke='#369f96' stroke-width='2' " +
    "stroke-linecap='round' stroke-linejoin='round'><path d='M12 3a12 12 0 0 0 8.5 3a12 12 0 0 1 -8.5 15a12 12 0 0 1 -8.5 -15a12 12 0 0 0 8.5 -3'/>" +
    "<circle cx='12' cy='11' r='1'/><path d='M12 12v2.5'/></svg>"
)

export default defineConfig({
  lang: "en-US",
  title: "Gatehouse",
  titleTemplate: ":title · Gatehouse",
  description: "Self-hosted threat screening and bot protection.",
  base: basePath,
  cleanUrls: true,
  // Moves metadata from inline scripts, which would differ on each page, to a script file.
  metaChunk: true,
  // Pages load from the Gatehouse server in a few milliseconds, so links are not prefetched.
  router: { prefetchLinks: false },
  head: [
    ["link", { rel: "icon", href: icon }],
    ["meta", { name: "color-scheme", content: "light dark" }]
  ],
  // Transitions stay on while the theme changes: VitePress would suppress them with a style element, which the Content
  // Security Policy forbids.
  appearance: { disableTransition: false },
  markdown,
  transformHtml: (html, _, { content, page }) => adaptHtml(html, page === "404.md" ? content : null),
  vite: {
    plugins: [writeModuleIds()],
    build: {
      // Inlines no assets, because the Content Security Policy allows `data:` URLs only for images.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      chunkSizeWarningLimit: Infinity
    },
    logLevel: "warn"
  },
  themeConfig: {
    sidebar: sidebarOf(join(import.meta.dirname, "..")),
    outline: { level: [2, 3], label: "On this page" },
    notFound: {
      title: "Page not found",
      quote: "This page does not exist. It may have moved: search for it, or go to the overview.",
      linkLabel: "Go to the overview",
      linkText: "Go to the overview"
    },
    docFooter: { prev: "Previous", next: "Next" },
    externalLinkIcon: true,
    search: {
      provider: "local",
      options: {
        disableDetailedView: true,
        miniSearch: { searchOptions: { fuzzy: 0.15, prefix: true, boost: { title: 4, text: 2, titles: 1 } } }
      }
    }
  }
})
