import { createRequire } from "node:module"
import { constants, setPriority } from "node:os"
import { type MessagePort, parentPort } from "node:worker_threads"
import { type HashMessage, type ResultMessage, type ScanRequest } from "./Messages.ts"
import { scanCompletely, sha256HexOf } from "./ScanJob.ts"

/** Processes one document after another in a separate thread. A crash ends only this thread. */
const serve = (port: MessagePort): void => {
  lowerPriority()
  port.on("message", ({ buffer, from, id, length, readMillisMax }: ScanRequest) => {
    const bytes = new Uint8Array(buffer, from, length)
    const sha256 = sha256HexOf(bytes)
    port.postMessage({ id, sha256 } satisfies HashMessage)
    // Scan after this callback, because Deno sends messages only when the thread is idle. The hash must be sent first.
    setImmediate(() => {
      void Promise.resolve(scanCompletely(bytes, sha256, performance.now() + readMillisMax)).then((result) =>
        port.postMessage({ id, result } satisfies ResultMessage)
      )
    })
  })
}

/**
 * Lowers the thread's priority, so that requests with millisecond latency come first when cores are scarce. On Linux
 * the priority applies to one thread (setpriority(2), "C library/kernel differences"). On other systems it would apply
 * to the whole process. The priority stays unchanged there, and wherever the change is not permitted.
 */
const lowerPriority = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Continue at normal priority: Deno requires a permission (`--allow-sys`) that a scanner should not need.
  }
}

/**
 * Defines the variables of a CommonJS module for the whole thread. libarchive is CommonJS, and finds them only here if
 * a bundle makes it a part of an ES module.
 */
const defineCommonJs = (): void => {
  Object.assign(globalThis, { require: createRequire(import.meta.url), __dirname: import.meta.dirname })
}

if (parentPort !== null) {
  defineCommonJs()
  serve(parentPort)
}
