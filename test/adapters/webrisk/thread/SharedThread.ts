import { existsSync, mkdtempSync } from "node:fs"
import { stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { JobThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import { echoJob } from "../../../../adapters/webrisk/worker/Jobs.ts"
import { atWorkerEnd } from "../../../support/WorkerEnd.ts"

/**
 * Thread that all test files of a worker share. Starting it and loading the host knowledge takes longer than the tests.
 */
export const sharedThread = new JobThread()
atWorkerEnd(() => sharedThread.close())

/** Resolves when the thread has finished all jobs submitted so far. The thread runs its jobs in sequence. */
export const threadIsDone = async (): Promise<void> => {
  await sharedThread.run(echoJob, { buffer: new ArrayBuffer(0), fails: "no" })
}

/** Creates a folder, in memory if the system supports it, because disk latency is not under test. */
export const temporaryFolder = (): string =>
  mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gatehouse-web-risk-"))

/** Number that exceeds the consecutive file operations in an update. */
const fileOperations = 12

/** Lets pending work finish that waits for no clock: event loop turns, thread jobs, and file operations. */
export const settled = async (): Promise<void> => {
  for (let part = 0; part < 2; part++) {
    for (let operation = 0; operation < fileOperations; operation++) {
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      // This operation completes after the operations that started before it.
      await stat(import.meta.filename)
    }
    await threadIsDone()
  }
}
