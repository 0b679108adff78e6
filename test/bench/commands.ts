/**
 * Measures the CPU time of commands, each as a new process with a warm compile cache, and compares it with a process
 * that only loads Effect and its command-line module.
 *
 *   node test/bench/commands.ts [document]
 */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import process from "node:process"
import { onePage } from "../adapters/documents/pdf/pages/MakePage.ts"

const roundsCount = 9

/** Code that runs before each process ends, and prints its CPU time in microseconds on standard error. */
const meter =
  `data:text/javascript,process.on("exit",()=>{const{user,system}=process.cpuUsage();process.stderr.write("\\nCPU "+(user+system))})`

const folder = mkdtempSync(join(tmpdir(), "gatehouse-commands-"))
const document = process.argv[2] ?? join(folder, "document.pdf")
if (process.argv[2] === undefined) {
  writeFileSync(
    document,
    onePage({ content: "BT /F1 10 Tf 1 0 0 1 10 50 Tm (Minutes of the meeting of 3 March) Tj ET" })
  )
}

const main = join(import.meta.dirname, "../../apps/cli/main.mjs")
const commands: Readonly<Record<string, ReadonlyArray<string>>> = {
  "Effect and its command-line module": [
    "--input-type=module",
    "--eval",
    "import { enableCompileCache } from 'node:module'; enableCompileCache(); await import('effect'); await import('effect/cli')"
  ],
  "gatehouse --help": [main, "--help"],
  "gatehouse check email": [main, "check", "email", "ann@example.com"],
  "gatehouse check url": [main, "check", "url", "https://www.example.com/", "--no-blocklist"],
  "gatehouse check document": [main, "check", "document", document, "--no-blocklist"]
}

/** Returns the CPU milliseconds of all threads of a new process. */
const cpuOf = (args: ReadonlyArray<string>): number => {
  const { stderr } = spawnSync(process.execPath, ["--import", meter, ...args], { encoding: "utf8" })
  return Number(/CPU (\d+)\s*$/.exec(stderr)![1]) / 1_000
}

const median = (values: ReadonlyArray<number>): number => values.toSorted((a, b) => a - b)[values.length >> 1]!

const names = Object.keys(commands)
const rounds = Array.from({ length: roundsCount + 1 }, () => names.map((name) => cpuOf(commands[name]!))).slice(1)
const base = median(rounds.map(([first]) => first!))
console.log("CPU ms  ratio")
for (const [at, name] of names.entries()) {
  const cpu = median(rounds.map((round) => round[at]!))
  console.log(`${cpu.toFixed(0).padStart(6)}  ${(cpu / base).toFixed(2).padStart(5)}  ${name}`)
}
rmSync(folder, { recursive: true })
