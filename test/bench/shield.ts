/**
 * Compares the CPU time of a server's work for a protected form with altcha-lib and @cap.js/server.
 *
 * All three run alternately in one process, with everything in memory. A second comparison is over HTTP: between
 * `/shield/siteverify` with durable single use in SQLite, and a bare `node:http` server that reads and writes JSON.
 *
 *   npm run bench:shield [rounds] [verifications per round]
 */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startFlags } from "../support/StartFlags.ts"
import { postRequest, runLoad } from "./load.ts"
import { altchaSteps } from "./shield/AltchaSteps.ts"
import { capSteps } from "./shield/CapSteps.ts"
import type { Step } from "./shield/DefineStep.ts"
import { ourSteps } from "./shield/OurSteps.ts"

const rounds = Number(process.argv[2] ?? 7)
const perRound = Number(process.argv[3] ?? 5_000)
const warmUp = 20_000
const connections = 64

const median = (numbers: ReadonlyArray<number>): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]!
const best = (numbers: ReadonlyArray<number>): number => Math.min(...numbers)
const column = (value: number, width: number): string => value.toFixed(1).padStart(width)

const micros = ({ system, user }: NodeJS.CpuUsage): number => system + user

const inProcess = async (): Promise<void> => {
  const ours = await ourSteps()
  const steps: ReadonlyArray<Step> = [...ours.steps, ...altchaSteps(), ...capSteps()]
  const microsByStep = new Map<Step, Array<number>>(steps.map((step) => [step, []]))
  for (let round = 0; round <= rounds; round++) {
    for (const step of steps) {
      const run = await step.prepare(step.times)
      const before = process.cpuUsage()
      await run()
      // Skips the first round, which warms up the engine.
      if (round > 0) microsByStep.get(step)!.push(micros(process.cpuUsage(before)) / step.times)
    }
  }
  await ours.close()
  console.log(`\nCPU µs each, in process; ${rounds} rounds; Node ${process.versions.node}`)
  for (const what of ["issue", "redeem", "verify"] as const) {
    const base = best(microsByStep.get(ours.steps.find((step) => step.what === what)!)!)
    console.log(`\n${what.padEnd(36)}      min   median   times ours (min)`)
    for (const step of steps.filter((step) => step.what === what)) {
      const all = microsByStep.get(step)!
      console.log(
        `${step.system.padEnd(36)}${column(best(all), 9)}${column(median(all), 9)}${column(best(all) / base, 19)}`
      )
    }
  }
}

interface Server {
  readonly name: string
  readonly process: ChildProcess
  readonly port: number
  readonly micros: Array<number>
  readonly rates: Array<number>
  /** Prepares `count` requests before the measurement. The returned function returns the next one. */
  readonly requests: (count: number) => Promise<() => Buffer>
}

const message = (child: ChildProcess) => new Promise<any>((resolve) => child.once("message", resolve))

const requestFrom = (child: ChildProcess, question: string | number) => {
  const answer = message(child)
  child.send(question)
  return answer
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-bench-"))

const start = async (name: string, file: string, execArgv: ReadonlyArray<string>): Promise<Server> => {
  const child = fork(new URL(`./servers/${file}`, import.meta.url), {
    execArgv: [...execArgv],
    env: {
      ...process.env,
      DATABASE_URL: `sqlite:${folder}/bench.db`,
      PORT: "0",
      GATEHOUSE_LOG_LEVEL: "Warn",
      GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE: "1000000"
    }
  })
  const { port, secret } = await message(child)
  const requests = async (count: number) => {
    const tokens: ReadonlyArray<string> = secret === undefined
      ? Array.from({ length: count }, () => "x".repeat(150))
      : (await requestFrom(child, count)).tokens
    const texts = tokens.map((token) =>
      postRequest("/shield/siteverify", {}, { secret: secret ?? "x".repeat(54), token })
    )
    return () => texts.pop()!
  }
  return { name, process: child, port, requests, micros: [], rates: [] }
}

const verifyOnce = async (server: Server, requests: number): Promise<number> => {
  const { port } = server
  const request = await server.requests(requests)
  const before = (await requestFrom(server.process, "usage")).cpu
  const { seconds, statuses } = await runLoad({ port, connections, requests, request })
  if (statuses[200] !== requests) throw new Error(`Not every request got a 200: ${JSON.stringify(statuses)}`)
  server.rates.push(requests / seconds)
  return (micros((await requestFrom(server.process, "usage")).cpu) - micros(before)) / requests
}

/** Checks that a token is accepted once and rejected when reused, so that the measurement is valid. */
const check = async ({ port, requests }: Server): Promise<void> => {
  const text = (await requests(1))().toString()
  const body = text.slice(text.indexOf("{"))
  const verify = async () =>
    (await fetch(`http://127.0.0.1:${port}/shield/siteverify`, {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json" }
    })).json()
  const [first, second] = [await verify(), await verify()] as Array<any>
  if (first.success !== true || first.degraded === true) throw new Error(JSON.stringify(first))
  if (second.error !== "duplicate token") throw new Error(JSON.stringify(second))
}

const overHttp = async (): Promise<void> => {
  const bare = await start("bare node:http", "bare.ts", [])
  const gatehouse = await start("gatehouse", "shield.ts", startFlags)
  await check(gatehouse)
  for (const server of [bare, gatehouse]) {
    for (let done = 0; done < warmUp; done += perRound) await verifyOnce(server, perRound)
    server.rates.length = 0
  }
  for (let round = 0; round < rounds; round++) {
    for (const server of [bare, gatehouse]) server.micros.push(await verifyOnce(server, perRound))
  }
  console.log(`\nsiteverify over HTTP; ${rounds} rounds of ${perRound}, ${connections} connections\n`)
  console.log("server              CPU µs/request  min   median   requests/s   bare ÷ server (CPU, min)  (median)")
  for (const { micros, name, rates } of [bare, gatehouse]) {
    const ratios = [best(bare.micros) / best(micros), median(bare.micros) / median(micros)] as const
    console.log(
      `${name.padEnd(30)}${column(best(micros), 9)}${column(median(micros), 9)}${
        Math.max(...rates).toFixed(0).padStart(13)
      }` +
        ratios[0].toFixed(2).padStart(27) + ratios[1].toFixed(2).padStart(10)
    )
  }
  for (const { process } of [bare, gatehouse]) process.disconnect()
}

await inProcess()
await overHttp()
rmSync(folder, { recursive: true, force: true })
