import { describe, expect, it } from "@effect/vitest"
import { Effect, Layer, Result } from "effect"
import { TestClock } from "effect/testing"
import { createHash } from "node:crypto"
import * as DocumentReaderInline from "../../../adapters/documents/pool/DocumentReaderInline.ts"
import * as PopularDomainsMemory from "../../../adapters/lists/PopularDomainsMemory.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import { linksPerYield, linksScreenedMax, scanDocument } from "../../../core/documents/ScanDocument.ts"
import { Blocklist } from "../../../core/threats/blocklist/Blocklist.ts"
import { WebRisk, WebRiskUnavailable } from "../../../core/threats/WebRisk.ts"
import { urlCharsMax } from "../../../core/urls/WebUrl.ts"
import { makePdf } from "../../adapters/documents/pdf/MakePdf.ts"
import { operatorEntry } from "../../contracts/kit/BlocklistEntries.ts"

const pdfWith = (...urls: ReadonlyArray<string>): Uint8Array => {
  const links = urls.map((url, at) => [at + 2, `<</Type/Annot/Subtype/Link/A<</S/URI/URI(${url})>>>>`])
  return makePdf({ 1: "<</Type/Catalog>>", ...Object.fromEntries(links) }, "none")
}

/** URLs for which the provider was queried. */
let requested: Array<string> = []

/** A provider that lists `listed.example` and does not respond for `silent.example`. */
const webRisk = Layer.succeed(WebRisk, {
  check: ({ url }) =>
    Effect.suspend(() => {
      requested.push(url.href)
      if (url.hostname === "silent.example") {
        return Effect.fail(new WebRiskUnavailable({ source: "provider", message: "no answer" }))
      }
      const threat = { source: "provider", type: "phishing", expression: "listed.example/" } as const
      return Effect.succeed({ threat: url.hostname === "listed.example" ? threat : null, observed: [], stale: [] })
    }),
  status: Effect.succeed([])
})

const layer = Layer.mergeAll(
  DocumentReaderInline.layer,
  PublicSuffixesTldts.layer,
  PopularDomainsMemory.layer(["paypal-lovers.com"]),
  webRisk,
  BlocklistMemory.layer
)

const scanning = (file: Uint8Array, sourceUrl: string | null = null, name = "a.pdf") =>
  Effect.gen(function*() {
    requested = []
    yield* (yield* Blocklist).put(operatorEntry("domain", "blocked.example"))
    return yield* scanDocument({ name, bytes: file }, sourceUrl)
  }).pipe(Effect.provide(layer))

const codesOf = (scan: { readonly reasons: ReadonlyArray<{ readonly code: string }> }) =>
  scan.reasons.map(({ code }) => code)

describe("a listed link (decision 17)", () => {
  it.effect.each<readonly [string, string, string]>([
    ["by the provider", "https://listed.example/a", "A link is listed by provider: https://listed.example/a"],
    [
      "by the blocklist",
      "https://www.blocked.example/",
      "A link is listed by the blocklist: https://www.blocked.example/"
    ]
  ])("%s blocks", ([, url, message]) =>
    Effect.gen(function*() {
      const scan = yield* scanning(pdfWith("https://example.com/", url))
      expect(scan).toMatchObject({ score: 20, rating: "block", reasons: [{ code: "MALICIOUS_URL" }] })
      expect(scan.reasons[0]!.message).toContain(message)
    }))

  it.effect("is found behind a redirector, whose target counts as a domain but not as a link", () =>
    Effect.gen(function*() {
      const scan = yield* scanning(pdfWith("https://www.google.com/url?q=https://listed.example/a"))
      expect(scan).toMatchObject({
        rating: "block",
        summary: { linksFound: 1, uniqueDomains: ["google.com", "listed.example"] }
      })
    }))

  it.effect("blocks as the document's source URL, which is not counted as a link", () =>
    Effect.gen(function*() {
      const scan = yield* scanning(pdfWith(), "https://listed.example/a.pdf")
      expect(scan).toMatchObject({ rating: "block", summary: { linksFound: 0, uniqueDomains: [] } })
      expect(codesOf(scan)).toEqual(["MALICIOUS_URL"])
      expect((yield* scanning(pdfWith(), "https://example.com/a.pdf")).rating).toBe("ok")
    }))

  it.effect("blocks however long a browser's escaping makes it", () =>
    Effect.gen(function*() {
      const url = `https://me@listed.example/${"é".repeat(1_900)}`
      expect(new URL(url).href.length).toBeGreaterThan(urlCharsMax)
      expect(codesOf(yield* scanning(pdfWith(url)))).toContain("MALICIOUS_URL")
      expect(requested.every((href) => href.length <= urlCharsMax && !href.includes("@"))).toBe(true)
    }))

  it.effect("is reported once, with the number of occurrences", () =>
    Effect.gen(function*() {
      const { reasons } = yield* scanning(pdfWith("https://listed.example/a", "https://listed.example/b"))
      expect(reasons).toHaveLength(1)
      expect(reasons[0]!.message).toMatch(/, and 1 more\)$/)
    }))

  it.effect("is found anywhere: in an action, in text and in an embedded file", () =>
    Effect.gen(function*() {
      const inner = Buffer.from(pdfWith("https://listed.example/a")).toString("latin1")
      const documents = [
        makePdf({ 1: "<</Type/Catalog/OpenAction<</S/URI/URI(https://listed.example/)>>>>" }, "none"),
        makePdf({
          1: "<</Type/Catalog/OpenAction<</S/JavaScript/JS(app.launchURL\\('https://listed.example/'\\))>>>>"
        }, "none"),
        makePdf({
          1: "<</Type/Catalog>>",
          2: "<</Type/Filespec/UF(a.pdf)/EF<</F 3 0 R>>>>",
          3: `<</Type/EmbeddedFile/Length ${inner.length}>>stream\n${inner}\nendstream`
        }, "none"),
        new TextEncoder().encode("{\\rtf1 see https://listed.example/ there}")
      ]
      for (const document of documents) expect(codesOf(yield* scanning(document))).toContain("MALICIOUS_URL")
    }))
})

it.effect("on a popular domain or below it is no lookalike", () =>
  Effect.gen(function*() {
    const imitating = (host: string) => Effect.map(scanning(pdfWith(`https://${host}/`)), codesOf)
    expect(yield* imitating("www.paypal-lovers.com")).toEqual([])
    expect(yield* imitating("www.paypal-haters.com")).toEqual(["BRAND_LOOKALIKE"])
  }))

describe("a provider that does not respond (decision 20)", () => {
  it.effect("fails the scan", () =>
    Effect.gen(function*() {
      for (const url of ["https://silent.example/", "https://SILENT.example:443/a?b"]) {
        const failure = yield* Effect.flip(scanning(pdfWith("https://example.com/", url)))
        expect(failure).toMatchObject({ _tag: "WebRiskUnavailable", source: "provider" })
      }
      const source = yield* Effect.flip(scanning(pdfWith(), "https://silent.example/a.pdf"))
      expect(source._tag).toBe("WebRiskUnavailable")
    }))

  it.effect.each<readonly [string, ReadonlyArray<string>]>([
    ["blocklist, before it", ["https://blocked.example/", "https://silent.example/"]],
    ["blocklist, after it", ["https://silent.example/", "https://blocked.example/"]],
    ["blocklist, long after it", [
      ...Array.from({ length: 50 }, (_, at) => `https://silent.example/${at}`),
      "https://blocked.example/"
    ]],
    ["provider itself", ["https://silent.example/", "https://listed.example/"]]
  ])("does not fail the scan if the %s lists another link", ([, urls]) =>
    Effect.gen(function*() {
      const scan = yield* scanning(pdfWith(...urls))
      expect(scan).toMatchObject({ rating: "block", summary: { linksFound: urls.length } })
      expect(codesOf(scan)).toContain("MALICIOUS_URL")
    }))

  it.effect("does not matter if the document has nothing to look up", () =>
    Effect.gen(function*() {
      expect((yield* scanning(pdfWith("mailto:ann@silent.example", "ftp://silent.example/a"))).rating).toBe("ok")
      expect(requested).toEqual([])
    }))
})

describe("many links", () => {
  const many = (count: number) => pdfWith(...Array.from({ length: count }, (_, at) => `https://example.com/${at}`))

  it.effect("are looked up to the limit, and the rest is reported", () =>
    Effect.gen(function*() {
      const whole = yield* scanning(many(linksScreenedMax))
      expect([codesOf(whole), requested.length]).toEqual([[], linksScreenedMax])
      const part = yield* scanning(many(linksScreenedMax + 1))
      expect(part).toMatchObject({ rating: "warn", score: 84, summary: { linksFound: linksScreenedMax + 1 } })
      expect(part.reasons).toEqual([{ code: "PARTIAL_SCAN", message: "Only 500 of the links were checked (links)" }])
      expect(requested).toHaveLength(linksScreenedMax)
    }))

  it.effect("are counted and looked up once per address", () =>
    Effect.gen(function*() {
      const spellings = ["https://example.com/a", "HTTPS://EXAMPLE.com:443/a", "https://example.com/b/../a"]
      const { summary } = yield* scanning(pdfWith(...spellings, "https://example.com/a#b", "http://example.com/a"))
      expect(summary.linksFound).toBe(3)
      expect(requested.toSorted()).toEqual(["http://example.com/a", "https://example.com/a", "https://example.com/a#b"])
    }))

  it.effect("yield their registrable domains, sorted, or the host if there is none", () =>
    Effect.gen(function*() {
      const { summary } = yield* scanning(pdfWith(
        "https://www.zebra.co.uk/",
        "https://a.b.example.com/",
        "https://example.com/",
        "https://ann.github.io/x",
        "http://127.0.0.1/",
        "http://intranet/",
        "https://b\\374cher.example/"
      ))
      expect(summary.uniqueDomains).toEqual([
        "127.0.0.1",
        "ann.github.io",
        "example.com",
        "intranet",
        "xn--bcher-kva.example",
        "zebra.co.uk"
      ])
    }))
})

describe("the response", () => {
  it.effect("contains the original name, the hash of the bytes and the time of the clock", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(Date.parse("2026-11-20T10:00:00.123Z"))
      for (const name of ["a.pdf", "", "../../etc/passwd", "bücher \u0000\n<b>.docx", "x".repeat(10_000)]) {
        const bytes = pdfWith()
        const scan = yield* scanning(bytes, null, name)
        expect(scan).toEqual({
          score: 100,
          rating: "ok",
          reasons: [],
          findings: [],
          summary: { linksFound: 0, uniqueDomains: [], hasEmbeddedFiles: false, hasMacros: false },
          sha256: createHash("sha256").update(bytes).digest("hex"),
          bytes: bytes.length,
          fileName: name,
          scannedAt: new Date("2026-11-20T10:00:00.123Z")
        })
      }
    }))

  it.effect("is an error for an unreadable document or another file type, whatever the source claims", () =>
    Effect.gen(function*() {
      const tagOf = (text: string) =>
        Effect.map(
          Effect.result(scanning(new TextEncoder().encode(text), "https://listed.example/")),
          (result) => Result.isFailure(result) ? result.failure._tag : "scanned"
        )
      expect(yield* tagOf("hello")).toBe("UnsupportedDocument")
      expect(yield* tagOf("")).toBe("UnsupportedDocument")
      expect(yield* tagOf("%PDF-1.7\n")).toBe("UnreadableDocument")
    }))
})

it.live("yields to other work while many links are processed", () =>
  Effect.gen(function*() {
    const file = pdfWith(...Array.from({ length: 2_000 }, (_, at) => `https://listed.example/${at}`))
    let turns = 0
    let isDone = false
    const take = (): void => {
      turns++
      if (!isDone) setImmediate(take)
    }
    take()
    yield* scanning(file)
    isDone = true
    // The scan yields while it reads links, judges them and reduces them to domains. Lookups run eight at a time.
    expect(turns).toBeGreaterThan(3 * 2_000 / linksPerYield + linksScreenedMax / 8)
  }))
