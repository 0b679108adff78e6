import { Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { rmSync } from "node:fs"
import { afterAll, afterEach, describe, expect, it } from "vitest"
import { hostKnowledge, hostKnowledgeModuleUrl } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as Composite from "../../../../adapters/webrisk/CombineSources.ts"
import { FeedFiles } from "../../../../adapters/webrisk/feeds/FeedFiles.ts"
import { makeFeedSource } from "../../../../adapters/webrisk/feeds/FeedSource.ts"
import { parseFeedSpec, type UrlFeed } from "../../../../adapters/webrisk/feeds/FeedSpec.ts"
import { initialFeedStatus } from "../../../../adapters/webrisk/feeds/LoadedFeed.ts"
import { refreshFeed } from "../../../../adapters/webrisk/feeds/RefreshFeed.ts"
import { storeCheckMillis } from "../../../../adapters/webrisk/feeds/UrlSource.ts"
import { type Http, HttpFailure, type HttpRequest } from "../../../../adapters/webrisk/http/Http.ts"
import { ThreatThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import { requiredAndEnforcedPolicy, type SourcePolicy } from "../../../../adapters/webrisk/ThreatSource.ts"
import { WebRisk } from "../../../../core/threats/WebRisk.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { settled, sharedThread, temporaryFolder } from "../thread/SharedThread.ts"

const folder = temporaryFolder()
const thread = sharedThread
afterAll(async () => {
  await settled()
  rmSync(folder, { recursive: true, force: true })
})

/** Response body of the server. Null while the server is down. */
let body: string | null = null
const requests: Array<HttpRequest> = []
afterEach(() => {
  body = null
  requests.length = 0
})

const http: Http = (request) =>
  Effect.suspend(() => {
    requests.push(request)
    if (body === null) {
      const message = `${request.url.host}${request.url.pathname} answered 503.`
      return Effect.fail(
        new HttpFailure({ problem: "status", status: 503, retryAfterMillis: null, message, body: new Uint8Array(0) })
      )
    }
    const { buffer } = new TextEncoder().encode(body).slice()
    return Effect.succeed({ status: 200, headers: new Headers({ etag: `"${body.length}"` }), blocks: [buffer] })
  })

const feed = (name: string, key = "SECRET") =>
  Result.getOrThrow(parseFeedSpec(`https://lists.example/${name}?key=${key}#name=${name}`, new Map())) as UrlFeed

const remedy = "fetch it by hand"

const layer = (name: string, options: { readonly isUpdated?: boolean; readonly policy?: SourcePolicy } = {}) => {
  const { isUpdated = true, policy = requiredAndEnforcedPolicy } = options
  const source = makeFeedSource(
    feed(name),
    { http, knowledge: hostKnowledgeModuleUrl, folder, isUpdated, remedy },
    policy
  )
  return Composite.layer([source], hostKnowledge.suffixes)
}

const run = <A>(effect: Effect.Effect<A, unknown, WebRisk>, sources: ReturnType<typeof layer>, at = 0) =>
  Effect.runPromise(
    Effect.andThen(TestClock.setTime(at), Effect.provide(effect, sources)).pipe(
      Effect.provide(Layer.succeed(ThreatThread, thread)),
      Effect.provide(TestClock.layer()),
      Effect.provide(Logger.layer([]))
    )
  )

const start = Date.UTC(2026, 10, 21)
const hour = 3_600_000

const check = Effect.fnUntraced(function*(url: string) {
  const answer = yield* Effect.result((yield* WebRisk).check(Result.getOrThrow(parseWebUrl(url))))
  if (Result.isFailure(answer)) return answer.failure.message
  const { observed, stale, threat } = answer.success
  return { threat: threat?.expression ?? null, observed: observed.length, stale }
})

const state = Effect.gen(function*() {
  const [source] = yield* (yield* WebRisk).status
  return source!
})

/** Advances the clock until the condition is true. The thread and the disk do not follow the test clock. */
const until = Effect.fnUntraced(function*<R>(wanted: Effect.Effect<boolean, never, R>, millis: number) {
  for (let tries = 0; tries < 200; tries++) {
    yield* TestClock.adjust(millis)
    yield* Effect.promise(settled)
    if (yield* wanted) return
  }
  throw new Error("it never came to pass")
})

const isState = (wanted: string) => Effect.map(state, (one) => one.state === wanted)

describe("a feed from a URL", () => {
  it("is down without a list, then live, stale if it cannot be renewed, and down if it is too old", () =>
    run(
      Effect.gen(function*() {
        yield* until(Effect.map(state, ({ problem }) => problem?.includes("503") === true), 1_000)
        expect(yield* check("https://evil.example/")).toBe("a has no list yet.")
        expect(yield* state).toMatchObject({ name: "a", kind: "feed", state: "down", entries: 0, updatedAt: null })
        expect(yield* state).toMatchObject({ problem: "a has no list yet: fetch it by hand. The server answered 503." })

        body = "evil.example\nhttp://bad.example/x\n"
        yield* until(isState("live"), hour / 60)
        expect(yield* check("https://evil.example/")).toEqual({ threat: "evil.example/", observed: 0, stale: [] })
        expect(yield* check("https://good.example/")).toEqual({ threat: null, observed: 0, stale: [] })
        expect(yield* state).toMatchObject({ entries: 2, problem: null })

        body = null
        // An update is aborted after ten minutes of the clock, so the clock advances in small steps.
        yield* until(Effect.map(state, (one) => one.state === "stale" && one.problem !== null), hour / 60)
        expect(yield* check("https://good.example/")).toEqual({ threat: null, observed: 0, stale: ["a"] })
        expect(yield* check("https://evil.example/")).toMatchObject({ threat: "evil.example/" })
        expect(yield* state).toMatchObject({ problem: "The server answered 503." })

        yield* until(isState("down"), 2 * hour)
        expect(yield* check("https://good.example/")).toBe("The list of a is too old.")
      }),
      layer("a"),
      start
    ))

  it("is loaded from storage at once without a request, and renewed when due", async () => {
    body = "evil.example\n"
    await run(until(isState("live"), 1_000), layer("b"), start)
    expect(requests).toHaveLength(1)
    await run(
      Effect.gen(function*() {
        expect(yield* check("https://evil.example/")).toMatchObject({ threat: "evil.example/" })
        yield* until(Effect.succeed(true), 2 * 60_000)
        expect(requests).toHaveLength(1)
        yield* until(Effect.sync(() => requests.length === 2), hour / 60)
        expect(requests[1]!.headers).toMatchObject({ "if-none-match": "\"13\"" })
      }),
      layer("b"),
      start + hour / 2
    )
  })

  it("is down if the stored list is too old or from the future", async () => {
    body = "evil.example\n"
    await run(until(isState("live"), 1_000), layer("c"), start)
    body = null
    for (const at of [start + 25 * hour, start - 2 * hour]) {
      expect(await run(check("https://good.example/"), layer("c", { isUpdated: false }), at)).toMatch(/is too old/)
    }
    expect(await run(check("https://good.example/"), layer("c", { isUpdated: false }), start + 23 * hour))
      .toEqual({ threat: null, observed: 0, stale: ["c"] })
    expect(requests).toHaveLength(1)
  })

  it("ignores a list stored under its name from another address", async () => {
    body = "evil.example\n"
    await run(until(isState("live"), 1_000), layer("moved"), start)
    const tools = { http, knowledge: hostKnowledgeModuleUrl, folder, isUpdated: true, remedy }
    const moved = Composite.layer(
      [makeFeedSource(feed("moved", "OTHER"), tools, requiredAndEnforcedPolicy)],
      hostKnowledge.suffixes
    )
    await run(
      Effect.gen(function*() {
        expect(yield* state).toMatchObject({ state: "down", entries: 0 })
        yield* until(isState("live"), 1_000)
      }),
      moved,
      start + 60_000
    )
    expect(requests).toHaveLength(2)
    expect(requests[1]!.headers).not.toHaveProperty("if-none-match")
  })

  it("loads a list that the command line has stored meanwhile", () =>
    run(
      Effect.gen(function*() {
        yield* until(isState("down"), 1_000)
        body = "evil.example\n"
        const one = feed("d")
        const tools = { http, knowledge: hostKnowledgeModuleUrl, folder, thread }
        yield* refreshFeed(one, new FeedFiles(folder, "d"), initialFeedStatus("d"), tools, false)
        const count = requests.length
        yield* until(isState("live"), storeCheckMillis)
        expect(requests).toHaveLength(count)
        expect(yield* check("https://evil.example/")).toMatchObject({ threat: "evil.example/" })

        // The failure is still reported after the source has checked whether an update is due.
        body = null
        const files = new FeedFiles(folder, "d")
        const standing = yield* Effect.promise(() => files.readStatus())
        yield* Effect.result(refreshFeed(one, files, standing!, tools, false))
        yield* until(Effect.map(state, ({ problem }) => problem !== null), storeCheckMillis)
        yield* until(Effect.succeed(true), 3 * 60_000)
        expect(yield* state).toMatchObject({ state: "live", problem: "The server answered 503." })
      }),
      layer("d"),
      start
    ))

  it("reports listings but blocks nothing if it is observed, and does no harm if it is down", async () => {
    const policy = { required: false, enforced: false }
    expect(await run(check("https://evil.example/"), layer("e", { policy }), start))
      .toEqual({ threat: null, observed: 0, stale: [] })
    body = "evil.example\n"
    await run(
      Effect.gen(function*() {
        yield* until(isState("live"), hour / 60)
        expect(yield* check("https://evil.example/")).toEqual({ threat: null, observed: 1, stale: [] })
      }),
      layer("e", { policy }),
      start
    )
  })
})

it("never discloses the key in errors", () =>
  run(
    Effect.gen(function*() {
      yield* until(Effect.map(state, ({ problem }) => problem?.includes("503") === true), 1_000)
      expect(JSON.stringify(yield* state)).not.toContain("SECRET")
    }),
    Layer.fresh(layer("g")),
    start
  ))
