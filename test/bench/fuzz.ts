import { type ChildProcess, fork } from "node:child_process"
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { isJudged } from "../../adapters/documents/pool/Messages.ts"
import { measure } from "./fuzz/Measure.ts"
import type { Batch, Finding, Progress } from "./fuzz/Protocol.ts"
import { listSeeds, readRunDocument } from "./fuzz/Runs.ts"

const help = `Mutates documents at random and scans the results.

  node test/bench/fuzz.ts [options] [folder of documents ...]    without a folder: generated documents
  node test/bench/fuzz.ts --replay <run> [the same options]      repeats one run in this process
  node test/bench/fuzz.ts --scan <file> [file ...]               scans documents unchanged

  --seed <number>          seed of the random numbers (1)
  --from <run>             first run (0)
  --runs <number>          number of runs (10 000 000)
  --minutes <number>       ends after this many minutes (5)
  --processes <1 or 2>     concurrent processes (1)
  --out <folder>           folder for findings (/tmp/gatehouse-fuzz)
  --seed-bytes <number>    maximum size of a seed document (1 000 000)
  --cpu-millis <number>    CPU time above which a scan is a finding (1 000)
  --megabytes <number>     memory above which a scan is a finding (256)
`

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: "boolean", default: false },
    scan: { type: "boolean", default: false },
    replay: { type: "string" },
    seed: { type: "string", default: "1" },
    from: { type: "string", default: "0" },
    runs: { type: "string", default: "10000000" },
    minutes: { type: "string", default: "5" },
    processes: { type: "string", default: "1" },
    out: { type: "string", default: "/tmp/gatehouse-fuzz" },
    "seed-bytes": { type: "string", default: "1000000" },
    "cpu-millis": { type: "string", default: "1000" },
    megabytes: { type: "string", default: "256" }
  }
})

const processesMax = 2
const batchRuns = 100
/** Heap limit of the child processes, as in a server thread (`workerHeapMegabytesMax`). */
const heapMegabytes = 256
/** Maximum milliseconds of one run. The server's pool stops its threads earlier. */
const hangMillis = 30_000

const batchOf = (from: number, to: number, folder: string): Batch => ({
  seeds: positionals.length === 0 ? null : positionals.join(","),
  seed: Number(values.seed),
  from,
  to,
  folder,
  seedBytesMax: Number(values["seed-bytes"]),
  // A long deadline, so that slow documents are measured and not cut off.
  readMillisMax: hangMillis,
  cpuMillisMax: Number(values["cpu-millis"]),
  megabytesMax: Number(values.megabytes)
})

const totals = {
  runs: 0,
  unreadable: 0,
  findings: 0,
  worst: { run: -1, cpuMillis: 0 },
  mostMemory: { run: -1, megabytes: 0 }
}

const recordFinding = (folder: string, { file, kind, run, seedName, what }: Finding): void => {
  totals.findings++
  const line = [run, kind, what, seedName, file].join("\t")
  appendFileSync(join(folder, "found.tsv"), `${line}\n`)
  console.log(line)
}

/** Runs batches in a child process. If the child hangs or crashes, a new child continues after that run. */
const runChild = async (folder: string, next: () => number | null): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  let child: ChildProcess | null = null
  for (let from = next(); from !== null; from = next()) {
    const end = Math.min(from + batchRuns, Number(values.from) + Number(values.runs))
    for (let at = from; at < end;) {
      child ??= fork(new URL("./fuzz/Child.ts", import.meta.url), {
        execArgv: [`--max-old-space-size=${heapMegabytes}`]
      })
      const done: Progress | "hang" | "crash" = await runBatch(child, batchOf(at, end, folder))
      if (typeof done !== "string") {
        for (const finding of done.findings) recordFinding(folder, finding)
        totals.runs += done.runs
        totals.unreadable += done.unreadable
        if (done.worst.cpuMillis > totals.worst.cpuMillis) totals.worst = done.worst
        if (done.mostMemory.megabytes > totals.mostMemory.megabytes) totals.mostMemory = done.mostMemory
        break
      }
      child = null
      const run = Number(readFileSync(join(folder, "running"), "utf8"))
      const { bytes, seedName } = readRunDocument(batchOf(at, end, folder), run)
      const file = join(folder, `${done}-${run}`)
      writeFileSync(file, bytes)
      recordFinding(folder, { run, kind: done === "hang" ? "cpu" : "memory", what: done, seedName, file })
      totals.runs += run + 1 - at
      at = run + 1
    }
  }
  child?.kill("SIGKILL")
}

const runBatch = (child: ChildProcess, batch: Batch): Promise<Progress | "hang" | "crash"> =>
  new Promise((resolve) => {
    let last = ""
    const watch = setInterval(() => {
      const now = readFileSync(join(batch.folder, "running"), "utf8")
      if (now === last) {
        settle("hang")
        child.kill("SIGKILL")
      }
      last = now
    }, hangMillis)
    const onExit = (): void => settle("crash")
    const settle = (outcome: Progress | "hang" | "crash"): void => {
      clearInterval(watch)
      child.off("exit", onExit)
      child.off("message", settle)
      resolve(outcome)
    }
    writeFileSync(join(batch.folder, "running"), String(batch.from))
    child.on("exit", onExit)
    child.on("message", settle)
    child.send(batch)
  })

const printRun = (name: string, bytes: Uint8Array): void => {
  const { answer, cpuMillis, fault, grownMegabytes } = measure(bytes, hangMillis)
  const findings = isJudged(answer) ? answer.findings.map(({ code }) => code).join(" ") : "refused"
  console.log(
    `${cpuMillis.toFixed(0)} ms CPU, ${grownMegabytes.toFixed(0)} MiB, ${bytes.length} bytes, ${name}: ${
      fault ?? findings
    }`
  )
}

const fuzz = async (): Promise<void> => {
  const startedAt = Date.now()
  const folder = values.out
  mkdirSync(folder, { recursive: true })
  console.log(`${listSeeds(batchOf(0, 0, folder)).length} seed documents; findings are written to ${folder}`)
  let upcoming = Number(values.from)
  const end = upcoming + Number(values.runs)
  const next = (): number | null => {
    if (upcoming >= end || Date.now() - startedAt > Number(values.minutes) * 60_000) return null
    upcoming += batchRuns
    return upcoming - batchRuns
  }
  const report = (): void => {
    const { findings, mostMemory, runs, unreadable, worst } = totals
    console.log(
      `${
        ((Date.now() - startedAt) / 1_000).toFixed(0)
      } s: ${runs} runs, ${unreadable} unreadable, ${findings} findings; ` +
        `worst ${worst.cpuMillis.toFixed(0)} ms (run ${worst.run}), ${
          mostMemory.megabytes.toFixed(0)
        } MiB (run ${mostMemory.run})`
    )
  }
  const timer = setInterval(report, 60_000)
  const processes = Math.min(processesMax, Math.max(1, Number(values.processes)))
  await Promise.all(Array.from({ length: processes }, (_, at) => runChild(join(folder, `process-${at}`), next)))
  clearInterval(timer)
  report()
  process.exitCode = totals.findings === 0 ? 0 : 1
}

if (values.help) console.log(help)
else if (values.scan) { for (const path of positionals) printRun(path, readFileSync(path)) }
else if (values.replay !== undefined) {
  const { bytes, seedName } = readRunDocument(batchOf(0, 0, values.out), Number(values.replay))
  mkdirSync(values.out, { recursive: true })
  writeFileSync(join(values.out, `replay-${values.replay}`), bytes)
  printRun(seedName, bytes)
} else await fuzz()
