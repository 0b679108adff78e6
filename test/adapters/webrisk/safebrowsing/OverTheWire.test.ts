import { Effect, Layer, Logger, ManagedRuntime, Redacted } from "effect"
import { rmSync } from "node:fs"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { type Http, http } from "../../../../adapters/webrisk/http/Http.ts"
import { safeBrowsing, type SafeBrowsingMode } from "../../../../adapters/webrisk/safebrowsing/SafeBrowsing.ts"
import { ThreatThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import type { ThreatSource } from "../../../../adapters/webrisk/ThreatSource.ts"
import type { HttpFault } from "../../../fakes/HttpFaults.ts"
import { SafeBrowsingServer } from "../../../fakes/SafeBrowsingServer.ts"
import { malware, phishing } from "../../../fakes/SafeBrowsingVendor.ts"
import { sharedThread, temporaryFolder, threadIsDone } from "../thread/SharedThread.ts"
import { verdict } from "./World.ts"

let server: SafeBrowsingServer
const folders: Array<string> = []
const runtime = ManagedRuntime.make(Layer.merge(Layer.succeed(ThreatThread, sharedThread), Logger.layer([])))

beforeAll(async () => {
  server = await SafeBrowsingServer.start()
  server.vendor.put("mw-4b", "bad.test/", malware)
  server.vendor.put("gc-32b", "known.test/")
  for (let at = 0; at < 500; at++) server.vendor.put("se-4b", `${at}.phish.test/`, phishing)
})
afterAll(async () => {
  await runtime.dispose()
  await server.stop()
  await threadIsDone()
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  server.setFault(null)
  patienceMillis = Number.POSITIVE_INFINITY
})

/** Request timeout. Tests shorten it to avoid a wait of five seconds for a missing response. */
let patienceMillis = Number.POSITIVE_INFINITY
const patient: Http = (request) => http({ ...request, millisMax: Math.min(request.millisMax, patienceMillis) })

const breaks = (kind: "update" | "search", fault: HttpFault) => {
  server.faults[kind] = fault
  if (fault.kind === "silent") patienceMillis = 50
}

/** Runs with the real fetch, the worker thread and a real clock. */
const using = (
  mode: SafeBrowsingMode,
  use: (source: ThreatSource) => Effect.Effect<void>,
  key = server.key
): Promise<void> => {
  const folder = temporaryFolder()
  folders.push(folder)
  const vendor = { name: "safe-browsing", url: server.url, key: Redacted.make(key), http: patient }
  return runtime.runPromise(
    Effect.scoped(Effect.flatMap(safeBrowsing({ vendor, mode, folder }), ({ source }) => use(source)))
  )
}

const until = Effect.fnUntraced(
  function*(source: ThreatSource, isSo: (status: Effect.Success<ThreatSource["status"]>) => boolean) {
    for (;;) {
      const status = yield* source.status
      if (isSo(status)) return status
      yield* Effect.sleep(2)
    }
  }
)

const isHere = ({ entries }: { readonly entries: number }) => entries >= 503

describe("over the network with a worker thread", () => {
  it("lists are fetched, used and confirmed", () =>
    using("real-time", (source) =>
      Effect.gen(function*() {
        const status = yield* until(source, ({ entries }) => entries === 506)
        expect(status).toMatchObject({ state: "live", problem: null })
        expect(status.bytes).toBeGreaterThan(500 * 2)
        expect(yield* verdict(source, "http://499.phish.test/x")).toBe("phishing")
        expect(yield* verdict(source, "http://bad.test/")).toBe("malware")
        const before = server.requestsOfKind("search").length
        expect(yield* verdict(source, "http://known.test/")).toBe("not listed")
        expect(server.requestsOfKind("search").length).toBe(before)
        expect(server.requests.every(({ key, path }) => key === server.key && !path.includes(server.key))).toBe(true)
      })))

  it("late results within the deadline are used", () =>
    using("no-storage", (source) =>
      Effect.gen(function*() {
        server.setFault({ kind: "slow", millis: 20 })
        expect(yield* verdict(source, "http://bad.test/")).toBe("malware")
      })))

  it("an invalid key is reported without disclosing it", () =>
    using("local", (source) =>
      Effect.gen(function*() {
        const { problem, state } = yield* until(source, (status) => status.problem !== null)
        expect([state, problem]).toEqual(["down", expect.stringContaining("answered 403: It did not work.")])
        expect(problem).not.toContain("another-key")
      }), "another-key"))
})

const notItsAnswer = "returned an invalid response"
const late = "Fri, 21 Nov 2036 07:28:00 GMT"

const faults: ReadonlyArray<readonly [name: string, fault: HttpFault, ofSearch: string, ofUpdate: string]> = [
  ["a bad request", { kind: "status", status: 400 }, "answered 400", "answered 400"],
  ["a refusal", { kind: "status", status: 403 }, "answered 403: It did", "answered 403: It did"],
  ["too many requests", { kind: "status", status: 429, retryAfter: "120" }, "answered 429", "answered 429"],
  ["a fault of the vendor", { kind: "status", status: 500 }, "answered 500", "answered 500"],
  ["an outage", { kind: "status", status: 503, retryAfter: late }, "answered 503", "answered 503"],
  ["a redirect", { kind: "status", status: 302 }, "answered 302", "answered 302"],
  ["a connection that breaks", { kind: "reset" }, "closed the connection", "closed the connection"],
  ["an answer that breaks off", { kind: "broken off" }, "closed the connection", "closed the connection"],
  ["half of a message", { kind: "truncated" }, notItsAnswer, "(malformed)"],
  ["nothing", { kind: "body", bytes: new Uint8Array(0) }, notItsAnswer, "mw-4b is missing"],
  ["zeros", { kind: "body", bytes: new Uint8Array(64) }, notItsAnswer, "(malformed)"],
  ["a page of something between", { kind: "portal" }, notItsAnswer, "(malformed)"],
  ["silence", { kind: "silent" }, "did not answer within 50 ms", "did not answer within 50 ms"]
]

describe.each(faults)("%s in place of a response", (_, fault, ofSearch, ofUpdate) => {
  it("makes a search unavailable, reported without the key", () =>
    using("local", (source) =>
      Effect.gen(function*() {
        yield* until(source, isHere)
        breaks("search", fault)
        expect(yield* verdict(source, "http://bad.test/")).toMatch(/^unavailable: safe-browsing (?:did not|rejected)/)
        const { problem, state } = yield* source.status
        expect(state).toBe("live")
        expect(problem).toContain(ofSearch)
        expect(problem).not.toContain(server.key)
        expect(yield* verdict(source, "http://good.test/")).toBe("not listed")
      })))

  it("leaves the source down after an update without other lists", () => {
    breaks("update", fault)
    return using("local", (source) =>
      Effect.gen(function*() {
        const { problem, state } = yield* until(source, (status) => status.problem !== null)
        expect(state).toBe("down")
        expect(problem).toContain(ofUpdate)
        expect(problem).not.toContain(server.key)
        expect(yield* verdict(source, "http://good.test/")).toMatch(/^unavailable: /)
      }))
  })
})
