import { Effect, Layer, Logger, Result } from "effect"
import { TestClock } from "effect/testing"
import { rmSync, utimesSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { hostKnowledge, hostKnowledgeModuleUrl } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import * as Composite from "../../../../adapters/webrisk/CombineSources.ts"
import { makeEmbeddedList } from "../../../../adapters/webrisk/feeds/EmbeddedList.ts"
import type { FileFeed } from "../../../../adapters/webrisk/feeds/FeedSpec.ts"
import { feedFileCheckMillis, makeFileSource } from "../../../../adapters/webrisk/feeds/FileSource.ts"
import { ThreatThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import { requiredAndEnforcedPolicy } from "../../../../adapters/webrisk/ThreatSource.ts"
import { type SourceStatus, WebRisk } from "../../../../core/threats/WebRisk.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"
import { settled, sharedThread, temporaryFolder } from "../thread/SharedThread.ts"

const threads = Layer.succeed(ThreatThread, sharedThread)
const folder = temporaryFolder()
afterAll(async () => {
  await settled()
  rmSync(folder, { recursive: true, force: true })
})

const path = join(folder, "feed.txt")
const ofFile = (at: string): FileFeed => ({ origin: "file", name: at, path: at, format: null, type: "unknown" })
const feed = makeFileSource(ofFile(path), hostKnowledgeModuleUrl, requiredAndEnforcedPolicy)
let seconds = 1_000
const write = (text: string) => {
  writeFileSync(path, text)
  // Two writes within one tick of the file system's clock would be indistinguishable.
  utimesSync(path, seconds, ++seconds)
}

const lists = Effect.fnUntraced(function*(url: string) {
  return (yield* (yield* WebRisk).check(Result.getOrThrow(parseWebUrl(url)))).threat !== null
})

const run = <A>(effect: Effect.Effect<A, unknown, WebRisk>, source = feed, logs = Logger.layer([])) =>
  Effect.runPromise(effect.pipe(
    Effect.provide(
      Composite.layer([makeEmbeddedList(hostKnowledge), source], hostKnowledge.suffixes).pipe(
        Layer.provide(threads)
      )
    ),
    Effect.provide(TestClock.layer()),
    Effect.provide(logs)
  ))

const feedStatus = Effect.gen(function*() {
  return (yield* (yield* WebRisk).status)[1]!
})

/**
 * Lets the reader poll the file until it has the given status. The file system and the thread do not follow the test
 * clock.
 */
const until = Effect.fnUntraced(function*(state: string, entries: number, problem: RegExp | null) {
  const isThere = (status: SourceStatus) =>
    status.state === state && status.entries === entries &&
    (problem === null ? status.problem === null : problem.test(status.problem ?? ""))
  for (let tries = 0; tries < 400 && !isThere(yield* feedStatus); tries++) {
    yield* TestClock.adjust(feedFileCheckMillis)
    yield* Effect.promise(settled)
  }
  expect(yield* feedStatus).toMatchObject({ state, entries })
})

describe("threat lists from files, in addition to the embedded list", () => {
  it("are used, reloaded after a change, and kept if reloading fails", () => {
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

      const lost = [
        ["", /^It is empty\.$/],
        ["\ufeffh\0t\0t\0p\0:\0", /no valid entries. It must be UTF-8 text/],
        ["no list\n", /no valid entries. It must be UTF-8 text/],
        ["https://github.com/\n", /All of its entries would block/]
      ] as const
      for (const [text, problem] of lost) {
        write(text)
        yield* until("stale", 1, problem)
        expect(yield* lists("https://third.example/")).toBe(true)
      }

      rmSync(path)
      yield* until("stale", 1, /^The file does not exist\.$/)
      expect(yield* lists("https://third.example/")).toBe(true)

      write("fourth.example\nhttp://fifth.example/x\n")
      yield* until("live", 2, null)
      expect(yield* lists("https://fourth.example/")).toBe(true)

      write("# none any more\n")
      yield* until("live", 0, null)
      expect(yield* lists("https://fourth.example/")).toBe(false)
    }))
  })

  it("must exist at startup and have entries", () => {
    const refused: ReadonlyArray<readonly [string | Uint8Array | null, string]> = [
      [null, "The file does not exist."],
      ["", "It is empty."],
      [" \n\n", "It is empty."],
      ["no list\n", "It has no valid entries. It must be UTF-8 text with one entry per line."],
      [noise, "It has no valid entries. It must be UTF-8 text with one entry per line."]
    ]
    return Effect.runPromise(Effect.provide(
      Effect.gen(function*() {
        for (const [text, why] of refused) {
          if (text === null) rmSync(path, { force: true })
          else writeFileSync(path, text)
          expect(yield* refusalAtStart(path)).toEqual({
            message: `Threat list house (${path}): ${why}`,
            reason: `${path}: ${why}`
          })
        }
        expect((yield* refusalAtStart(folder)).reason).toBe(`${folder}: It is a folder, not a file.`)
      }),
      threads
    ))
  })

  it("can appear later if they are optional, and are reported as down until then", () => {
    rmSync(path, { force: true })
    const recorded: Array<string> = []
    const logger = Logger.make(({ message }) => void recorded.push(String(message)))
    const optional = makeFileSource(ofFile(path), hostKnowledgeModuleUrl, { required: false, enforced: true })
    return run(
      Effect.gen(function*() {
        expect(yield* feedStatus).toMatchObject({ state: "down", entries: 0, problem: "The file does not exist." })
        expect(recorded).toMatchObject([
          expect.stringContaining(`Threat list ${path}: The file does not exist. It is used as soon`)
        ])
        expect(yield* lists("https://late.example/")).toBe(false)

        write("late.example\n")
        yield* until("live", 1, null)
        expect(yield* lists("https://late.example/")).toBe(true)
        expect(recorded.at(-1)).toBe(`Threat list ${path} was reloaded: 1 entry`)
      }),
      optional,
      Logger.layer([logger])
    )
  })
})

const noise = Uint8Array.from({ length: 5_000 }, (_, at) => (at * at * 7 + at * 31) % 256)

const refusalAtStart = Effect.fnUntraced(function*(at: string) {
  const named = makeFileSource({ ...ofFile(at), name: "house" }, hostKnowledgeModuleUrl, requiredAndEnforcedPolicy)
  const { message, reason } = yield* Effect.flip(Effect.scoped(named))
  return { message, reason }
})
