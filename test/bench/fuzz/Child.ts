import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { isJudged } from "../../../adapters/documents/pool/Messages.ts"
import { measure } from "./Measure.ts"
import type { Batch, Finding, Progress } from "./Protocol.ts"
import { readRunDocument } from "./Runs.ts"

/** Runs the batches that the parent process sends. The parent kills this process if a run takes too long. */
const work = (): void => {
  process.on("message", (batch: Batch) => {
    const findings: Array<Finding> = []
    let worst: Progress["worst"] = { run: -1, cpuMillis: 0 }
    let mostMemory: Progress["mostMemory"] = { run: -1, megabytes: 0 }
    let unreadable = 0
    for (let run = batch.from; run < batch.to; run++) {
      const { bytes, seedName } = readRunDocument(batch, run)
      writeFileSync(join(batch.folder, "running"), String(run))
      const { answer, cpuMillis, fault, grownMegabytes } = measure(bytes, batch.readMillisMax)
      if (!isJudged(answer)) unreadable++
      if (cpuMillis > worst.cpuMillis) worst = { run, cpuMillis }
      if (grownMegabytes > mostMemory.megabytes) mostMemory = { run, megabytes: grownMegabytes }
      const what = fault ??
        (cpuMillis > batch.cpuMillisMax ? `${cpuMillis.toFixed(0)} ms of CPU` : null) ??
        (grownMegabytes > batch.megabytesMax ? `${grownMegabytes.toFixed(0)} MiB of memory` : null)
      if (what === null) continue
      const kind = fault !== null ? "fault" : cpuMillis > batch.cpuMillisMax ? "cpu" : "memory"
      const file = join(batch.folder, `${kind}-${run}`)
      writeFileSync(file, bytes)
      findings.push({ run, kind, what, seedName, file })
    }
    process.send!({ findings, worst, mostMemory, unreadable, runs: batch.to - batch.from } satisfies Progress)
  })
}

work()
