import { expect, it } from "vitest"
import { UrlTab } from "../../../apps/dashboard/pages/try/UrlTab.tsx"
import { pageShown } from "../parts/PageShown.ts"

it("a URL can be reported before anything was paid for, and that this is free stands there", () => {
  const html = pageShown(UrlTab, { path: "/try/url", answers: [[["credits", "balance"], { available: 100 }]] })
  const submits = [...html.matchAll(/<button[^>]*type="submit".*?Button-label[^>]*>([^<]+)/g)].map(([, label]) => label)
  expect(submits).toEqual(["Screen", "Report as phishing (free)"])
  expect(html).toContain("Reporting is free.")
})
