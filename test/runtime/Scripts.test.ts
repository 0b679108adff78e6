import { execFile } from "node:child_process"
import { createHmac } from "node:crypto"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import type { JudgedDocument } from "../../core/documents/DocumentReader.ts"
import { root } from "../crash/ServerProcess.ts"
import { humanVerdict } from "../shield/FakeGatehouse.ts"
import type { AllReports } from "./AllScripts.ts"
import { codes, documents } from "./DocumentsCases.ts"
import { cases } from "./DownloadCases.ts"
import { nodeRuntime, otherRuntimes, type ScriptRuntime } from "./Runtimes.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-runtimes-"))
afterAll(() => rmSync(folder, { recursive: true }))
const documentsFolder = join(folder, "documents")

/**
 * Proxy and TLS settings that must not affect downloads. Port 9 is closed, so a download through the proxy would fail.
 */
const environment = {
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  ALL_PROXY: "http://127.0.0.1:9",
  http_proxy: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  // The other scripts connect to fake servers on this machine.
  NO_PROXY: "127.0.0.1,localhost",
  no_proxy: "127.0.0.1,localhost",
  NODE_USE_ENV_PROXY: "1",
  NODE_TLS_REJECT_UNAUTHORIZED: "0"
}

/** Runs all scripts in one process, because separate processes would spend most of their time starting. */
const reportsOf = ({ command: [program, ...before], name }: ScriptRuntime): Promise<AllReports> =>
  new Promise((resolve, reject) => {
    const file = join(folder, `${name}.json`)
    const args = [...before, join(root, "test/runtime/AllScripts.ts"), file, documentsFolder]
    execFile(program!, args, { cwd: root, env: { ...process.env, ...environment } }, (error, _, err) => {
      if (error !== null) return reject(new Error(`on ${name}: ${error.message}\n${err}`))
      resolve(JSON.parse(readFileSync(file, "utf8")))
    })
  })

const codesOf = (answer: JudgedDocument | string | undefined): ReadonlyArray<string> =>
  answer === undefined || typeof answer === "string" ? [] : answer.findings.map(({ code }) => code)

let onNode: AllReports
beforeAll(async () => {
  mkdirSync(documentsFolder)
  for (const [name, bytes] of documents) writeFileSync(join(documentsFolder, name), bytes)
  onNode = await reportsOf(nodeRuntime)
})

const suite = (runtime: ScriptRuntime) => {
  let reports: AllReports
  beforeAll(async () => {
    reports = runtime === nodeRuntime ? onNode : await reportsOf(runtime)
  })

  it("documents are scanned in separate threads, and a thread that takes too long is stopped", () => {
    const { answers, slow, tooMany } = reports.documents
    expect(Object.keys(answers)).toHaveLength(documents.length)
    for (const [name] of documents) expect(answers[name], name).toEqual(onNode.documents.answers[name])
    for (const [name, code] of codes) expect(codesOf(answers[name]), name).toContain(code)
    expect(answers["damaged"]).toBe("UnreadableDocument")
    expect(slow).toMatchObject({
      findings: [{ code: "RESOURCE_BOMB", message: "Reading the document takes too much time" }]
    })
    expect(tooMany).toBe("QueueFull")
  })

  it("downloads pass the safety checks, and fetch or refuse the expected URLs", () => {
    const { downloads } = reports
    expect(downloads.status).toEqual({ live: true })
    expect(
      downloads.requests.filter((text) => !/^GET … HTTP\/1\.1\r\nHost: [^\r]+\r\nUser-Agent: Gatehouse\r\n/.test(text))
    )
      .toEqual([])
    const wrong = cases.filter(([url, expected, connections]) => {
      const [outcome = "", made = ""] = downloads.outcomes[url]!.split(" -> ")
      return !outcome.startsWith(expected) || made.split(", ").filter(Boolean).length !== connections
    })
    expect(wrong.map(([url]) => [url, downloads.outcomes[url]])).toEqual([])
    expect(downloads).toEqual(onNode.downloads)
  })

  it("threat lists are read, stored and read again in a thread", () => {
    expect(reports.feeds).toEqual({
      plain: [2, 2, 1, 1, "lines"],
      packed: [2, 2, 1_000, 1_000, "lines"],
      cut: "refused",
      page: "refused",
      json: [1, 1, 0, 0, "polkadot-json"],
      deep: "refused",
      isStored: true,
      same: true
    })
  })

  it("verdicts on messages are bit-identical to Node's", () => {
    expect(reports.messages.judgments.length).toBeGreaterThan(0)
    expect(reports.messages).toEqual(onNode.messages)
  })

  it("passwords are hashed and verified", () => {
    expect(reports.passwords).toEqual({
      form: "$scrypt$ln=8,r=8,p=3$…$…",
      own: true,
      wrong: false,
      known: true,
      dummy: false,
      hostile: false
    })
  })

  it("puzzles are solved and checked, with the first counter that solves each", () => {
    const answered = (...counters: ReadonlyArray<number>) =>
      counters.map((counter, at) => ({ index: [0, 1, 63][at], counter }))
    expect(reports.puzzles).toEqual({
      argon2id: { answers: answered(12, 6, 74), right: true, wrong: false },
      sha256: { answers: answered(36, 232, 407), right: true, wrong: false }
    })
  })

  it("the API client retries, reports failures, sends documents of every kind, and scans uploads", () => {
    expect(reports.client).toEqual({
      codes: {
        verdict: "result",
        limited: "rate_limited",
        invalid: "invalid_request",
        page: "unexpected_response",
        redirect: "unexpected_response",
        reset: "connection_failed",
        half: "connection_failed",
        silence: "timeout",
        trickle: "timeout"
      },
      wentElsewhere: false,
      uploads: [[200, [["a.pdf", 8, "ok"]]], 413],
      retried: { attempts: 3, keys: 1 },
      sent: { bytes: "%PDF-1.7", blob: "%PDF-1.7", stream: "%PDF-1.7", generator: "%PDF-1.7" }
    })
  })

  it("Shield's helper returns the expected result for every response", () => {
    const through = "unavailable true"
    const body = "AQAAAAAAAAAAAAAAAAAAAAAGc2l0ZV8xD3d3dy5leGFtcGxlLmNvbQGjGFxQAAGjGGDj4AA"
    const mac = createHmac("sha256", Buffer.alloc(32)).update("shd1|degraded|k1|").update(body, "base64url")
    expect(reports.shield).toEqual({
      kinds: {
        human: "human true",
        rejected: "rejected false",
        degraded: "degraded true",
        error: through,
        refused: "rejected false",
        page: through,
        huge: through,
        redirect: through,
        reset: through,
        half: through,
        silence: through,
        trickle: through
      },
      log: [
        "service_error",
        "request_refused",
        "service_error",
        "service_error",
        "service_error",
        "service_unavailable",
        "service_unavailable",
        "service_unavailable",
        "service_unavailable"
      ],
      wentElsewhere: false,
      handled: { kind: "human", name: "Ann" },
      minted: `shd1.k1.${body}.${mac.digest("base64url")}`,
      edge: { passed: humanVerdict, origin: "https://www.example.com", instead: ["shd1", "k1"] }
    })
  })

  it("Web Risk's lists are fetched in a thread, stored, and resumed", () => {
    const answered = {
      bytes: 266_182,
      entries: 2_001,
      problem: null,
      state: "live",
      answers: ["malware", "not listed"],
      unknown: "unavailable: web-risk did not answer.",
      updates: 1
    }
    expect(reports.webRisk).toEqual({ fetched: answered, stored: answered })
  })
}

for (const runtime of [nodeRuntime, ...otherRuntimes]) {
  describe(`on ${runtime.name}`, { tags: [...runtime.tags] }, () => suite(runtime))
}
