import { Effect } from "effect"
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { reportingProgress } from "../../../../adapters/storage/backup/BackupFiles.ts"
import { workerFolder } from "../../../support/WorkerEnd.ts"

const folder = mkdtempSync(join(workerFolder(), "watch-"))
const watched: Array<readonly [bytes: number, expected: number]> = []
const watch = (bytes: number, expected: number) => void watched.push([bytes, expected])

it("reports the final size of a written file and nothing for a missing one", async () => {
  const file = join(folder, "copy")
  await Effect.runPromise(reportingProgress(file, 5, watch, Effect.void))
  expect(watched).toEqual([])
  const work = Effect.as(Effect.sync(() => writeFileSync(file, "bytes")), "result")
  expect(await Effect.runPromise(reportingProgress(file, 5, watch, work))).toBe("result")
  expect(watched.at(-1)).toEqual([5, 5])
})
