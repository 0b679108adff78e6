import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isJudged } from "../../adapters/documents/pool/Messages.ts"
import { bombs } from "../adapters/documents/bombs/Bombs.ts"
import { measure } from "./fuzz/Measure.ts"

/**
 * Measures the CPU time and memory growth of hostile documents, each in a separate process.
 *
 * Reports the best round, because other processes may slow the machine.
 *
 *   node test/bench/bombs.ts [part of a title] [rounds]
 */
const cpuMillisMax = 1_000
const megabytesMax = 256
/** Heap limit of the child processes, as in a server thread (`workerHeapMegabytesMax`). */
const heapMegabytes = 256
const timeoutMillis = 20_000

const summary = (codes: ReadonlyArray<string>): string =>
  [...Map.groupBy(codes, (code) => code)].map(([code, { length }]) => length === 1 ? code : `${code} (${length})`).join(
    " "
  )

if (process.argv[2] === "--one") {
  const bytes = readFileSync(process.argv[3]!)
  for (const small of ["%PDF-1.7\n1 0 obj<<>>endobj", "{\\rtf1 a}", "ID;P\r\nE\r\n"]) measure(Buffer.from(small))
  globalThis.gc?.()
  const { answer, cpuMillis, fault, grownMegabytes } = measure(bytes)
  const findings = isJudged(answer) ? summary(answer.findings.map(({ code }) => code)) : "refused"
  console.log(JSON.stringify({ cpuMillis, grownMegabytes, result: fault ?? findings }))
} else {
  const [part = "", rounds = "1"] = process.argv.slice(2)
  const folder = mkdtempSync(join(tmpdir(), "gatehouse-bombs-"))
  let failures = 0
  try {
    for (const [title, make] of bombs.filter(([title]) => title.includes(part))) {
      const path = join(folder, "bomb")
      const bytes = make()
      writeFileSync(path, bytes)
      let best = { cpuMillis: Infinity, grownMegabytes: Infinity, result: "no output" }
      for (let round = 0; round < Number(rounds); round++) {
        try {
          const output = execFileSync(
            process.execPath,
            [`--max-old-space-size=${heapMegabytes}`, "--expose-gc", import.meta.filename, "--one", path],
            { timeout: timeoutMillis, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }
          )
          const measured = JSON.parse(output)
          if (measured.cpuMillis < best.cpuMillis) best = measured
        } catch (cause) {
          const { code, signal } = cause as { code?: string; signal?: string }
          best = { ...best, result: code === "ETIMEDOUT" ? "timed out" : `ended by ${signal}` }
        }
      }
      const { cpuMillis, grownMegabytes, result } = best
      const isOverLimit = cpuMillis > cpuMillisMax || grownMegabytes > megabytesMax
      if (isOverLimit) failures++
      console.log(
        `${isOverLimit ? "OVER" : "    "}${cpuMillis.toFixed(0).padStart(8)} ms ${
          grownMegabytes.toFixed(0).padStart(6)
        } MiB ` +
          `${(bytes.length / 1_048_576).toFixed(1).padStart(6)} MiB  ${title}: ${result}`
      )
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  process.exitCode = failures === 0 ? 0 : 1
}
