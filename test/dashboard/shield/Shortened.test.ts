import { expect, it } from "vitest"
import { shortened } from "../../../apps/dashboard/pages/shield/Shortened.ts"

it("a key keeps its kind and both ends", () => {
  expect(shortened("gh_site_TxHt1NZOwDtM429FQfc8OQ1StGd0PHSWWAhC1yolvv22tuckU")).toBe("gh_site_TxHt…uckU")
})

it.each(["gh_site_test_pass", "gh_site_123456789", "gh_site_", "", "other"])("%j is short enough", (key) => {
  expect(shortened(key)).toBe(key)
})
