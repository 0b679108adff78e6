import { expect, it } from "vitest"
import { AddressList } from "../../../apps/dashboard/pages/try/addresses/AddressList.tsx"
import { SingleAddress } from "../../../apps/dashboard/pages/try/addresses/SingleAddress.tsx"
import { LeadTab } from "../../../apps/dashboard/pages/try/LeadTab.tsx"
import { UrlTab } from "../../../apps/dashboard/pages/try/UrlTab.tsx"
import { pageShown } from "../parts/PageShown.ts"

it.each([
  ["an address", SingleAddress, "Costs 1 credit", "Check"],
  ["a list", AddressList, "Costs 1 credit", "Check"],
  ["a URL", UrlTab, "Screening costs 5 credits", "Screen URL"],
  ["a lead", LeadTab, "Free of charge.", "Analyze lead"]
])("for %s the price appears above the buttons, and the request button comes first", (_, Tab, price, asks) => {
  const html = pageShown(Tab, { path: "/try", answers: [[["credits", "balance"], { available: 100 }]] })
  // Ignores small buttons, which only fill in an example.
  const labels = [...html.matchAll(/<button(?![^>]*"compact-sm")[^>]*mantine-Button-root.*?Button-label[^>]*>([^<]+)/g)]
  expect(labels[0]![1]!.trim()).toMatch(new RegExp(`^${asks}`))
  expect(html.indexOf(price)).toBeGreaterThan(0)
  expect(html.indexOf(price)).toBeLessThan(labels[0]!.index)
})

it("URLs can be reported before any payment, and the page says that this is free", () => {
  const html = pageShown(UrlTab, { path: "/try/url", answers: [[["credits", "balance"], { available: 100 }]] })
  const submits = [...html.matchAll(/<button[^>]*type="submit".*?Button-label[^>]*>([^<]+)/g)].map(([, label]) => label)
  expect(submits).toEqual(["Screen URL", "Report as phishing"])
  expect(html).toContain("Reporting is free.")
})
