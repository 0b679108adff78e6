import { expect, it } from "vitest"
import Requests from "../../../apps/dashboard/pages/requests/Requests.tsx"
import { pageShown } from "../parts/PageShown.ts"

const request = {
  requestId: "01a2013e-b71b-72d8-a70a-613043829791",
  keyId: null,
  operation: "scan",
  status: 200,
  credits: 20,
  at: 0,
  millis: 3,
  verdict: "warn (78)",
  subject: "***.pdf",
  refusal: null,
  fileHash: "3b7f45fa".repeat(8)
}

const list = (items: ReadonlyArray<object> | null, search = "", keys: ReadonlyArray<object> = []) =>
  pageShown(Requests, {
    path: "/requests",
    search,
    answers: [
      [["keys", "list"], keys],
      ...items === null ? [] : [[["requests", "list", "pages"], { items, next: null }] as const]
    ]
  })

/** Matches a row of invisible filters. */
const hiddenSearch = /visibility:hidden[^>]*><div[^>]*role="search"/

it("names a masked file as the list of documents does", () => {
  const html = list([request])
  expect(html).toMatch(/PDF file<[^>]*> 3b7f45fa</)
  expect(html).not.toContain("***.pdf")
})

it("shows no filters and no export before the first request, and reserves their space while it loads", () => {
  const empty = list([])
  expect(empty).toContain("No requests yet")
  expect(empty).not.toContain("role=\"search\"")
  expect(empty).not.toContain("Export")
  expect(list(null)).toMatch(hiddenSearch)
  expect(list([request])).toContain("role=\"search\"")
  expect(list([request])).not.toMatch(hiddenSearch)
})

/** Returns the export buttons: one in the heading, and one for phones. */
const exportButtons = (html: string): ReadonlyArray<string> =>
  [...html.matchAll(/<button(?:(?!<button)[^])*?>Export</g)].map(([button]) => button)

it("shows accounts with a key how to send a request, and others how to create a key", () => {
  const without = list([])
  expect(without).toContain("and from Try it")
  expect(without).toContain("Create API key")
  expect(without).not.toContain("curl")
  const withKey = list([], "", [{ id: "key_1", name: "Website", lastFour: "rgXi", revokedAt: null }])
  expect(withKey).not.toContain("Create API key")
  expect(withKey).toContain("http://localhost/scan/email")
  expect(list([], "", [{ id: "key_1", name: "Website", lastFour: "rgXi", revokedAt: 5 }])).toContain(
    "Create API key"
  )
})

it("says how to see all requests again, and names its search as other pages do", () => {
  expect(list([request])).not.toContain("Clear filters")
  const html = list([request], "operation=scan")
  expect(html).toContain(">Clear filters<")
  expect(html).toMatch(/<label[^>]*>Search requests</)
})

it("keeps the filters if nothing matches, and offers no export", () => {
  const html = list([], "operation=scan")
  expect(html).toContain("No matching requests")
  expect(html).toContain("role=\"search\"")
  expect(exportButtons(html)).toHaveLength(2)
  for (const button of exportButtons(html)) expect(button).toContain("disabled=\"\"")
  for (const button of exportButtons(list([request], "operation=scan"))) expect(button).not.toContain("disabled=\"\"")
})
