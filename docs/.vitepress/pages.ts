import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { DefaultTheme } from "vitepress"

/** Path of a page without `.md`, and the page's label in the sidebar. */
type Page = readonly [path: string, label: string]

interface Section {
  readonly title: string
  readonly pages: ReadonlyArray<Page>
}

/** All sections and pages of the site in reading order. The sidebar omits pages that do not exist. */
export const sections: ReadonlyArray<Section> = [
  {
    title: "Start",
    pages: [["index", "Overview"], ["getting-started", "Getting started"]]
  },
  {
    title: "Guides",
    pages: [
      ["guides/documents", "Documents"],
      ["guides/urls", "URLs"],
      ["guides/emails", "Email addresses"],
      ["guides/leads", "Leads"],
      ["guides/phishing-reports", "Phishing reports"],
      ["guides/shield", "Shield"],
      ["guides/middleware", "Forms and uploads"],
      ["guides/client", "TypeScript client"],
      ["guides/agents", "AI agents"],
      ["guides/webhooks", "Webhooks"],
      ["guides/management", "Management keys"],
      ["guides/dashboard", "Dashboard"]
    ]
  },
  {
    title: "Operating",
    pages: [
      ["operating/deploy", "Deploy"],
      ["operating/settings", "Settings"],
      ["operating/limits", "Limits"],
      ["operating/storage", "Storage"],
      ["operating/backup", "Backup"],
      ["operating/upgrade", "Upgrade"],
      ["operating/scaling", "Scaling"],
      ["operating/proxies", "Proxies"],
      ["operating/threat-feeds", "Threat feeds"],
      ["operating/malware-engine", "Malware engine"],
      ["operating/telemetry", "Telemetry"],
      ["operating/troubleshooting", "Troubleshooting"]
    ]
  },
  {
    title: "Reference",
    pages: [
      ["reference/api", "API"],
      ["reference/errors", "Errors"],
      ["reference/document-reasons", "Document reasons"],
      ["reference/lead-reasons", "Lead reasons"],
      ["reference/shield-signals", "Shield signals"],
      ["reference/management-api", "Management API"],
      ["reference/webhook-events", "Webhook events"],
      ["reference/url-canonicalization", "URL canonicalization"],
      ["reference/command-line", "Command line"],
      ["reference/library", "Library"]
    ]
  },
  {
    title: "Background",
    pages: [
      ["architecture", "Architecture"],
      ["threat-model", "Threat model"],
      ["decisions", "Decisions"],
      ["data-and-licenses", "Data and licenses"],
      ["contributing/testing", "Testing"]
    ]
  }
]

/** Folder of the generated pages of the API reference. */
export const apiFolder = "reference/api"

export const sidebarOf = (folder: string): Array<DefaultTheme.SidebarItem> =>
  sections.flatMap(({ pages, title }) => {
    const items = pages.filter(([path]) => existsSync(join(folder, `${path}.md`))).map(([path, text]) => ({
      text,
      link: path === "index" ? "/" : `/${path}`,
      ...path === apiFolder ? { items: apiItems(folder), collapsed: false } : {}
    }))
    return items.length === 0 ? [] : [{ text: title, items }]
  })

/** Returns the sidebar items of the generated API pages, in the order that the pages declare. */
const apiItems = (folder: string): Array<DefaultTheme.SidebarItem> => {
  if (!existsSync(join(folder, apiFolder))) return []
  return readdirSync(join(folder, apiFolder)).filter((name) => name.endsWith(".md"))
    .map((name) => {
      const text = readFileSync(join(folder, apiFolder, name), "utf8")
      const [, order = "0"] = /^order: (\d+)$/m.exec(text) ?? []
      const [, heading = name] = /^# (.+)$/m.exec(text) ?? []
      return { order: Number(order), text: heading, link: `/${apiFolder}/${name.replace(/\.md$/, "")}` }
    })
    .toSorted((one, other) => one.order - other.order)
    .map(({ link, text }) => ({ text, link }))
}
