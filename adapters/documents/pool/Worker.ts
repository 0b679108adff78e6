import { constants, setPriority } from "node:os"
import { type MessagePort, parentPort } from "node:worker_threads"
import { type Done, type Hashed, type Job } from "./Messages.ts"
import { hashOf, scanHashed } from "./ScanJob.ts"

/** One document after the other, apart from the server: what goes wrong here is one worker's end. */
const work = (port: MessagePort): void => {
  giveWay()
  port.on("message", ({ buffer, from, id, length, readMillisMax }: Job) => {
    const bytes = new Uint8Array(buffer, from, length)
    const sha256 = hashOf(bytes)
    port.postMessage({ id, sha256 } satisfies Hashed)
    // Some runtimes send nothing before the thread has nothing to do (Deno).
    setImmediate(() => {
      const answer = scanHashed(bytes, sha256, performance.now() + readMillisMax)
      port.postMessage({ id, answer } satisfies Done)
    })
  })
}

/**
 * Where cores are scarce, whoever waits for an answer in milliseconds goes first. On Linux a priority is that of one thread
 * (setpriority(2), "C library/kernel differences"); elsewhere it would be the whole program's, and stays as it is. So it does
 * where it may not be changed: then the threads get their fair share.
 */
const giveWay = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Deno asks for a permission (`--allow-sys`) that a scanner should not need.
  }
}

if (parentPort !== null) work(parentPort)
