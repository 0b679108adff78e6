/**
 * Measures the server time of every GET of the account API on a seeded database.
 *
 * Also measures how long each request blocks the server's thread, because SQLite runs on the thread that answers all
 * requests. On a busy machine, use the CPU time instead of the server time.
 *
 *   node scripts/seed.ts --database sqlite:/tmp/million.db --requests 1000000
 *   node test/bench/dashboard.ts sqlite:/tmp/million.db [rounds]
 */
import { fork } from "node:child_process"
import { request } from "node:http"
import { declaredEndpoints } from "../http/account/Declared.ts"

const [database, rounds = "5"] = process.argv.slice(2)
if (database === undefined) throw new Error("Usage: node test/bench/dashboard.ts DATABASE_URL [rounds]")
/** The maximum server time of an endpoint, in milliseconds. */
const millisMax = 300

const child = fork(new URL("./servers/dashboard.ts", import.meta.url), {
  env: { ...process.env, DATABASE_URL: database, PORT: "0", GATEHOUSE_LOG_LEVEL: "Warn", GATEHOUSE_DEMO: "off" }
})
const nextMessage = () => new Promise<any>((resolve) => child.once("message", resolve))
const { port, token } = await nextMessage()

const usage = () => {
  const answer = nextMessage()
  child.send("usage")
  return answer
}

const get = (path: string) =>
  new Promise<{ readonly status: number; readonly text: string }>((resolve, reject) => {
    const options = { host: "127.0.0.1", port, path, headers: { cookie: `gatehouse=${token}` } }
    request(options, (response) => {
      const chunks: Array<Buffer> = []
      response.on("data", (chunk) => chunks.push(chunk))
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    }).on("error", reject).end()
  })

const json = async (path: string) => JSON.parse((await get(path)).text)

const api = "/dashboard/api"
const day = 86_400_000
const now = (await json(`${api}/requests?limit=1`)).items[0].at + 1
const keys: ReadonlyArray<{ readonly id: string; readonly revokedAt: number | null }> = await json(`${api}/keys`)
const old = keys.find(({ revokedAt }) => revokedAt !== null)?.id ?? ""
const ids: Readonly<Record<string, string>> = {
  requests: (await json(`${api}/requests?operation=scan&limit=1`)).items[0].requestId,
  leads: (await json(`${api}/leads?limit=1`)).items[0].requestId,
  sites: (await json(`${api}/sites`))[0].id,
  threats: String((await json(`${api}/threats/submissions?limit=1`)).items[0].id)
}

/** Queries to measure for some endpoints. The other endpoints are called without a query. */
const queries: Readonly<Record<string, ReadonlyArray<string>>> = {
  "overview.overview": [1, 7, 30, 92].map((days) => `?from=${now - days * day}&to=${now}`),
  "sites.traffic": [`?from=${now - 30 * day}&to=${now}`],
  "sites.recent": [`?starts=${[7, 6, 5, 4, 3, 2, 1].map((days) => now - days * day)}&to=${now}`],
  "requests.list": [
    "",
    "?limit=200",
    "?operation=scan",
    "?status=5xx",
    "?operation=scan/email/bulk&status=503",
    `?keyId=${old}`,
    "?verdict=bad",
    "?operation=scan&verdict=block",
    "?text=fischer",
    "?text=gmail.com",
    "?text=nothing-has-this",
    `?text=nothing-has-this&from=${now - 2 * day}`,
    "?operation=nothing",
    `?from=${now - 20 * day}&to=${now - 19 * day}&status=4xx`,
    `?text=${ids["requests"]}`
  ],
  "requests.exported": ["?format=csv", "?format=ndjson&verdict=bad"],
  "requests.documents": ["", "?rating=block", "?rating=warn&limit=200"],
  "leads.list": ["", "?verdict=spam", "?mark=none", "?mark=any", "?mark=ham&verdict=spam"],
  "credits.statement": ["", "?limit=200", "?kind=grant", "?kind=reserve", "?kind=settle", "?kind=refund"],
  "credits.exported": ["?format=csv", "?format=ndjson&kind=grant"],
  "threats.submissions": ["", "?state=pending"],
  "threats.blocklist": ["", "?text=login", "?text=nothing-has-this"],
  "members.audit": ["", "?action=member", "?member=command-line"]
}

/** Endpoints that return a whole file, so that `millisMax` does not apply to them. */
const files = new Set(["requests.exported", "credits.exported"])

const median = (numbers: ReadonlyArray<number>): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!

const measure = async (path: string) => {
  const [millis, cpu, blocked]: Array<Array<number>> = [[], [], []]
  let status = 0
  let bytes = 0
  for (let round = 0; round < Number(rounds); round++) {
    const before = await usage()
    const start = performance.now()
    const answer = await get(path)
    millis!.push(performance.now() - start)
    const after = await usage()
    cpu!.push((after.cpu.user + after.cpu.system - before.cpu.user - before.cpu.system) / 1_000)
    blocked!.push(after.blockedMillis)
    status = answer.status
    bytes = answer.text.length
  }
  return {
    status,
    bytes,
    millis: median(millis!),
    cpu: median(cpu!),
    blocked: median(blocked!),
    best: Math.min(...millis!)
  }
}

console.log(`${"".padEnd(62)}status     kB   ms best   ms median   CPU ms   longest block (CPU ms)`)
let slow = 0
for (const endpoint of declaredEndpoints.filter(({ method }) => method === "GET")) {
  for (const query of queries[endpoint.name] ?? [""]) {
    const path = endpoint.path.replace(":id", ids[endpoint.name.split(".")[0]!] ?? "x") + query
    const { best, blocked, bytes, cpu, millis, status } = await measure(path)
    if (status !== 200) throw new Error(`${path} returned the status ${status}, so its time is meaningless.`)
    const isSlow = best > millisMax && !files.has(endpoint.name)
    if (isSlow) slow++
    console.log(
      `${path.slice(api.length, api.length + 60).padEnd(62)}${String(status).padStart(6)}${
        (bytes / 1_000).toFixed(0).padStart(7)
      }` +
        `${best.toFixed(1).padStart(10)}${millis.toFixed(1).padStart(12)}${cpu.toFixed(1).padStart(9)}${
          blocked.toFixed(1).padStart(15)
        }` +
        (isSlow ? "  SLOW" : "")
    )
  }
}
console.log(
  slow === 0
    ? `\nEvery endpoint takes less than ${millisMax} ms.`
    : `\n${slow} endpoints take more than ${millisMax} ms.`
)
child.disconnect()
