import { createElement } from "react"
import { expect, it } from "vitest"
import { detailsLink, RequestDetail } from "../../../apps/dashboard/pages/requests/RequestDetail.tsx"
import { pageShown } from "../parts/PageShown.ts"

const request = {
  requestId: "01a2013e-b71b-72d8-a70a-613043829791",
  keyId: null,
  operation: "scan/url",
  status: 200,
  credits: 5,
  at: 0,
  millis: 3,
  subject: "example.com/***"
}

const detail = (verdict: string, kinds: ReadonlyArray<string>, operation = "scan/url") =>
  pageShown(
    () =>
      createElement(RequestDetail, {
        request: { ...request, operation, verdict },
        details: null,
        movements: []
      }),
    {
      path: "/requests",
      answers: [
        [["keys", "list"], []],
        [["threats", "sources"], kinds.map((kind, at) => ({ name: `source ${at}`, kind, entries: 17 }))]
      ]
    }
  )

const note = /only against 17 built-in test URLs and your blocklist/

it("says that an unlisted URL means little without feeds", () => {
  expect(detail("safe", ["embedded"])).toMatch(note)
  expect(detail("safe, stale: openphish", ["embedded"])).toMatch(note)
})

it("does not say so if there are feeds, or for another verdict or operation", () => {
  expect(detail("safe", ["embedded", "feed"])).not.toMatch(note)
  expect(detail("bad: embedded", ["embedded"])).not.toMatch(note)
  expect(detail("nothing found", ["embedded"], "scan/email")).not.toMatch(note)
})

const shownOf = (changes: object): string =>
  pageShown(
    () =>
      createElement(RequestDetail, {
        request: { ...request, verdict: "safe", ...changes },
        details: null,
        movements: [{ at: 0, kind: "settle", amount: 5, note: "" }]
      }),
    { path: "/requests", answers: [[["keys", "list"], []], [["threats", "sources"], []]] }
  ).replaceAll(/<[^>]*>/g, "|")

it("shows the time zone of its times, and its status in words", () => {
  const html = shownOf({})
  expect(html.split(`(${Intl.DateTimeFormat().resolvedOptions().timeZone})`), "when, and the movement").toHaveLength(3)
  expect(html).toContain("|200, successful|")
  expect(shownOf({ status: 429, verdict: null })).toContain("|429, too many requests|")
  expect(shownOf({ status: 418, verdict: null })).toContain("|418|")
})

const requestOf = (operation: string, verdict: string | null = "clean 3") => ({ operation, requestId: "r1", verdict })

it("links to the document or the lead if it still exists", () => {
  expect(detailsLink(requestOf("scan"), false)?.path).toBe("/documents/r1")
  expect(detailsLink(requestOf("lead/analyze"), true)?.path).toBe("/leads/r1")
  // The lead has been deleted.
  expect(detailsLink(requestOf("lead/analyze"), false)).toBe(null)
  expect(detailsLink(requestOf("scan/url"), true)).toBe(null)
  for (const operation of ["scan", "lead/analyze"]) expect(detailsLink(requestOf(operation, null), true)).toBe(null)
})
