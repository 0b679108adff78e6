/**
 * Measures the memory (RSS) of the idle server, and after every 20,000 of 100,000 requests.
 *
 * SQLite is in a temporary folder.
 *
 *   node test/bench/memory.ts [steps] [requests per step]
 */
import { type ChildProcess, fork } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { startFlags } from "../support/StartFlags.ts"
import { postRequest, runLoad } from "./load.ts"

const steps = Number(process.argv[2] ?? 5)
const perStep = Number(process.argv[3] ?? 20_000)
const connections = 64
/** Pause in which the garbage collector can return memory. */
const settleMillis = 1_000

const message = (child: ChildProcess): Promise<any> => new Promise((resolve) => child.once("message", resolve))

const rss = async (child: ChildProcess): Promise<number> => {
  await new Promise((resolve) => setTimeout(resolve, settleMillis))
  const answer = message(child)
  child.send("usage")
  return (await answer).rss / 1_048_576
}

const folder = mkdtempSync(join(tmpdir(), "gatehouse-memory-"))
const child = fork(new URL("./servers/gatehouse.ts", import.meta.url), {
  execArgv: [...startFlags],
  env: { ...process.env, DATABASE_URL: `sqlite:${folder}/bench.db`, PORT: "0", GATEHOUSE_LOG_LEVEL: "Warn" }
})
try {
  const { key, port } = await message(child)
  const request = postRequest("/scan/email", { "API-KEY": key }, { email: "ann.example@example-company.com" })
  const megabytes = [await rss(child)]
  console.log(`requests      RSS, MB\n${"0".padStart(8)}${megabytes[0]!.toFixed(0).padStart(13)}`)
  for (let step = 1; step <= steps; step++) {
    const { statuses } = await runLoad({ port, connections, requests: perStep, request })
    if (statuses[200] !== perStep) throw new Error(`Not every request got a 200: ${JSON.stringify(statuses)}`)
    megabytes.push(await rss(child))
    console.log(`${String(step * perStep).padStart(8)}${megabytes.at(-1)!.toFixed(0).padStart(13)}`)
  }
  const growth = megabytes.at(-1)! - megabytes[1]!
  console.log(
    `\nGrowth from ${perStep} to ${steps * perStep} requests: ${growth.toFixed(0)} MB, ` +
      `${(growth * 1_048_576 / ((steps - 1) * perStep)).toFixed(0)} bytes per request`
  )
} finally {
  child.disconnect()
  rmSync(folder, { recursive: true, force: true })
}
