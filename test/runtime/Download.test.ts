import { beforeAll, describe, expect, it } from "vitest"
import { selfTestMillisMax } from "../../adapters/download/SelfTest.ts"
import { cases } from "./DownloadCases.ts"
import { nodeRuntime, otherRuntimes, reportOf, type ScriptRuntime } from "./Runtimes.ts"

interface Report {
  readonly status: unknown
  readonly selfTestMillis: number
  readonly outcomes: Readonly<Record<string, string>>
  readonly requests: ReadonlyArray<string>
}

/** Proxies and TLS settings of the environment, none of which may count. Nobody listens at port 9. */
const env = {
  ...process.env,
  HTTP_PROXY: "http://127.0.0.1:9",
  HTTPS_PROXY: "http://127.0.0.1:9",
  ALL_PROXY: "http://127.0.0.1:9",
  http_proxy: "http://127.0.0.1:9",
  https_proxy: "http://127.0.0.1:9",
  NO_PROXY: "",
  NODE_USE_ENV_PROXY: "1",
  NODE_TLS_REJECT_UNAUTHORIZED: "0"
}

const report = (runtime: ScriptRuntime) => reportOf<Report>(runtime, "DownloadScript.ts", { env })

describe("downloads", () => {
  let onNode: Report
  beforeAll(async () => {
    onNode = await report(nodeRuntime)
  })

  it("are proven safe, and obtain and refuse what they should", () => {
    expect(onNode.status).toEqual({ live: true })
    expect(onNode.selfTestMillis).toBeLessThan(selfTestMillisMax)
    expect(
      onNode.requests.filter((text) => !/^GET … HTTP\/1\.1\r\nHost: [^\r]+\r\nUser-Agent: Gatehouse\r\n/.test(text))
    )
      .toEqual([])
    const wrong = cases.filter(([url, expected, connections]) => {
      const [outcome = "", made = ""] = onNode.outcomes[url]!.split(" -> ")
      return !outcome.startsWith(expected) || made.split(", ").filter(Boolean).length !== connections
    })
    expect(wrong.map(([url]) => [url, onNode.outcomes[url]])).toEqual([])
  })

  it.each(otherRuntimes("downloads are"))("do the same on $name", { timeout: 60_000 }, async (runtime) => {
    const { selfTestMillis, ...there } = await report(runtime)
    const { selfTestMillis: _, ...here } = onNode
    expect(there).toEqual(here)
    expect(selfTestMillis).toBeLessThan(selfTestMillisMax)
  })
})
