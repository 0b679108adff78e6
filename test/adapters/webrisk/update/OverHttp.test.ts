import { afterEach, beforeEach, describe, expect, it } from "@effect/vitest"
import { Effect, Fiber, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { rmSync } from "node:fs"
import { updateResponseMillisMax } from "../../../../adapters/webrisk/google/ListUpdates.ts"
import { requestPauseMillisMax, vendorMillisMax } from "../../../../adapters/webrisk/google/VendorClient.ts"
import { http } from "../../../../adapters/webrisk/http/Http.ts"
import { ThreatThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import type { RegisteredSource } from "../../../../adapters/webrisk/ThreatSource.ts"
import { searchBytesMax } from "../../../../adapters/webrisk/update/SearchResponse.ts"
import { webRiskUpdate } from "../../../../adapters/webrisk/update/WebRiskUpdate.ts"
import type { HttpFault } from "../../../fakes/HttpFaults.ts"
import { type WebRiskMethod, WebRiskServer } from "../../../fakes/WebRiskServer.ts"
import { sharedThread, temporaryFolder, threadIsDone } from "../thread/SharedThread.ts"
import { bad, checkText, good, minutes } from "./World.ts"

let server: WebRiskServer
let folder = ""
beforeEach(async () => {
  server = await WebRiskServer.start()
  server.vendor.add("MALWARE", "evil.example/login.html")
  server.vendor.setPrefixes(
    "MALWARE",
    Array.from({ length: 5_000 }, (_, at) => (0x20000000 + at * 70_001).toString(16))
  )
  folder = temporaryFolder()
})
afterEach(async () => {
  await server.stop()
  // The source is closed, but the thread can still write for it.
  await threadIsDone()
  rmSync(folder, { recursive: true })
})

const source = Effect.suspend(() =>
  webRiskUpdate({
    vendor: { name: "web-risk", url: server.url, key: Redacted.make(server.key), http },
    folder,
    lists: ["MALWARE"]
  })
)

/** Waits in real time for a condition, up to the test timeout. The test clock does not advance. */
const until = Effect.fnUntraced(function*(holds: Effect.Effect<boolean>) {
  while (!(yield* holds)) yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 2)))
})

const problemOf = ({ source }: RegisteredSource) => Effect.map(source.status, ({ problem }) => problem)
const hasEntries = ({ source }: RegisteredSource, count: number) =>
  Effect.map(source.status, ({ entries }) => entries === count)
const isAsked = (method: WebRiskMethod, times: number) =>
  Effect.sync(() => server.requestsOfMethod(method).length === times)

const faults: ReadonlyArray<readonly [string, HttpFault, RegExp]> = [
  ["the connection is reset", { kind: "reset" }, /could not be reached/],
  ["the answer breaks off", { kind: "broken off" }, /could not be reached or closed the connection/],
  ["the answer is truncated", { kind: "truncated" }, /is not a computeDiff response/],
  ["a portal answers", { kind: "portal" }, /is not a computeDiff response/],
  ["the answer is no text", { kind: "body", bytes: Uint8Array.of(0xff, 0xfe) }, /is not text/],
  [
    "there are too many questions",
    { kind: "status", status: 429, retryAfter: "7200" },
    /answered 429: It did not work/
  ],
  ["the vendor fails", { kind: "status", status: 500 }, /answered 500/],
  ["the vendor is down", { kind: "status", status: 503 }, /answered 503/]
]

describe("Web Risk over HTTP with a worker thread", () => {
  it.effect("lists are fetched, confirmed and updated", () =>
    Effect.gen(function*() {
      const listed = yield* source
      yield* until(hasEntries(listed, 5_001))
      expect([yield* checkText(listed, bad), yield* checkText(listed, good)]).toEqual(["malware", "not listed"])
      server.vendor.add("MALWARE", "new.example/")
      server.vendor.remove("MALWARE", "evil.example/login.html")
      server.vendor.compression = "RAW"
      yield* TestClock.adjust(31 * minutes)
      yield* until(isAsked("threatLists:computeDiff", 2))
      yield* until(Effect.map(checkText(listed, "http://new.example/"), (said) => said === "malware"))
      expect(yield* checkText(listed, bad)).toBe("not listed")
      expect(server.requestsOfMethod("threatLists:computeDiff")[1]!.parameters.get("versionToken")).not.toBeNull()
      expect(server.requests.map(({ path }) => path).join()).not.toContain(server.key)
    }).pipe(Effect.provideService(ThreatThread, sharedThread)))

  it.effect.each(faults)("lists stay if %s", ([, fault, problem]) =>
    Effect.gen(function*() {
      const listed = yield* source
      yield* until(hasEntries(listed, 5_001))
      server.setFault(fault)
      yield* TestClock.adjust(31 * minutes)
      yield* until(Effect.map(problemOf(listed), (told) => told !== null))
      expect(yield* problemOf(listed)).toMatch(problem)
      expect(yield* checkText(listed, good)).toBe("not listed")
      expect(yield* checkText(listed, bad)).toMatch(/^unavailable/)
      server.setFault(null)
      yield* TestClock.adjust(requestPauseMillisMax)
      expect(yield* checkText(listed, bad)).toMatch(/^malware/)
    }).pipe(Effect.provideService(ThreatThread, sharedThread)))

  it.effect("a timeout, an oversized response and an unreachable vendor make lookups unavailable", () =>
    Effect.gen(function*() {
      const listed = yield* source
      yield* until(hasEntries(listed, 5_001))
      server.faults["hashes:search"] = { kind: "body", bytes: new Uint8Array(searchBytesMax + 1) }
      expect(yield* checkText(listed, bad)).toContain("unavailable")
      expect(yield* problemOf(listed)).toContain(`sent more than ${searchBytesMax} bytes`)
      server.setFault({ kind: "silent" })
      const asking = yield* Effect.forkChild(checkText(listed, bad))
      yield* until(isAsked("hashes:search", 2))
      yield* TestClock.adjust(vendorMillisMax)
      expect(yield* Fiber.join(asking)).toContain("unavailable")
      expect(yield* problemOf(listed)).toContain("hashes:search did not answer within")
      yield* TestClock.adjust(31 * minutes)
      yield* until(isAsked("threatLists:computeDiff", 2))
      yield* TestClock.adjust(updateResponseMillisMax)
      yield* until(
        Effect.map(problemOf(listed), (told) => told?.includes(`within ${updateResponseMillisMax} ms`) === true)
      )
      yield* Effect.promise(() => server.stop())
      expect(yield* checkText(listed, bad)).toContain("unavailable")
      expect(yield* checkText(listed, good)).toMatch(/^not listed/)
      server = yield* Effect.promise(() => WebRiskServer.start())
    }).pipe(Effect.provideService(ThreatThread, sharedThread)))
})
