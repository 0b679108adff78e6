import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { publicSuffixes } from "../../../../../adapters/lists/PublicSuffixesTldts.ts"
import { findInFeed } from "../../../../../adapters/webrisk/feeds/reading/FindInFeed.ts"
import { readFeedText } from "../../../../../adapters/webrisk/feeds/reading/ReadFeed.ts"
import { UrlKeys } from "../../../../../adapters/webrisk/UrlKeys.ts"
import { sharedHosts, shorteners } from "../../../../../core/urls/SharedHosts.ts"
import { parseWebUrl } from "../../../../../core/urls/WebUrl.ts"

const feed = (...lines: ReadonlyArray<string>) =>
  readFeedText(lines.join("\r\n"), { format: null, type: "phishing" }, hostKnowledge)

const find = (list: ReturnType<typeof feed>["list"], url: string) =>
  findInFeed(list, "feed", new UrlKeys(Result.getOrThrow(parseWebUrl(url)), publicSuffixes))

/** Returns the URLs that a feed's line covers. */
const covered = (line: string, ...urls: ReadonlyArray<string>) => {
  const { list } = feed(line)
  return urls.filter((url) => find(list, url) !== null)
}

describe("an entry", () => {
  it("for a URL covers that URL, any query if it has none, and everything below it if it is a folder", () => {
    expect(covered("http://evil.example/a.php", "https://evil.example/a.php", "https://www.evil.example/a.php?x=1"))
      .toHaveLength(2)
    expect(
      covered(
        "http://evil.example/a.php",
        "https://evil.example/",
        "https://evil.example/a.php/b",
        "https://x.example/a.php"
      )
    )
      .toEqual([])
    expect(covered("http://evil.example/a.php?x=1", "http://evil.example/a.php?x=1", "http://evil.example/a.php"))
      .toEqual(["http://evil.example/a.php?x=1"])
    expect(covered("http://evil.example/kit/", "https://evil.example/kit/login.html", "https://evil.example/"))
      .toEqual(["https://evil.example/kit/login.html"])
  })

  it("for a URL that needs a query covers nothing without one", () => {
    for (const page of ["https://www.youtube.com/watch", "https://www.google.com/url", "https://out.reddit.com/x"]) {
      expect(covered(page, page, `${page}?v=1`)).toEqual([])
      expect(covered(`${page}?v=1`, page, `${page}?v=1`, `${page}?v=2`)).toEqual([`${page}?v=1`])
    }
    expect(feed("https://www.youtube.com/watch").counts.guardedBy).toEqual({ "shared-host": 1 })
  })

  it("for a URL covers it with and without a trailing slash", () => {
    const urls = ["http://evil.example/kit", "http://www.evil.example/kit/", "http://evil.example/kit/?x=1"]
    expect(covered("http://evil.example/kit", ...urls, "http://evil.example/kit/a")).toEqual(urls)
    expect(covered("http://evil.example/kit/", ...urls, "http://evil.example/kits")).toEqual(urls)
    expect(covered("http://evil.example/kit?x=1", ...urls)).toEqual(["http://evil.example/kit/?x=1"])
    const page = "https://sites.google.com/view/evil"
    expect(covered(page, `${page}/`, `${page}/?x`, `${page}/a`, "https://sites.google.com/view")).toHaveLength(2)
    expect(covered(`${page}/`, page, "https://a.sites.google.com/view/evil", "https://sites.google.com/")).toEqual([
      page
    ])
  })

  it("for a URL of a shared or popular host covers only that page", () => {
    const urls = [
      "https://sites.google.com/view/",
      "https://sites.google.com/view/",
      "https://storage.googleapis.com/kit/"
    ]
    for (const url of urls) {
      expect(covered(url, url, `${url}?x=1`)).toHaveLength(2)
      expect(covered(url, `${url}site`, new URL("/", url).href)).toEqual([])
    }
    // A subdomain of a shared host is a different host, and the content below its folders is still shared.
    expect(covered("https://any.dropbox.com/s/", "https://any.dropbox.com/s/", "https://any.dropbox.com/s/x"))
      .toHaveLength(1)
  })

  it("for a host root or a hosts line covers that host with and without www", () => {
    for (const line of ["https://evil.example/", "0.0.0.0 evil.example"]) {
      expect(
        covered(
          line,
          "http://evil.example/",
          "http://www.evil.example/x?y",
          "http://a.evil.example/",
          "http://example/"
        )
      )
        .toEqual(["http://evil.example/", "http://www.evil.example/x?y"])
    }
    expect(covered("http://203.0.113.7:8080", "http://203.0.113.7/x", "http://203.0.113.8/")).toEqual([])
    expect(covered("http://8.8.4.7:8080", "http://8.8.4.7/x", "http://8.8.4.8/")).toEqual(["http://8.8.4.7/x"])
  })

  it("for a domain covers all subdomains at any depth", () => {
    const deep = `https://${"a.".repeat(40)}evil.example/x`
    expect(
      covered("evil.example", "http://evil.example/", "http://a.b.evil.example/x", deep, "http://notevil.example/")
    )
      .toEqual(["http://evil.example/", "http://a.b.evil.example/x", deep])
    expect(covered("||EVIL.example^", "http://www.evil.example/")).toHaveLength(1)
    expect(covered("b\u00FCcher.example", "http://xn--bcher-kva.example/")).toHaveLength(1)
  })
})

it("reports the source, type and expression of a listing", () => {
  const { list } = readFeedText(
    "# id,dateadded,url,url_status,last_online,threat\n\"1\",\"2026-01-01 10:00:00\",\"http://evil.example/x\",\"online\",\"\",\"malware_download\"",
    { format: null, type: "unknown" },
    hostKnowledge
  )
  expect(find(list, "https://evil.example/x?y")).toEqual({
    source: "feed",
    type: "malware",
    expression: "evil.example/x"
  })
})

describe("an entry that would block a shared host", () => {
  it("is skipped, counted and reported", () => {
    const { counts, list } = feed(
      "google.com",
      "https://bit.ly/",
      "0.0.0.0 www.facebook.com",
      "co.uk",
      "192.168.1.1",
      "a.local"
    )
    expect(counts).toMatchObject({
      entries: 0,
      malformed: 0,
      guarded: 6,
      guardedBy: { "shared-host": 2, shortener: 1, "public-suffix": 1, "private-host": 2 }
    })
    expect(counts.guardedExamples).toHaveLength(5)
    expect(counts.guardedExamples[1]).toEqual({
      text: "https://bit.ly/",
      message: expect.stringContaining("link shortener")
    })
    expect(find(list, "https://google.com/")).toBeNull()
  })

  it("is reported as widely used if it is a popular site", () => {
    expect(feed("wikimedia.org").counts.guardedExamples[0]?.message).toMatch(/^wikimedia\.org is a widely used domain/)
  })

  it("never blocks a popular host, shared host or link shortener in a list full of traps", () => {
    const hosts = [
      ...sharedHosts,
      ...shorteners,
      "wikipedia.org",
      "mozilla.org",
      "spiegel.de",
      "bbc.co.uk",
      "lemonde.fr"
    ]
    const traps = hosts.flatMap((host) => [
      host,
      `*.${host}`,
      `||${host}^`,
      `0.0.0.0 ${host}`,
      `0.0.0.0 www.${host}`,
      `address=/${host}/`,
      `${host} CNAME .`,
      `https://${host}`,
      `http://www.${host}/`,
      `http://${host.toUpperCase()}./`,
      `http://user@${host}:8080/#x`,
      `http://${host}/?`,
      `https://${host}/folder/`,
      `https://${host}/page`
    ])
    const { counts, list } = feed(...traps, "evil.example")
    expect(find(list, "https://a.evil.example/")).not.toBeNull()
    expect(counts.malformed).toBe(0)
    const blocked = hosts.flatMap((host) => [
      `https://${host}/`,
      `https://www.${host}/`,
      `https://${host}/some/page`,
      `https://${host}/folder/page`,
      `https://sub.${host}/`
    ]).filter((url) => find(list, url) !== null)
    expect(blocked).toEqual([])
  })
})
