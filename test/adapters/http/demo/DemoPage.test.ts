import { describe, expect, it } from "vitest"
import { type DemoOutcome, demoPage } from "../../../../adapters/http/demo/DemoPage.ts"

const state = {
  siteKey: "gh_site_x",
  settings: { theme: "auto", size: "normal", key: "demo" },
  keys: ["demo"],
  base: "http://localhost:8080",
  hostnames: ["localhost"],
  isKnownHost: true,
  isBuilt: true
}

const outcomeOf = (result: DemoOutcome["result"], millis = 1.25): string => {
  const page = demoPage({
    ...state,
    outcome: { result, millis, fields: { name: "", email: "", message: "" } }
  })
  return page.slice(page.indexOf("<h2 id=\"verdict\""))
}

const verdictOf = (result: DemoOutcome["result"]) =>
  /<h2 id="verdict" class="([\w-]+)">([^<]+)</.exec(outcomeOf(result))?.slice(1)

it.each([[true, 1], [false, 0]])("loads the widget if it is built (%s)", (isBuilt, scripts) => {
  const page = demoPage({ ...state, isBuilt, outcome: null })
  expect(page.split(`<script src="/shield/widget.js" async></script>`).length - 1).toBe(scripts)
})

describe("the result of a demo form", () => {
  it.each(
    [
      ["a rejected form", { success: false, error: "duplicate token" }, ["bad", "Rejected"]],
      ["a form without proof", { success: true, degraded: true }, ["so-so", "Passed, with reduced protection"]],
      ["a person", { success: true, score: 90 }, ["good", "Passed"]],
      ["a likely bot", { success: true, score: 20 }, ["so-so", "Passed, but likely a bot"]],
      ["no score", { success: true }, ["good", "Passed"]]
    ] as const
  )("names %s", (_, result, verdict) => {
    expect(verdictOf(result)).toEqual(verdict)
  })

  it("lists only what is known", () => {
    const rowsOf = (result: DemoOutcome["result"]) =>
      [...outcomeOf(result).matchAll(/<dt>([^<]+)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name, html]) => [name, html])
    expect(rowsOf({ success: false, error: "<b>" })).toEqual([["Reason", "&#60;b&#62;"], ["Verified in", "1.3 ms"]])
    expect(rowsOf({ success: true, degraded: true })).toEqual([["Verified in", "1.3 ms"]])
    const [score, ...others] = rowsOf(
      {
        success: true,
        score: 88,
        geo: { country: "AT", asn: "<AS1>" },
        language: "en",
        spam_score: 0.126
      }
    )
    expect(score).toEqual(["Score", expect.stringMatching(/^<span class="score">88<\/span> <meter [^>]*value="88"/)])
    expect(others).toEqual([
      ["Location", "AT, &#60;AS1&#62;"],
      ["Spam score", "0.13"],
      ["Language", "en"],
      ["Verified in", "1.3 ms"]
    ])
  })
})
