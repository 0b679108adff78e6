import { createElement, Fragment } from "react"
import { expect, it } from "vitest"
import { Route } from "wouter"
import { UrgencyBadge } from "../../../apps/dashboard/pages/threats/SubmissionLabels.tsx"
import Threats from "../../../apps/dashboard/pages/threats/Threats.tsx"
import { TruncatedLink } from "../../../apps/dashboard/parts/text/TruncatedLink.tsx"
import { pageShown } from "../parts/PageShown.ts"

const entry = {
  id: 1,
  kind: "host",
  expression: "bad.example",
  action: "block",
  reason: "",
  source: "operator",
  author: "Ann",
  forced: false,
  createdAt: 0,
  expiresAt: null
}

const blocklist = (search: string, items: ReadonlyArray<typeof entry>, next: number | null = null) =>
  pageShown(() => createElement(RouteTo), {
    path: "/threats/blocklist",
    search,
    answers: [
      [["threats", "blocklist"], { items: [entry], next: null, total: 19 }],
      [["threats", "blocklist", "pages"], { items, next, total: 19 }]
    ]
  })

const RouteTo = () => createElement(Route, { path: "/threats/:tab", component: Threats })

const textOf = (html: string) => html.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ")

it("the blocklist has one search with a shortcut key, and shows the number of entries", () => {
  const html = blocklist("", [entry], 1)
  expect(html.match(/data-search/g)).toHaveLength(1)
  expect(html).toMatch(/<input[^>]*type="search"[^>]*>/)
  expect(textOf(html)).toContain("19 entries")
  expect(textOf(html)).not.toContain("of 19 entries")
})

it("shows how many of all entries match, once all are loaded", () => {
  expect(textOf(blocklist("text=bad", [entry]))).toContain("1 of 19 entries")
  expect(textOf(blocklist("text=bad", [entry], 1))).not.toContain("1 of 19 entries")
  const none = textOf(blocklist("text=good.example", []))
  expect(none).toContain("No entry contains this text or matches it as a host or URL.")
  expect(none).toContain("0 of 19 entries")
})

it("urgency has no verdict icon", () => {
  const signs = (risk: number) =>
    pageShown(() => createElement(UrgencyBadge, { risk }), { path: "/", answers: [] }).match(/tabler-icon-[a-z-]+/g)
  expect([90, 30, 5].map(signs)).toEqual([
    ["tabler-icon-arrow-up"],
    ["tabler-icon-arrow-up-right"],
    ["tabler-icon-minus"]
  ])
})

it("shows the end of a shortened link separately, and the whole link can be read and copied", () => {
  const lines = (link: string) =>
    pageShown(() => createElement(Fragment, null, createElement(TruncatedLink, { link, what: "link" })), {
      path: "/",
      answers: []
    })
  const html = lines("bad.example/a/b?id=%3Cscript%3Ealert(1)%3C/script%3E?n=31")
  expect(html).toContain("<bdi dir=\"ltr\">script%3E?n=31</bdi>")
  expect(textOf(html).replaceAll(" ", "")).toContain("bad.example/a/b?id=%3Cscript%3Ealert(1)%3C/script%3E?n=31")
  expect(textOf(lines("bad.example/a")).replaceAll(" ", "")).toContain("bad.example/a")
})
