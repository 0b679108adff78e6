import { createElement } from "react"
import { describe, expect, it } from "vitest"
import { SitesPage } from "../../../apps/dashboard/pages/shield/Shield.tsx"
import { InstallTab } from "../../../apps/dashboard/pages/shield/site/InstallTab.tsx"
import { OptionsTab } from "../../../apps/dashboard/pages/shield/site/OptionsTab.tsx"
import type { Site } from "../../../apps/dashboard/pages/shield/site/Site.tsx"
import TrafficTab from "../../../apps/dashboard/pages/shield/traffic/TrafficTab.tsx"
import { siteOptionsDefault } from "../../../core/sites/Site.ts"
import { pageShown } from "../parts/PageShown.ts"

const siteOf = (degraded: Site["options"]["degraded"]): Site => ({
  id: "site_1",
  name: "Shop",
  hostnames: ["shop.example"],
  siteKey: "gh_site_1",
  secrets: 1,
  createdAt: 0,
  options: { ...siteOptionsDefault, degraded, degradedPerMinuteMax: 1_200 }
})

const hour = 3_600_000
const counts = {
  "issued": 330,
  "solved": 300,
  "human": 296,
  "score:9": 290,
  "score:3": 6,
  "degraded:edge": 5,
  "rejected:duplicate token": 7,
  "solveMillis:1024": 290,
  "solveMillis:2048": 10
}
/**
 * Start of the previous hour. The pages' clock has the time at which their module loaded, possibly before the current
 * hour.
 */
const now = Math.floor(Date.now() / hour - 1) * hour
const answers = [
  [["sites", "list"], [siteOf("allow")]],
  [["sites", "traffic"], [{ hour: now, counts }]],
  [["sites", "recent"], [{ siteId: "site_1", days: [{ at: now, human: 296, degraded: 5, rejected: 7 }] }]]
] as const

const words = (html: string): string => html.replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, " ").replaceAll(/\s+/g, " ")
const tabOf = (Tab: typeof InstallTab, degraded: Site["options"]["degraded"]): string =>
  words(pageShown(() => createElement(Tab, { site: siteOf(degraded) }), { path: "/shield/site_1", answers }))

describe("form outcomes", () => {
  it("add up to all forms, with one name each on the site's page", () => {
    const html = tabOf(TrafficTab, "allow")
    expect(html).toContain(
      "Verified 296 96.1% of all forms Rejected 7 2.3% of all forms"
    )
    expect(html).toContain("Accepted unverified 5 1.6% of all forms")
    expect(html).toContain("Why forms were accepted unverified")
    expect(html).not.toMatch(/\bpassed\b/i)
  })

  it("have the same names in the list", () => {
    const html = words(pageShown(SitesPage, { path: "/shield", answers }))
    expect(html).toContain("Verified")
    expect(html).toContain("96.1%")
    expect(html).not.toMatch(/\bpassed\b/i)
  })

  it("show the scores of each band, times as on Overview, and no internal names", () => {
    const html = tabOf(TrafficTab, "allow")
    for (const band of ["people (70–100), 98.0%", "Some risk (40–69), 0.0%", "bots (0–39), 2.0%"]) {
      expect(html).toContain(band)
    }
    expect(html).toMatch(/Median · p95 [\d.]+ s/)
    expect(html).not.toMatch(/[≤]|\bedge\b/i)
  })
})

describe("a site's policy for forms without proof", () => {
  it("is what the installation says", () => {
    expect(tabOf(InstallTab, "allow")).toContain("has no valid token, it is accepted. Change this")
    expect(tabOf(InstallTab, "limit")).toContain(
      "has no valid token, it is accepted, up to 1,200 such forms per minute."
    )
    expect(tabOf(InstallTab, "reject")).toContain("has no valid token, it is rejected. Change this")
  })

  it("shows how many forms a minute pass without proof", () => {
    expect(tabOf(OptionsTab, "reject")).toContain("Accept up to 1,200 per minute")
    expect(tabOf(OptionsTab, "reject")).toContain(
      "The rest are rejected. During an outage, this can reject forms from people."
    )
  })
})

it("says where the lines to paste take effect, and the two ways to load their library", () => {
  const text = tabOf(InstallTab, "allow")
  expect(text).toContain("This code works only on this machine")
  expect(text).toContain("then restart the server")
  expect(text).toMatch(
    /Option 1: single file.*to create shield\.mjs.*Option 2: package.*to create gatehouse-shield-1\.tgz/
  )
  expect(text).toContain("npm install ../gatehouse-shield-1.tgz")
})

describe("the demo's site", () => {
  const demo: Site = { ...siteOf("allow"), name: "demo", hostnames: ["localhost", "127.0.0.1", "[::1]"] }
  const none = [[["sites", "list"], [demo]], [["sites", "traffic"], []], [["sites", "recent"], []]] as const
  const shownOf = (Tab: typeof InstallTab, site: Site, hasDemo = true) =>
    pageShown(() => createElement(Tab, { site }), { path: "/shield/site_1", answers: none, hasDemo })

  it("links to the demo from each of its pages, and asks for no lines and no address", () => {
    const list = pageShown(SitesPage, { path: "/shield", answers: none })
    for (const html of [list, shownOf(TrafficTab, demo), shownOf(InstallTab, demo)]) {
      expect(html).toContain("href=\"/demo\"")
    }
    expect(words(shownOf(TrafficTab, demo))).toContain("Open the demo and send the form once")
    expect(words(shownOf(InstallTab, demo))).not.toContain("GATEHOUSE_PUBLIC_URL")
  })

  it("is an ordinary site if there is no demo, and no other site is the demo's", () => {
    const others = [[demo, false], [{ ...demo, hostnames: ["shop.example"] }], [{ ...demo, name: "Shop" }]] as const
    for (const [site, hasDemo] of others) {
      expect(shownOf(TrafficTab, site, hasDemo)).not.toContain("/demo")
      expect(words(shownOf(TrafficTab, site, hasDemo))).toContain("Add the code to your page")
      expect(words(shownOf(InstallTab, site, hasDemo))).toContain("GATEHOUSE_PUBLIC_URL")
    }
  })
})
