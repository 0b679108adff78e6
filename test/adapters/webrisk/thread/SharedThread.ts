import { existsSync, mkdtempSync } from "node:fs"
import { stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { WorkThread } from "../../../../adapters/webrisk/thread/ThreatThread.ts"
import { echoJob } from "../../../../adapters/webrisk/worker/Jobs.ts"
import { atWorkerEnd } from "../../../support/WorkerEnd.ts"

/** One thread for all test files of a worker: to start one, and to read there what is known of hosts, takes longer than the tests. */
export const sharedThread = new WorkThread()
atWorkerEnd(() => sharedThread.close())

/** Resolves when the thread has done what it was asked for so far: it does one job after the other. */
export const threadIsDone = async (): Promise<void> => {
  await sharedThread.run(echoJob, { buffer: new ArrayBuffer(0), fails: "no" })
}

/** In memory where the system has such a folder: to wait for a disk is not what is tested. */
export const temporaryFolder = (): string =>
  mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "gatehouse-web-risk-"))

/** More than the operations on files that follow one another in an update. */
const fileOperations = 12

/** Lets what waits for no clock come to its end: turns of the event loop, jobs of the thread, operations on files. */
export const settled = async (): Promise<void> => {
  for (let part = 0; part < 2; part++) {
    for (let operation = 0; operation < fileOperations; operation++) {
      for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
      // It is done after those that were begun before it.
      await stat(import.meta.filename)
    }
    await threadIsDone()
  }
}
