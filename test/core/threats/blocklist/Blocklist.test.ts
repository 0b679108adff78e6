import { Effect, Layer, Result } from "effect"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import * as BlocklistMemory from "../../../../adapters/storage/memory/BlocklistMemory.ts"
import { combineSources } from "../../../../adapters/webrisk/CombineSources.ts"
import { notListed } from "../../../../adapters/webrisk/ThreatSource.ts"
import { Blocklist } from "../../../../core/threats/blocklist/Blocklist.ts"
import type { BlocklistTarget } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { parseBlocklistTarget } from "../../../../core/threats/blocklist/BlocklistGuard.ts"
import { screenUrl } from "../../../../core/threats/ScreenUrl.ts"
import { WebRisk } from "../../../../core/threats/WebRisk.ts"
import { wrappedUrlsMax } from "../../../../core/urls/redirectors/WrappedUrl.ts"
import { operatorEntry } from "../../../contracts/kit/BlocklistEntries.ts"
import { sourceAnswer, sourceFailure, threatSource } from "../../../support/ThreatSources.ts"

const target = (kind: BlocklistTarget["kind"], text: string, force = false) =>
  parseBlocklistTarget(kind, text, hostKnowledge, { force })

const silent = threatSource("silent", () => Effect.succeed(notListed))
const down = threatSource("down", () => sourceFailure("down"))
const lists = threatSource("lists", () => Effect.succeed(sourceAnswer("lists")))

const screen = (url: string, entries: ReadonlyArray<readonly [BlocklistTarget["kind"], string]>, sources = [silent]) =>
  Effect.runPromise(
    Effect.gen(function*() {
      const blocklist = yield* Blocklist
      for (const [kind, text] of entries) {
        const { expression } = Result.getOrThrow(target(kind, text))
        yield* blocklist.put(operatorEntry(kind, expression))
      }
      return yield* screenUrl(url)
    }).pipe(
      Effect.provide(
        Layer.merge(BlocklistMemory.layer, Layer.succeed(WebRisk, combineSources(sources, publicSuffixes)))
      ),
      Effect.result
    )
  )

const isBad = async (url: string, kind: BlocklistTarget["kind"], text: string) => {
  const result = await screen(url, [[kind, text]])
  return Result.isSuccess(result) && !result.success.ok
}

describe("the blocklist", () => {
  it.each(
    [
      ["https://bad.example/a?b=1", "url", "http://bad.example/a?b=1", true],
      ["https://bad.example/a?b=2", "url", "http://bad.example/a?b=1", false],
      ["https://user@BAD.example:8443/x/../a?b=1#c", "url", "bad.example/a?b=1", true],
      ["https://bad.example/a/b/c?d", "prefix", "bad.example/a/", true],
      ["https://bad.example/ab", "prefix", "bad.example/a", false],
      ["https://bad.example/a", "prefix", "bad.example/a", true],
      ["https://bad.example/", "prefix", "bad.example/a/", false],
      ["https://bad.example/a?b", "prefix", "bad.example/a/", true],
      ["https://bad.example/ab", "prefix", "bad.example/a/", false],
      ["https://www.bad.example/x", "host", "www.bad.example", true],
      ["https://a.www.bad.example/x", "host", "www.bad.example", false],
      ["https://a.b.bad.example/x", "domain", "bad.example", true],
      ["https://bad.example/x", "domain", "*.bad.example", true],
      ["https://notbad.example/x", "domain", "bad.example", false],
      ["http://0x7f.1/x", "host", "127.0.0.1", true]
    ] as const
  )("%s against %s %s: %s", async (url, kind, text, bad) => expect(await isBad(url, kind, text)).toBe(bad))

  it.each(
    [
      ["domain", "com"],
      ["domain", "co.uk"],
      ["host", "github.io"],
      ["host", "bit.ly"],
      ["domain", "google.com"],
      ["host", "docs.google.com"],
      ["prefix", "https://docs.google.com/"]
    ] as const
  )("refuses %s %s unless it is forced", (kind, text) => {
    expect(Result.getOrThrow(Result.flip(target(kind, text)))._tag).toBe("EntryTooBroad")
    if (kind !== "domain" || text.includes(".")) expect(Result.isSuccess(target(kind, text, true))).toBe(true)
  })

  it.each(["bit.ly/abc", "https://docs.google.com/forms/d/1", "bad.github.io"])(
    "accepts the URL %s",
    (text) => expect(Result.isSuccess(target("url", text))).toBe(true)
  )

  it.each(
    [
      ["host", "http://intranet/", "intranet"],
      ["domain", "zip", "zip"],
      ["host", "[2001:DB8::1]:8443", "[2001:db8::1]"],
      ["host", "a_b.example.:80/x?y", "a_b.example"],
      ["domain", "*.münchen.example", "xn--mnchen-3ya.example"],
      ["url", "http://javascript:1/", "javascript/"],
      ["url", "http://10.0.0.0/8", "10.0.0.0/8"],
      ["url", "例え。jp/パス", "xn--r8jz45g.jp/%E3%83%91%E3%82%B9"]
    ] as const
  )("accepts the %s %s if it is forced", (kind, text, expression) => {
    expect(target(kind, text, true)).toMatchObject({ success: { kind, expression } })
  })

  const nowhere = ["", " ", "http://", "ftp://x.example", "hxxp://x.example", "a b", "//x.example/", "http:x.example"]
  const words = [
    "javascript:1",
    "mailto:a@x.example",
    "a@x.example",
    "reason",
    "url,reason",
    "x*.example",
    "a[.]example"
  ]
  const numbers = ["1", "0.98", "010.0.0.1", "1.2.3.4.5", "2001:db8::1"]
  it.each([...nowhere, ...words, ...numbers])("refuses %j as any kind, and explains which values are valid", (text) => {
    for (const kind of ["url", "prefix", "host", "domain"] as const) {
      const failure = Result.getOrThrow(Result.flip(target(kind, text, true)))
      expect(failure._tag).toBe("InvalidBlocklistTarget")
      expect(failure.message).toMatch(new RegExp(`is not a ${kind}\\. Enter .+ such as `))
    }
  })

  it.each(["10.0.0.0/8", "203.0.113.7/32", "2001:db8::/32"])("refuses the network %s", (text) => {
    for (const kind of ["url", "prefix", "host", "domain"] as const) {
      expect(Result.getOrThrow(Result.flip(target(kind, text, true))).message).toContain("is a network")
    }
  })
})

describe("the verdict", () => {
  it("is safe only if every source has responded", async () => {
    expect(await screen("https://ok.example/", [], [silent])).toMatchObject({ success: { ok: true, listed: null } })
    expect(await screen("https://ok.example/", [], [silent, down])).toMatchObject({
      failure: { _tag: "WebRiskUnavailable" }
    })
  })

  it("is bad if any source lists the URL, even if another is down", async () => {
    expect(await screen("https://ok.example/", [], [down, lists])).toMatchObject({
      success: { ok: false, listed: { source: "lists" } }
    })
    expect(await screen("https://bad.example/", [["host", "bad.example"]], [down])).toMatchObject({
      success: { ok: false }
    })
  })
  it("includes the target of a known redirector, through any number of redirects", async () => {
    const through = (url: string) => `https://www.google.com/url?q=${encodeURIComponent(url)}`
    const bad = "https://a.bad.example/x"
    for (const url of [through(bad), through(through(bad)), "https://a-bad-example.translate.goog/x"]) {
      expect(await screen(url, [["domain", "bad.example"]])).toMatchObject({
        success: { ok: false, listed: { source: "blocklist", expression: "bad.example" } }
      })
      expect(await screen(url, [["domain", "other.example"]])).toMatchObject({ success: { ok: true } })
    }
    const seen: Array<string> = []
    const countingSource = threatSource("asked", ({ url }) =>
      Effect.sync(() => {
        seen.push(url.canonical)
        return notListed
      }))
    let deep = bad
    for (let depth = 0; depth < 4; depth++) deep = through(deep)
    expect(await screen(deep, [], [countingSource])).toMatchObject({ success: { ok: true } })
    expect(seen).toHaveLength(5)
    seen.length = 0
    const wide = `https://www.google.com/url?${`q=${encodeURIComponent(through(bad))}&`.repeat(wrappedUrlsMax)}`
    expect(await screen(wide, [], [countingSource])).toMatchObject({ success: { ok: true } })
    expect(seen).toHaveLength(1 + wrappedUrlsMax)
    expect(await screen(through(bad), [], [silent, down])).toMatchObject({ failure: { _tag: "WebRiskUnavailable" } })
  })
  it("names each source with stale data once, for the redirector and its target", async () => {
    const old = (name: string, ...starts: ReadonlyArray<string>) =>
      threatSource(
        name,
        ({ url }) => Effect.succeed({ threat: null, isStale: starts.some((start) => url.canonical.startsWith(start)) })
      )
    const redirector = "www.google.com/"
    const behind = "a.good.example/"
    const sources = [old("both", redirector, behind), old("redirector", redirector), old("behind", behind)]
    const through = "https://www.google.com/url?q=http://a.good.example/"
    expect(await screen(through, [], sources)).toMatchObject({
      success: { ok: true, stale: ["both", "redirector", "behind"] }
    })
    expect(await screen("http://a.good.example/", [], sources)).toMatchObject({
      success: { stale: ["both", "behind"] }
    })
  })
  it("does not extend a redirector's exception to its target", async () => {
    const allowing = { ...operatorEntry("domain", "google.com"), action: "allow" as const }
    const verdict = (url: string) =>
      Effect.runPromise(
        Effect.gen(function*() {
          yield* (yield* Blocklist).putAll([allowing, operatorEntry("host", "bad.example")])
          return yield* screenUrl(url)
        }).pipe(
          Effect.provide(
            Layer.merge(BlocklistMemory.layer, Layer.succeed(WebRisk, combineSources([silent], publicSuffixes)))
          )
        )
      )
    expect(await verdict("https://www.google.com/url?q=http://bad.example/")).toMatchObject({
      ok: false,
      allowed: null
    })
    expect(await verdict("https://www.google.com/url?q=http://good.example/")).toMatchObject({
      ok: true,
      allowed: { entry: 1 }
    })
  })
})
