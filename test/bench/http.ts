/**
 * Measures the server's CPU time per `/scan/email` request with all features.
 *
 * The features include the key, the exact rate limit, the durable debit and the history. The baselines are bare servers
 * that only read and write JSON. All servers take turns in one run. SQLite is in a temporary folder.
 *
 *   node test/bench/http.ts [rounds] [requests per round]
 */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startFlags } from "../support/StartFlags.ts"
import { postRequest, runLoad } from "./load.ts"

const rounds = Number(process.argv[2] ?? 7)
const perRound = Number(process.argv[3] ?? 20_000)
/** Number of warm-up requests. After 30,000, V8 had not finished optimizing: the next rounds were 10% slower. */
const warmUp = 60_000
const connections = 64

interface Contender {
  readonly name: string
  readonly process: ChildProcess
  readonly port: number
  readonly request: Buffer
  readonly micros: Array<number>
  readonly rates: Array<number>
}

const message = (child: ChildProcess) => new Promise<any>((resolve) => child.once("message", resolve))

const usage = (child: ChildProcess) => {
  const answer = message(child)
  child.send("usage")
  return answer
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"))
const start = async (name: string, file: string): Promise<Contender> => {
  const child = fork(new URL(`./servers/${file}`, import.meta.url), {
    execArgv: file === "gatehouse.ts" ? [...startFlags] : [],
    env: { ...process.env, DATABASE_URL: `sqlite:${folder}/bench.db`, PORT: "0", GATEHOUSE_LOG_LEVEL: "Warn" }
  })
  const { key, port } = await message(child)
  const request = postRequest("/scan/email", key === undefined ? {} : { "API-KEY": key }, {
    email: "ann.example@example-company.com"
  })
  return { name, process: child, port, request, micros: [], rates: [] }
}

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!

const contenders = [
  await start("bare node:http", "bare.ts"),
  await start("fastify", "fastify.ts"),
  await start("express", "express.ts"),
  await start("gatehouse", "gatehouse.ts")
]
const idle = (await usage(contenders[3]!.process)).rss
for (const { port, request } of contenders) await runLoad({ port, connections, requests: warmUp, request })
for (let round = 0; round < rounds; round++) {
  for (const { micros, port, process, rates, request } of contenders) {
    const before = (await usage(process)).cpu
    const { seconds, statuses } = await runLoad({ port, connections, requests: perRound, request })
    const after = (await usage(process)).cpu
    if (statuses[200] !== perRound) throw new Error(`Not every request got a 200: ${JSON.stringify(statuses)}`)
    micros.push((after.user + after.system - before.user - before.system) / perRound)
    rates.push(perRound / seconds)
  }
}
const base = contenders[0]!
console.log(`\n${rounds} rounds of ${perRound} requests, ${connections} connections; Node ${process.versions.node}\n`)
console.log("server           CPU µs/request  min      median   requests/s   bare ÷ server (CPU, min)  (median)")
for (const { micros, name, rates } of contenders) {
  console.log(
    `${name.padEnd(30)}${Math.min(...micros).toFixed(1).padStart(8)}${median(micros).toFixed(1).padStart(12)}` +
      `${Math.max(...rates).toFixed(0).padStart(13)}${
        (Math.min(...base.micros) / Math.min(...micros)).toFixed(2).padStart(26)
      }` +
      (median(base.micros) / median(micros)).toFixed(2).padStart(10)
  )
}
const [express, gatehouse] = [contenders[2]!, contenders[3]!]
const differences = express.micros.map((micros, round) => micros - gatehouse.micros[round]!)
const mean = sum(differences) / rounds
const error = Math.sqrt(sum(differences.map((one) => (one - mean) ** 2)) / (rounds - 1) / rounds)
console.log(
  `\nExpress minus Gatehouse, by round: ${mean.toFixed(1)} µs, standard error ${
    error.toFixed(1)
  }; Gatehouse took less in ${differences.filter((one) => one > 0).length} of ${rounds} rounds`
)
const { rss } = await usage(gatehouse.process)
const total = warmUp + rounds * perRound
console.log(`Memory of Gatehouse (RSS): ${mega(idle)} MB idle, ${mega(rss)} MB after ${total} requests`)
for (const { process } of contenders) process.disconnect()
rmSync(folder, { recursive: true, force: true })

function sum(numbers: ReadonlyArray<number>): number {
  return numbers.reduce((one, other) => one + other, 0)
}

function mega(bytes: number): string {
  return (bytes / 1_048_576).toFixed(0)
}
