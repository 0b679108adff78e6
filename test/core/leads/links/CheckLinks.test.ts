import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { expect, it } from "vitest"
import * as PublicSuffixesTldts from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import * as BlocklistMemory from "../../../../adapters/storage/memory/BlocklistMemory.ts"
import { checkLinks } from "../../../../core/leads/links/CheckLinks.ts"
import { findLinks, linksFoundMax } from "../../../../core/leads/links/LeadLinks.ts"
import { normalizeFields } from "../../../../core/leads/signals/Lead.ts"
import { WebRisk } from "../../../../core/threats/WebRisk.ts"
import { PublicSuffixes } from "../../../../core/urls/PublicSuffixes.ts"

/** Ports for tests. The threat source lists `bad.example.org`, and never responds for hosts such as `slow1`. */
const layerWorld = Layer.mergeAll(
  BlocklistMemory.layer,
  PublicSuffixesTldts.layer,
  TestClock.layer(),
  Layer.succeed(WebRisk, {
    check: (url) => {
      const { host } = url.readings[0]
      if (host.startsWith("slow")) return Effect.never
      const threat = host === "bad.example.org" ? { source: "feed", type: "phishing" as const, expression: host } : null
      return Effect.succeed({ threat, observed: [], stale: [] })
    },
    status: Effect.succeed([])
  })
)

const outcomes = (message: string) =>
  Effect.gen(function*() {
    const { links } = findLinks(normalizeFields({ message }), yield* PublicSuffixes)
    const fiber = yield* Effect.forkChild(checkLinks(links))
    yield* TestClock.adjust(2_499)
    const isEarly = fiber.pollUnsafe() !== undefined
    yield* TestClock.adjust(1)
    const found = yield* Fiber.join(fiber)
    expect(found.map(({ link }) => link)).toEqual(links)
    return { isEarly, kinds: found.map(({ outcome }) => outcome.kind) }
  }).pipe(Effect.provide(layerWorld), Effect.runPromise)

it("does not wait if every result is available", async () => {
  expect(await outcomes("https://bad.example.org/ https://good.example.org/")).toEqual({
    isEarly: true,
    kinds: ["listed", "unlisted"]
  })
})

it("gives up on slow lookups and keeps the results so far", async () => {
  const slow = Array.from({ length: 7 }, (_, at) => `https://slow${at}.example.org/`).join(" ")
  expect(await outcomes(`${slow} https://good.example.org/ https://bad.example.org/`)).toEqual({
    isEarly: false,
    kinds: [...Array.from({ length: 7 }, () => "unchecked"), "unlisted", "listed"]
  })
})

it("looks up all links, so that none hides behind others", async () => {
  const others = Array.from({ length: linksFoundMax - 1 }, (_, at) => `https://h${at}.example.org/`).join(" ")
  const { isEarly, kinds } = await outcomes(`${others} https://bad.example.org/`)
  expect(isEarly).toBe(true)
  expect(kinds).toEqual([...Array.from({ length: linksFoundMax - 1 }, () => "unlisted"), "listed"])
})
