import { readFileSync, writeFileSync } from "node:fs"
import { isJudged, type ScanResult } from "../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../adapters/documents/pool/ScanJob.ts"
import { readDocument } from "../../../adapters/documents/ReadDocument.ts"
import { Budget } from "../../../adapters/documents/reading/Budget.ts"
import { judgeDocument } from "../../../core/documents/judge/JudgeDocument.ts"

export interface Measured {
  readonly answer: ScanResult
  readonly cpuMillis: number
  /** Growth of the peak memory (RSS) over the initial value, in MiB. Zero if the system does not report the peak. */
  readonly grownMegabytes: number
  /** First lines of the stack if the reader failed, else null. */
  readonly fault: string | null
}

/** Scans a document and measures time and memory. */
export const measure = (bytes: Uint8Array, readMillisMax = Infinity): Measured => {
  resetPeak()
  const before = memoryOf("VmRSS")
  const start = process.cpuUsage()
  const answer = scanBytes(bytes, performance.now() + readMillisMax)
  const { system, user } = process.cpuUsage(start)
  const grownMegabytes = Math.max(0, memoryOf("VmHWM") - before)
  return { answer, cpuMillis: (system + user) / 1_000, grownMegabytes, fault: isBroken(answer) ? faultOf(bytes) : null }
}

const isBroken = (answer: ScanResult): boolean =>
  isJudged(answer) && answer.findings.some(({ message }) => message.startsWith("The document made the reader fail"))

const faultOf = (bytes: Uint8Array): string => {
  try {
    const document = readDocument(bytes, new Budget())
    if (document !== null) judgeDocument(document)
    return "not again"
  } catch (cause) {
    return cause instanceof Error ? cause.stack?.split("\n").slice(0, 6).join(" ") ?? cause.message : String(cause)
  }
}

/** Resets the peak memory (`VmHWM`) through `clear_refs` (proc(5)), which only Linux has. */
const resetPeak = (): void => {
  if (process.platform === "linux") writeFileSync("/proc/self/clear_refs", "5")
}

const memoryOf = (key: "VmRSS" | "VmHWM"): number => {
  if (process.platform !== "linux") return 0
  const found = new RegExp(`${key}:\\s*(\\d+) kB`).exec(readFileSync("/proc/self/status", "latin1"))
  return Number(found?.[1] ?? 0) / 1_024
}
