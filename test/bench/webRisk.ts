/**
 * Measures the duration of an update of a large Web Risk list, and its effect on concurrent requests.
 *
 *   node test/bench/webRisk.ts [entries] [changed]
 */
import { Effect, Redacted, Result } from "effect"
import { hash } from "node:crypto"
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Worker } from "node:worker_threads"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import { http } from "../../adapters/webrisk/http/Http.ts"
import { ThreatThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { applyWebRiskDiff } from "../../adapters/webrisk/update/ListJobs.ts"
import { loadThreatList } from "../../adapters/webrisk/update/LocalThreatList.ts"
import { UrlKeys } from "../../adapters/webrisk/UrlKeys.ts"
import { parseWebUrl } from "../../core/urls/WebUrl.ts"
import { encodeWebRisk, encodeWebRiskHashes } from "../fakes/RiceEncode.ts"

const entries = Number(process.argv[2] ?? 4_000_000)
const changed = Number(process.argv[3] ?? 5_000)

const sortedBytes = (words: Uint32Array): Uint8Array => {
  const view = new DataView(new ArrayBuffer(words.length * 4))
  words.forEach((word, at) => view.setUint32(at * 4, word))
  return new Uint8Array(view.buffer)
}
const riceJson = (rice: ReturnType<typeof encodeWebRisk>) => ({
  ...rice,
  firstValue: String(rice.firstValue),
  encodedData: Buffer.from(rice.encodedData).toString("base64")
})
const sumOf = (words: Uint32Array) => hash("sha256", sortedBytes(words), "base64")

// Spreads the entries evenly, so that other entries can be added between them.
const step = Math.floor(2 ** 32 / entries)
const first = Uint32Array.from({ length: entries }, (_, at) => at * step)
const places = Array.from({ length: changed }, (_, at) => at * Math.floor(entries / changed))
const added = Uint32Array.from(places, (place) => first[place]! + 1)
const removed = new Set(places)
const second = Uint32Array.from([...first.filter((_, at) => !removed.has(at)), ...added]).toSorted()

const answers = [
  {
    responseType: "RESET",
    newVersionToken: "MQ==",
    checksum: { sha256: sumOf(first) },
    additions: { riceHashes: riceJson(encodeWebRiskHashes(sortedBytes(first))) }
  },
  {
    responseType: "DIFF",
    newVersionToken: "Mg==",
    checksum: { sha256: sumOf(second) },
    additions: { riceHashes: riceJson(encodeWebRiskHashes(sortedBytes(added))) },
    removals: { riceIndices: riceJson(encodeWebRisk(places)) }
  }
].map((answer) => Buffer.from(JSON.stringify(answer)))
console.log(
  `${entries} prefixes, ${changed} removed and added; responses of ${
    answers.map(({ length }) => length).join(" and ")
  } bytes`
)

const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"))
const place = { path: join(folder, "one.lists"), list: "MALWARE", vendor: "bench" }

/** Measures the CPU time of both updates in this thread. */
const work = () => {
  const initialState = { storage: place, now: 0, acceptsSuspicious: false }
  const blocksOf = (answer: Buffer) => [new Uint8Array(answer).buffer]
  const cpu = (from: NodeJS.CpuUsage) =>
    Math.round((({ user, system }) => user + system)(process.cpuUsage(from)) / 1_000)
  const best = [Infinity, Infinity]
  for (let round = 0; round < 3; round++) {
    let before: Parameters<typeof applyWebRiskDiff>[0]["before"] = null
    for (const [at, answer] of answers.entries()) {
      const from = process.cpuUsage()
      const { output } = applyWebRiskDiff({ ...initialState, before, entriesBefore: 0, blocks: blocksOf(answer) })
      if (output.kind !== "applied") throw new Error(JSON.stringify(output))
      before = output.state
      best[at] = Math.min(best[at]!, cpu(from))
    }
  }
  console.log(`whole list ${best[0]} ms, change ${best[1]} ms CPU; file ${statSync(place.path).size} bytes`)
}

const serverCode = `
  const { parentPort, workerData } = require("node:worker_threads")
  let at = 0
  const server = require("node:http").createServer(({ url }, response) => response.end(url === "/warm" ? "{}" : workerData[Math.min(at++, 1)]))
  server.listen(0, "127.0.0.1", () => parentPort.postMessage(server.address().port))`

/**
 * Updates the list in the worker thread while this thread looks up URLs. Measures the longest turns of the event loop.
 */
const lookUpMeanwhile = Effect.gen(function*() {
  // The vendor's server runs in a separate thread, because its work is not part of the measurement.
  const server = new Worker(serverCode, { eval: true, workerData: answers })
  const port = yield* Effect.promise(() => new Promise<number>((resolve) => server.once("message", resolve)))
  const url = `http://127.0.0.1:${port}`
  // Warms up `fetch`. Its first call loads dependencies, which takes 40 ms.
  yield* http({ url: new URL("/warm", url), millisMax: 5_000, bytesMax: 100 })
  const list = yield* loadThreatList({ name: "bench", url, key: Redacted.make("key"), http }, "MALWARE", folder, true)
  const keys = new UrlKeys(Result.getOrThrow(parseWebUrl("https://www.example.com/a/b/c.html?q=1")), publicSuffixes)
  for (const what of ["whole list", "change"]) {
    const startedAt = performance.now()
    const updated = yield* Effect.forkChild(list.updater.updateNow)
    let longest = 0
    let lookups = 0
    let last = process.threadCpuUsage()
    let lastAt = startedAt
    const turns: Array<number> = []
    while (updated.pollUnsafe() === undefined) {
      yield* Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))
      for (let key = 0; key < keys.expressions.length; key++) list.index().match(keys.digest(key))
      lookups++
      const turn = process.threadCpuUsage(last)
      longest = Math.max(longest, turn.user + turn.system)
      last = process.threadCpuUsage()
      const now = performance.now()
      turns.push(now - lastAt)
      lastAt = now
    }
    const late = turns.filter((turn) => turn > 5).length
    const millis = Math.round(performance.now() - startedAt)
    console.log(
      `${what}: ${millis} ms including the download; ${lookups} lookups meanwhile; longest turn of the event loop: ${
        (longest / 1_000).toFixed(1)
      } ms CPU (in ticks of 4 ms on some systems), ${
        turns.reduce((most, turn) => Math.max(most, turn), 0).toFixed(1)
      } ms wall time; ${late} turns over 5 ms`
    )
  }
  console.log(`${list.index().length} entries, ${list.index().bytes} bytes`)
  yield* Effect.promise(() => server.terminate())
})

work()
await Effect.runPromise(lookUpMeanwhile.pipe(Effect.scoped, Effect.provide(ThreatThread.layer)))
rmSync(folder, { recursive: true })
