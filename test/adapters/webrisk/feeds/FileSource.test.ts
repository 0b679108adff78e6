import { Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { hostKnowledge, hostKnowledgeModule } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as Composite from "../../../../adapters/webrisk/Composite.ts"
import { embeddedList } from "../../../../adapters/webrisk/embedded/EmbeddedList.ts"
import { feedLookMillis, fileSource } from "../../../../adapters/webrisk/feeds/FileSource.ts"
import { fullTrust } from "../../../../adapters/webrisk/ThreatSource.ts"
import { ThreatThread } from "../../../../adapters/webrisk/worker/ThreatThread.ts"
import { type SourceStatus, WebRisk } from "../../../../core/ports/WebRisk.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-feeds-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const path = join(folder, "feed.txt")
const feed = fileSource(
  { from: "file", name: path, path, format: null, type: "unknown" },
  hostKnowledgeModule,
  fullTrust
)
let seconds = 1_000
const write = (text: string) => {
  writeFileSync(path, text)
  // Two writings within one tick of the file system's clock would look alike.
  utimesSync(path, seconds, ++seconds)
}

const lists = Effect.fnUntraced(function*(url: string) {
  return (yield* (yield* WebRisk).check(Result.getOrThrow(parseWebUrl(url)))).threat !== null
})

const run = <A>(effect: Effect.Effect<A, unknown, WebRisk>) =>
  Effect.runPromise(effect.pipe(
    Effect.provide(
      Composite.layer([embeddedList(hostKnowledge), feed], hostKnowledge.suffixes).pipe(
        Layer.provide(ThreatThread.layer)
      )
    ),
    Effect.provide(TestClock.layer()),
    Effect.provide(Logger.layer([]))
  ))

const feedStatus = Effect.gen(function*() {
  return (yield* (yield* WebRisk).status)[1]!
})

/** Lets the reader look at the file until its status is this: the file system and the thread are not on the clock of the test. */
const until = Effect.fnUntraced(function*(state: string, entries: number, problem: RegExp | null) {
  const isThere = (status: SourceStatus) =>
    status.state === state && status.entries === entries &&
    (problem === null ? status.problem === null : problem.test(status.problem ?? ""))
  for (let tries = 0; tries < 400 && !isThere(yield* feedStatus); tries++) {
    yield* TestClock.adjust(feedLookMillis)
    yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 25)))
  }
  expect(yield* feedStatus).toMatchObject({ state, entries })
})

describe("threat lists from files, beside the embedded one", () => {
  it("answer, are read again when they change, and go on answering when that fails", () => {
    write("http://first.example/x\nsecond.example\n")
    return run(Effect.gen(function*() {
      expect(yield* lists("https://first.example/x")).toBe(true)
      expect(yield* lists("https://a.second.example/")).toBe(true)
      expect(yield* lists("http://malware.wicar.org/anything")).toBe(true)
      expect(yield* lists("http://testsafebrowsing.appspot.com/s/malware.html")).toBe(true)
      expect(yield* lists("https://example.com/")).toBe(false)

      write("third.example\n")
      yield* until("live", 1, null)
      expect(yield* lists("https://third.example/")).toBe(true)
      expect(yield* lists("https://first.example/x")).toBe(false)

      const lost = [["", /is empty now/], ["\ufeffh\0t\0t\0p\0:\0", /Nothing in it/], [
        "no list\n",
        /Nothing in it/
      ]] as const
      for (const [text, problem] of lost) {
        write(text)
        yield* until("stale", 1, problem)
        expect(yield* lists("https://third.example/")).toBe(true)
      }

      rmSync(path)
      yield* until("stale", 1, /ENOENT/)
      expect(yield* lists("https://third.example/")).toBe(true)

      write("fourth.example\nhttp://fifth.example/x\n")
      yield* until("live", 2, null)
      expect(yield* lists("https://fourth.example/")).toBe(true)

      write("# none any more\n")
      yield* until("live", 0, null)
      expect(yield* lists("https://fourth.example/")).toBe(false)
    }))
  })

  it.each([null, "no list\n"])("must be there at the start, and be some (%j)", async (text) => {
    if (text === null) rmSync(path, { force: true })
    else write(text)
    const started = await Effect.runPromise(Effect.result(Effect.scoped(Layer.build(
      Layer.provide(Composite.layer([feed], hostKnowledge.suffixes), ThreatThread.layer)
    ))))
    expect(Result.getOrThrow(Result.flip(started))._tag).toBe("FeedUnreadable")
  })
})
