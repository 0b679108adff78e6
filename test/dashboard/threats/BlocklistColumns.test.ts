import { createElement, Fragment } from "react"
import { expect, it } from "vitest"
import { blocklistColumns } from "../../../apps/dashboard/pages/threats/BlocklistColumns.tsx"
import type { Entry } from "../../../apps/dashboard/pages/threats/EntryTexts.ts"
import { defaultReasons } from "../../../core/threats/blocklist/BlocklistEntry.ts"
import { pageShown } from "../parts/PageShown.ts"

const entry: Entry = {
  id: 1,
  kind: "host",
  expression: "bad.example",
  action: "block",
  reason: "phishing kit",
  source: "submission:17",
  author: "רות",
  forced: false,
  createdAt: 0,
  expiresAt: null
}

const row = (changes: Partial<Entry>, mayChange = true) => {
  const columns = blocklistColumns(mayChange ? () => {} : null)
  const cells = columns.map(({ render }, at) => createElement(Fragment, { key: at }, render({ ...entry, ...changes })))
  return pageShown(() => createElement(Fragment, null, cells), { path: "/threats/blocklist", answers: [] })
}

it("texts of people and lists cannot reverse the text around them", () => {
  const html = row({ reason: "דיוג", source: "רשימה" })
  for (const words of ["דיוג", "רות", "from רשימה"]) expect(html).toContain(`<bdi>${words}</bdi>`)
})

it("links to the submission only for roles that may open it", () => {
  expect(row({})).toContain("href=\"/threats/submissions?open=17\"")
  expect(row({}, false)).not.toContain("href=")
  expect(row({}, false)).toContain("reported link 17")
})

it("shows no reason if none was given", () => {
  for (const reason of Object.values(defaultReasons)) expect(row({ reason })).not.toContain(reason)
  expect(row({})).toContain("phishing kit")
})

it("shows no button for read-only roles", () => {
  expect(row({})).toContain("Remove block bad.example")
  expect(row({}, false)).not.toContain("<button aria-label=\"Remove")
})
