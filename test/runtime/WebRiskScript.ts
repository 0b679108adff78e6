import { Effect, Logger, Redacted } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { http } from "../../adapters/webrisk/http/Http.ts"
import { type JobThread, ThreatThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import { webRiskUpdate } from "../../adapters/webrisk/update/WebRiskUpdate.ts"
import { checkText } from "../adapters/webrisk/update/World.ts"
import { WebRiskServer } from "../fakes/WebRiskServer.ts"

/** Reports the results of Web Risk's update client in a thread, with lists from HTTP and then from stored files. */
export const webRiskReport = async (thread: JobThread) => {
  const server = await WebRiskServer.start()
  server.vendor.add("MALWARE", "evil.example/")
  server.vendor.setPrefixes(
    "MALWARE",
    Array.from({ length: 2_000 }, (_, at) => (0x20000000 + at * 700_001).toString(16))
  )
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-web-risk-"))
  const vendor = { name: "web-risk", url: server.url, key: Redacted.make(server.key), http }

  const report = Effect.gen(function*() {
    const source = yield* webRiskUpdate({ vendor, folder, lists: ["MALWARE"] })
    let status = yield* source.source.status
    while (status.state === "down") {
      yield* Effect.sleep(20)
      status = yield* source.source.status
    }
    const { bytes, entries, problem, state } = status
    const answers = [
      yield* checkText(source, "http://evil.example/x"),
      yield* checkText(source, "http://good.example/")
    ]
    server.faults["hashes:search"] = { kind: "reset" }
    const unknown = yield* checkText(
      yield* webRiskUpdate({ vendor, folder, lists: ["MALWARE"] }),
      "http://evil.example/"
    )
    server.faults["hashes:search"] = null
    return {
      bytes,
      entries,
      problem,
      state,
      answers,
      unknown,
      updates: server.requestsOfMethod("threatLists:computeDiff").length
    }
  }).pipe(Effect.scoped, Effect.provideService(ThreatThread, thread), Effect.provide(Logger.layer([])))

  const fetched = await Effect.runPromise(report)
  const stored = await Effect.runPromise(report)
  await server.stop()
  rmSync(folder, { recursive: true })
  return { fetched, stored }
}
