import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { parseFeedSpec } from "../../../../adapters/webrisk/feeds/FeedSpec.ts"
import { formatNamed } from "../../../../adapters/webrisk/feeds/formats/Formats.ts"
import { knownFeeds } from "../../../../adapters/webrisk/feeds/KnownFeeds.ts"

const spec = (text: string, keys: ReadonlyArray<readonly [string, string]> = []) => parseFeedSpec(text, new Map(keys))
const taken = (text: string, keys: ReadonlyArray<readonly [string, string]> = []) => Result.getOrThrow(spec(text, keys))
const refusal = (text: string) => Result.getOrThrow(Result.flip(spec(text))).message

describe("a configured feed", () => {
  it("can be a known feed by name, with a key if it takes one", () => {
    expect(taken("openphish")).toMatchObject({ origin: "url", name: "openphish", format: "urls", type: "phishing" })
    expect(taken("urlhaus", [["urlhaus", "a/b"]])).toMatchObject({
      url: new URL("https://urlhaus-api.abuse.ch/v2/files/exports/a%2Fb/recent.csv")
    })
    expect(taken("phishtank")).toMatchObject({ url: new URL("https://data.phishtank.com/data/online-valid.csv.gz") })
    expect(taken("phishtank", [["phishtank", "k"]])).toMatchObject({
      url: new URL("https://data.phishtank.com/data/k/online-valid.csv.gz")
    })
    expect(refusal("urlhaus")).toBe("urlhaus needs an API key (https://urlhaus.abuse.ch/api/).")
  })

  it("can be a file path", () => {
    expect(taken("/srv/a #b/list.txt")).toEqual({
      origin: "file",
      name: "/srv/a #b/list.txt",
      path: "/srv/a #b/list.txt",
      format: null,
      type: "unknown"
    })
    expect(taken("lists/x.txt#format=hosts&type=malware&name=house")).toEqual({
      origin: "file",
      name: "house",
      path: "lists/x.txt",
      format: "hosts",
      type: "malware"
    })
  })

  it("can be a URL, whose query is not disclosed", () => {
    const feed = taken("https://lists.example/a.txt?token=SECRET#type=phishing")
    expect(feed).toMatchObject({ origin: "url", name: "lists.example/a.txt", type: "phishing", known: null })
    expect(feed.origin === "url" && feed.url.href).toBe("https://lists.example/a.txt?token=SECRET")
  })

  it.each([
    ["https://lists.example/v2/files/0f3a9c51d2e84b67a1c0/recent.csv", "lists.example/v2/files/…/recent.csv"],
    ["https://lists.example/export/2b1c-0f3a-9c51-d2e8", "lists.example/export/…"],
    ["https://lists.example/phishing-domains-ACTIVE.txt", "lists.example/phishing-domains-ACTIVE.txt"],
    ["https://lists.example/domains-of-the-last-hour", "lists.example/domains-of-the-last-hour"]
  ])("can be a URL with a key in its path, which is not disclosed: %s", (text, name) => {
    expect(taken(text)).toMatchObject({ origin: "url", name })
  })

  it.each([
    ["openfish", /openfish is not a known feed, path or URL. Run `gatehouse feeds list`/],
    ["openphish#name=x", /openphish is a known feed, whose name, format and type are fixed/],
    ["openfish#name=x", /openfish is not a known feed, path or URL/],
    ["a.txt#format=xls", /a\.txt: unknown format xls. Use one of urlhaus-csv, /],
    ["a.txt#type=bad", /unknown type bad\. Use one of phishing, malware/],
    ["a.txt#size=3", /unknown option size=\. Use format=, name=, type=/],
    ["ftp://lists.example/a.txt", /must start with https/],
    ["https://user:SECRET@lists.example/a", /password in its URL/],
    ["https://?token=SECRET", /is not a URL/]
  ])("rejects %s", (text, message) => {
    expect(refusal(text)).toMatch(message)
    expect(refusal(text)).not.toContain("SECRET")
  })
})

describe("known feeds", () => {
  it.each(knownFeeds.map((feed) => [feed.id, feed] as const))("%s has a complete description", (id, feed) => {
    expect(id).toMatch(/^[a-z0-9-]+$/)
    expect(formatNamed(feed.format)).not.toBeNull()
    expect(URL.canParse(feed.url("KEY"))).toBe(true)
    expect(feed.url("KEY")).toMatch(/^https:/)
    expect(feed.url("KEY").includes("KEY")).toBe(feed.key !== "none")
    expect(URL.canParse(feed.terms)).toBe(true)
    expect(feed.license).not.toBe("")
    expect(feed.periodMillis).toBeGreaterThanOrEqual(5 * 60_000)
    expect(feed.staleMillisMax).toBeGreaterThan(feed.periodMillis * 2)
  })
})
