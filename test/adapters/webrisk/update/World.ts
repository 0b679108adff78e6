import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import { rmSync } from "node:fs"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { ThreatThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import type { RegisteredSource } from "../../../../adapters/webrisk/ThreatSource.ts"
import { webRiskUpdate, type WebRiskUpdateOptions } from "../../../../adapters/webrisk/update/WebRiskUpdate.ts"
import { UrlKeys } from "../../../../adapters/webrisk/UrlKeys.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { InlineThread, WebRiskInMemory } from "../../../fakes/WebRiskInMemory.ts"
import { temporaryFolder } from "../thread/SharedThread.ts"

export const minutes = 60_000
export const hours = 60 * minutes

export const bad = "http://evil.example/login.html"
export const good = "http://good.example/"

export const keysOf = (url: string) => new UrlKeys(Result.getOrThrow(parseWebUrl(url)), publicSuffixes)

/**
 * Returns a source's verdict for a URL: the type of the listing, or `not listed`. Adds `stale` for stale data. If the
 * source is unavailable, returns the message.
 */
export const checkText = ({ source }: RegisteredSource, url: string) =>
  Effect.match(source.check(keysOf(url)), {
    onSuccess: ({ isStale, threat }) => `${threat === null ? "not listed" : threat.type}${isStale ? ", stale" : ""}`,
    onFailure: ({ message }) => `unavailable: ${message}`
  })

export const stateOf = ({ source }: RegisteredSource) => Effect.map(source.status, ({ state }) => state)

/** Provides a vendor that lists `evil.example/login.html`, and a folder for its lists. */
export const world = Effect.acquireRelease(
  Effect.sync(() => {
    const fake = new WebRiskInMemory()
    fake.data.add("SOCIAL_ENGINEERING", "evil.example/login.html")
    for (const list of ["MALWARE", "SOCIAL_ENGINEERING", "UNWANTED_SOFTWARE"]) {
      fake.data.setPrefixes(list, Array.from({ length: 50 }, (_, at) => (0x11000000 + at * 7919).toString(16)))
    }
    return { fake, folder: temporaryFolder() }
  }),
  ({ folder }) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

/** Lets work finish that does not depend on the clock. */
export const settle = Effect.promise(async () => {
  for (let turn = 0; turn < 4; turn++) await new Promise((resolve) => setImmediate(resolve))
})

/** Advances the clock in steps that are short enough for an update to start and finish within a step. */
export const pass = Effect.fnUntraced(function*(millis: number, step: number = 10 * minutes) {
  for (let left = millis; left > 0; left -= step) {
    yield* TestClock.adjust(Math.min(step, left))
    yield* settle
  }
})

/** Returns the source after its first update. */
export const started = Effect.fnUntraced(function*(
  { fake, folder }: { readonly fake: WebRiskInMemory; readonly folder: string },
  options: Partial<WebRiskUpdateOptions> = {}
) {
  const source = yield* webRiskUpdate({ vendor: fake.vendor, folder, ...options }).pipe(
    Effect.provideService(ThreatThread, new InlineThread())
  )
  yield* settle
  yield* settle
  return source
})
