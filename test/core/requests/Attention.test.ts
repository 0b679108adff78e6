import { describe, expect, it } from "vitest"
import { type AttentionFacts, attentionItems } from "../../../core/requests/Attention.ts"
import type { SourceStatus } from "../../../core/threats/WebRisk.ts"

const source: SourceStatus = {
  name: "urlhaus",
  kind: "feed",
  state: "live",
  required: true,
  enforced: true,
  entries: 1,
  bytes: 1,
  updatedAt: null,
  problem: null
}

const site = { id: "site_1", name: "Shop", all: 100, degraded: 2 }

const quiet: AttentionFacts = {
  available: 1_000,
  noticeBelow: 100,
  creditsPerDay: 10,
  requests: 1_000,
  failed: 2,
  overLimit: [],
  sites: [site],
  threats: { sources: [source], waiting: 0, isMore: false }
}

const codes = (changes: Partial<AttentionFacts>) => attentionItems({ ...quiet, ...changes }).map(({ code }) => code)
const withSource = (changes: Partial<SourceStatus>) => ({
  threats: { sources: [{ ...source, ...changes }], waiting: 0, isMore: false }
})

describe("what needs attention", () => {
  it("is empty if all is well", () => {
    expect(attentionItems(quiet)).toEqual([])
    expect(attentionItems({ ...quiet, threats: null })).toEqual([])
  })

  it.each<[string, Partial<AttentionFacts>, ReadonlyArray<string>]>([
    ["no credits", { available: 0 }, ["credits-gone"]],
    ["fewer than wanted", { available: 99 }, ["credits-low"]],
    ["as many as wanted", { available: 100 }, []],
    ["gone in two days", { noticeBelow: null, available: 29 }, ["credits-low"]],
    ["gone in three", { noticeBelow: null, available: 30 }, []],
    ["nothing spent", { noticeBelow: null, available: 1, creditsPerDay: null }, []],
    ["many that failed", { failed: 11 }, ["requests-failing"]],
    ["one in a hundred", { failed: 10 }, []],
    ["two of three", { requests: 3, failed: 2 }, []],
    ["a source that is down", withSource({ state: "down", problem: "It answers 503." }), ["source-down"]],
    ["old data", withSource({ state: "stale" }), ["source-stale"]],
    ["reports", { threats: { sources: [source], waiting: 3, isMore: false } }, ["submissions-waiting"]],
    ["the embedded list alone", withSource({ kind: "embedded" }), ["no-feeds"]],
    ["no site", { sites: [] }, ["no-sites"]],
    ["forms without a check", { sites: [{ ...site, degraded: 26 }] }, ["degraded-forms"]],
    ["a few of them", { sites: [{ ...site, degraded: 25 }] }, []],
    ["of too few forms", { sites: [{ ...site, all: 19, degraded: 19 }] }, []]
  ])("includes %s", (_, changes, wanted) => {
    expect(codes(changes)).toEqual(wanted)
  })

  it("is an alarm if credits run out soon, a warning below the minimum, and a task for pending links", () => {
    const severities = (changes: Partial<AttentionFacts>) =>
      attentionItems({ ...quiet, ...changes }).map(({ message, severity }) => [severity, message])
    expect(severities({ available: 9 })).toEqual([
      ["alarm", "At last week's rate, credits run out in less than a day."]
    ])
    // The number of days in an alarm is rounded down, so it is always less than 3.
    expect(severities({ available: 297, creditsPerDay: 100 })).toEqual([
      ["alarm", "At last week's rate, credits run out in 2.9 days."]
    ])
    expect(severities({ available: 99 })).toEqual([
      ["warning", "99 credits are left, below your warning threshold of 100."]
    ])
    expect(severities({ threats: { sources: [source], waiting: 1, isMore: false } })).toEqual([
      ["task", "1 reported link is waiting for review."]
    ])
  })

  it("names one key over its limit, and summarizes the others in the same line", () => {
    const shop = { name: "my site", perMinute: 60, requests: 9 }
    expect(attentionItems({ ...quiet, overLimit: [shop] })).toEqual([{
      code: "over-limit",
      severity: "warning",
      path: "/settings/keys",
      message: "9 requests exceeded the limit of key “my site” (60 per minute) in the last 24 hours. "
        + "They were rejected and cost nothing."
    }])
    const others = [{ name: "a", perMinute: 1, requests: 2 }, { name: "b", perMinute: 1, requests: 1 }]
    const [item, ...more] = attentionItems({ ...quiet, overLimit: [{ ...shop, requests: 1 }, ...others] })
    expect(more).toEqual([])
    expect(item!.message).toContain("1 request exceeded the limit of key “my site”")
    expect(item!.message).toContain(", and 3 the limits of 2 other keys.")
  })

  it("is ordered by severity, each item with its link", () => {
    const items = attentionItems({
      ...quiet,
      available: 0,
      failed: 500,
      sites: [],
      threats: { sources: [{ ...source, state: "down" }, { ...source, state: "stale" }], waiting: 100, isMore: true }
    })
    expect(items.map(({ severity }) => severity)).toEqual(["alarm", "alarm", "alarm", "warning", "task", "hint"])
    for (const { message, path } of items) {
      expect(path).toMatch(/^\//)
      expect(message).toMatch(/\.$/)
    }
    expect(items.map(({ message }) => message)).toContain("100 or more reported links are waiting for review.")
  })
})
