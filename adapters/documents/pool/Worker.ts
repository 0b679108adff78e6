import { type MessagePort, parentPort } from "node:worker_threads"
import { type Done, type Job, ready } from "./Messages.ts"
import { scanBytes } from "./ScanJob.ts"

/** One document after the other, apart from the server: what goes wrong here is one worker's end. */
const work = (port: MessagePort): void => {
  port.on("message", ({ bytes, id, readMillisMax }: Job) => {
    const done: Done = { id, answer: scanBytes(bytes, performance.now() + readMillisMax) }
    port.postMessage(done)
  })
  port.postMessage(ready)
}

if (parentPort !== null) work(parentPort)
