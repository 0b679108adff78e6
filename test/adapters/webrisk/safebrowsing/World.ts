import { Effect, Logger, Redacted, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import { rmSync } from "node:fs"
import { publicSuffixes } from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { type Http, HttpFailure } from "../../../../adapters/webrisk/http/Http.ts"
import { safeBrowsing, type SafeBrowsingOptions } from "../../../../adapters/webrisk/safebrowsing/SafeBrowsing.ts"
import type { Job } from "../../../../adapters/webrisk/thread/Jobs.ts"
import { type JobThread, ThreatThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import type { ThreatSource } from "../../../../adapters/webrisk/ThreatSource.ts"
import { UrlKeys } from "../../../../adapters/webrisk/UrlKeys.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { SafeBrowsingVendor } from "../../../fakes/SafeBrowsingVendor.ts"
import { temporaryFolder } from "../thread/SharedThread.ts"

const fromBase64 = (text: string): string => Buffer.from(text, "base64url").toString("hex")

/** Vendor without a network, so that a test can let days pass. */
export class World {
  readonly vendor = new SafeBrowsingVendor()
  /** Requested URLs, in order. */
  readonly asked: Array<URL> = []
  /** Failures that are returned instead of a response. */
  readonly failing: Record<"batchGet" | "search", (() => HttpFailure) | null> = { batchGet: null, search: null }
  readonly folder = temporaryFolder()

  readonly http: Http = ({ url }) =>
    Effect.suspend(() => {
      this.asked.push(url)
      const kind = url.pathname.endsWith("search") ? "search" : "batchGet"
      const failure = this.failing[kind]?.()
      if (failure !== undefined) return Effect.fail(failure)
      const given = (name: string) => url.searchParams.getAll(name)
      const bytes = kind === "search"
        ? this.vendor.search(given("hashPrefixes").map(fromBase64))
        : this.vendor.batch(given("names"), given("version").map(fromBase64))
      const { buffer } = Uint8Array.from(bytes)
      return Effect.succeed({ status: 200, headers: new Headers(), blocks: [buffer] })
    })

  /** Sets or clears the failure of both request types. */
  breaks(failure: (() => HttpFailure) | null): void {
    this.failing.batchGet = this.failing.search = failure
  }

  askedFor(kind: "batchGet" | "search"): ReadonlyArray<URL> {
    return this.asked.filter(({ pathname }) => pathname.endsWith(kind))
  }

  source(options: Partial<SafeBrowsingOptions> = {}): Effect.Effect<ThreatSource, never, ThreatThread | Scope.Scope> {
    const vendor = { name: "safe-browsing", url: "https://vendor.test", key: Redacted.make("secret"), http: this.http }
    return Effect.map(
      safeBrowsing({ vendor, mode: "local", folder: this.folder, ...options }).pipe(Effect.tap(settle)),
      ({ source }) => source
    )
  }

  /** Runs the effect with a test clock. */
  run<A>(effect: Effect.Effect<A, unknown, ThreatThread | Scope.Scope>): Promise<A> {
    return Effect.runPromise(effect.pipe(
      Effect.scoped,
      Effect.provideService(ThreatThread, sameThread),
      Effect.provide(TestClock.layer()),
      Effect.provide(Logger.layer([]))
    ))
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}

/** Runs the thread's jobs synchronously. */
const sameThread = {
  run: async <I, A>({ work }: Job<I, A>, input: I) => (await work(input)).output
} as unknown as JobThread

/** Number of event loop turns in which all work that waits for no clock finishes, even on a busy machine. */
const turnsEnough = 60

/** Lets pending work finish without advancing the clock. */
export const settle = Effect.promise(async () => {
  for (let turn = 0; turn < turnsEnough; turn++) await new Promise<void>((resolve) => setImmediate(resolve))
})

/** Advances the clock in steps, with event loop turns in between. */
export const pass = Effect.fnUntraced(function*(millis: number, steps = 1) {
  for (let step = 0; step < steps; step++) {
    yield* TestClock.adjust(millis / steps)
    yield* settle
  }
})

export const keysOf = (url: string): UrlKeys => new UrlKeys(Result.getOrThrow(parseWebUrl(url)), publicSuffixes)

/** Returns the type of the listing, `not listed`, or the reason for a missing verdict. `stale` marks old data. */
export const verdict = (source: ThreatSource, url: string): Effect.Effect<string> =>
  source.check(keysOf(url)).pipe(
    Effect.map(({ isStale, threat }) => `${threat?.type ?? "not listed"}${isStale ? ", stale" : ""}`),
    Effect.catch(({ message }) => Effect.succeed(`unavailable: ${message}`))
  )

export const httpFailure = (overrides: Partial<HttpFailure> = {}) => () =>
  new HttpFailure({
    problem: "status",
    status: 503,
    retryAfterMillis: null,
    message: "vendor.test answered 503.",
    body: new Uint8Array(0),
    ...overrides
  })
