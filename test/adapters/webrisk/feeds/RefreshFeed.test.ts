import { Effect, Logger, Result } from "effect"
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { hostKnowledgeModuleUrl } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { FeedFiles } from "../../../../adapters/webrisk/feeds/FeedFiles.ts"
import { readStoredFeedJob } from "../../../../adapters/webrisk/feeds/FeedJobs.ts"
import { parseFeedSpec, urlDigestOf, type UrlFeed } from "../../../../adapters/webrisk/feeds/FeedSpec.ts"
import { initialFeedStatus } from "../../../../adapters/webrisk/feeds/LoadedFeed.ts"
import { refreshFeed } from "../../../../adapters/webrisk/feeds/RefreshFeed.ts"
import { type Http, http } from "../../../../adapters/webrisk/http/Http.ts"
import { type FeedFault, FeedServer, gzipBomb } from "../../../fakes/FeedServer.ts"
import { sharedThread, temporaryFolder } from "../thread/SharedThread.ts"

const server = new FeedServer()
const thread = sharedThread
const folder = temporaryFolder()
beforeAll(() => server.listen())
afterEach(() => {
  server.fault = null
  server.headers = {}
  server.requests.length = 0
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

/** HTTP client with limits that a test can reach. */
const shortHttp: Http = (request) => {
  const isSlow = server.fault?.kind === "slow" || server.fault?.kind === "silent"
  return http({ ...request, millisMax: isSlow ? 50 : 20_000, bytesMax: Math.min(request.bytesMax, 4_000_000) })
}

let number = 0
/** Adds a separate feed on the fake server. */
const newFeed = () => {
  const feed = Result.getOrThrow(parseFeedSpec(`${server.url}/list?key=SECRET#name=f${++number}`, new Map())) as UrlFeed
  const files = new FeedFiles(folder, feed.name)
  const renew = async (isForced = false) => {
    const standing = (await files.readStatus()) ?? initialFeedStatus(feed.name)
    const tools = { thread, http: shortHttp, knowledge: hostKnowledgeModuleUrl, folder }
    const outcome = await Effect.runPromise(
      Effect.result(refreshFeed(feed, files, standing, tools, isForced)).pipe(Effect.provide(Logger.layer([])))
    )
    if (Result.isFailure(outcome)) return outcome.failure
    const { replaced, status: after } = outcome.success
    return { replaced: replaced?.list.length ?? null, entries: after.about?.counts.entries, problem: after.problem }
  }
  /** Reads the stored list, as at startup. */
  const stored = async () => {
    const read = await thread.run(readStoredFeedJob, {
      address: urlDigestOf(feed),
      format: feed.format,
      type: feed.type,
      knowledge: hostKnowledgeModuleUrl,
      path: files.listPath
    })
    return "refused" in read ? read.refused : read.about.counts.entries
  }
  return { feed, files, renew, stored }
}

const hosts = (count: number) => Array.from({ length: count }, (_, at) => `h${at}.example`)

describe("a renewed feed", () => {
  it("is fetched, stored, and not fetched again until it changes", async () => {
    const { files, renew, stored } = newFeed()
    server.headers = { "Last-Modified": "Sat, 21 Nov 2026 10:00:00 GMT" }
    server.put(...hosts(3))
    expect(await renew()).toEqual({ replaced: 3, entries: 3, problem: null })
    expect(await stored()).toBe(3)
    expect(await renew()).toEqual({ replaced: null, entries: 3, problem: null })
    expect(server.requests.map(({ status }) => status)).toEqual([200, 304])
    expect(server.requests[0]!.headers["user-agent"]).toMatch(/^Gatehouse/)
    expect(server.requests[1]!.headers["if-modified-since"]).toBe("Sat, 21 Nov 2026 10:00:00 GMT")
    server.put(...hosts(4))
    expect(await renew()).toEqual({ replaced: 4, entries: 4, problem: null })
    const standing = await files.readStatus()
    expect(standing).toMatchObject({ problem: null, about: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) } })
    expect(standing!.checkedAt).toBe(standing!.triedAt)
  })

  it("can be compressed and redirected", async () => {
    const { renew } = newFeed()
    server.body = gzipSync("a.example\nb.example\n")
    expect(await renew()).toMatchObject({ replaced: 2 })
    const elsewhere = new FeedServer()
    await elsewhere.listen()
    elsewhere.put(...hosts(5))
    server.fault = { kind: "redirect", to: `${elsewhere.url}/moved` }
    expect(await renew()).toMatchObject({ replaced: 5 })
    await elsewhere.close()
  })

  const faults: ReadonlyArray<readonly [string, FeedFault, RegExp]> = [
    ["404", { kind: "status", status: 404 }, /^The server answered 404\.$/],
    ["500", { kind: "status", status: 500 }, /answered 500/],
    ["509 (PhishTank's limit)", { kind: "status", status: 509, retryAfter: "7200" }, /answered 509/],
    ["a reset connection", { kind: "reset" }, /^The server could not be reached or closed the connection/],
    ["a broken answer", { kind: "broken off" }, /closed the connection/],
    ["a slow answer", { kind: "slow", millis: 2_000 }, /^The server did not answer within 50 ms\.$/],
    ["silence", { kind: "silent" }, /did not answer within/],
    ["a login page", { kind: "portal" }, /^It is a web page, not a list\.$/],
    ["nothing", { kind: "body", bytes: new Uint8Array(0) }, /^It has no entries\.$/],
    ["only comments", { kind: "body", bytes: new TextEncoder().encode("# none today\n") }, /^It has no entries\.$/],
    ["an answer without an end", { kind: "endless" }, /more than 4000000 bytes/],
    [
      "half of a packed list",
      { kind: "body", bytes: gzipSync(hosts(999).join("\n")).subarray(0, 900) },
      /cannot be decompressed/
    ],
    ["what unpacks to far more", { kind: "body", bytes: gzipBomb(257) }, /^It is larger than 268435456 bytes\.$/],
    ["redirects in a circle", { kind: "redirect", to: "/again" }, /redirected more than 3 times/],
    ["a redirect to a file", { kind: "redirect", to: "file:///etc/passwd" }, /answered 302/]
  ]
  it.each(faults)(
    "survives %s: keeps the last good list and reports the reason without the key",
    async (_, fault, message) => {
      const { files, renew, stored } = newFeed()
      server.put(...hosts(200))
      await renew()
      const before = await files.readStatus()
      server.fault = fault
      const failure = await renew()
      expect(failure).toMatchObject({ _tag: "UpdateFailed", message: expect.stringMatching(message) })
      expect(await stored()).toBe(200)
      const after = await files.readStatus()
      expect(after).toMatchObject({ problem: expect.stringMatching(message), checkedAt: before!.checkedAt })
      expect(readFileSync(files.statusPath, "utf8")).not.toContain("SECRET")
      server.fault = null
      server.put(...hosts(201))
      expect(await renew()).toMatchObject({ replaced: 201, problem: null })
    }
  )

  it("is requested again after the server's delay", async () => {
    const { renew } = newFeed()
    server.fault = { kind: "status", status: 429, retryAfter: "120" }
    expect(await renew()).toMatchObject({ isReached: true, retryAfterMillis: 120_000 })
    server.fault = { kind: "reset" }
    expect(await renew()).toMatchObject({ isReached: false, retryAfterMillis: null })
  })

  it("rejects a not-modified response if nothing is stored", async () => {
    const { renew } = newFeed()
    server.fault = { kind: "unchanged" }
    expect(await renew()).toMatchObject({ message: "The server answered 304 although no list is stored." })
  })

  it("is rejected if it shrinks to less than half, unless forced", async () => {
    const { renew, stored } = newFeed()
    server.put(...hosts(200))
    await renew()
    server.put(...hosts(99))
    expect(await renew()).toMatchObject({ message: expect.stringContaining("It has 99 entries instead of 200") })
    expect(await renew()).toMatchObject({ message: expect.stringContaining("--force") })
    expect(await stored()).toBe(200)
    expect(await renew(true)).toMatchObject({ replaced: 99, problem: null })
    expect(await stored()).toBe(99)
  })
})

describe("a stored list", () => {
  it("is reported and not used if it is damaged", async () => {
    const { files, renew, stored } = newFeed()
    server.put(...hosts(50))
    await renew()
    const bytes = readFileSync(files.listPath)
    bytes[bytes.length - 60]! ^= 1
    writeFileSync(files.listPath, bytes)
    expect(await stored()).toMatch(/is damaged/)
  })

  it("is parsed again from its body if its parsing options changed", async () => {
    const { feed, files, renew } = newFeed()
    server.put("a.example", "http://b.example/x")
    await renew()
    const read = await thread.run(readStoredFeedJob, {
      address: urlDigestOf(feed),
      format: "urls",
      type: feed.type,
      knowledge: hostKnowledgeModuleUrl,
      path: files.listPath
    })
    expect(read).toMatchObject({ about: { format: "urls", wanted: "urls", counts: { entries: 1, malformed: 1 } } })
  })

  it("is used even if its folder is not writable", async () => {
    const { feed } = newFeed()
    const blocked = join(folder, "file")
    writeFileSync(blocked, "")
    mkdirSync(join(folder, "x"), { recursive: true })
    server.put(...hosts(3))
    const tools = { thread, http: shortHttp, knowledge: hostKnowledgeModuleUrl, folder: blocked }
    const { replaced } = await Effect.runPromise(
      refreshFeed(feed, new FeedFiles(blocked, feed.name), initialFeedStatus(feed.name), tools, false).pipe(
        Effect.provide(Logger.layer([]))
      )
    )
    expect(replaced?.list.length).toBe(3)
  })
})
