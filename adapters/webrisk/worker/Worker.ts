import { constants, setPriority } from "node:os"
import { type MessagePort, parentPort } from "node:worker_threads"
import { type Job, type JobName, jobs } from "./Jobs.ts"
import type { Asked, Told } from "./Messages.ts"

const work = (port: MessagePort): void => {
  giveWay()
  port.on("message", ({ id, input, name }: Asked) => {
    Promise.resolve(input).then(jobOf(name)).then(
      ({ output, transfer }) => port.postMessage({ id, output } as Told, [...transfer])
    ).catch((cause: unknown) => {
      const fault = cause instanceof Error ? cause.stack ?? cause.message : String(cause)
      port.postMessage({ id, fault } satisfies Told)
    })
  })
}

/** Input and output belong together by the job's name: `ThreatThread.run` sees to that. */
const jobOf = (name: JobName): Job<unknown, unknown> => jobs[name] as Job<unknown, unknown>

/**
 * A list may take its time, whoever waits for an answer may not. On Linux a priority is that of one thread (setpriority(2));
 * elsewhere it would be the whole program's, and stays as it is, as where it may not be changed (Deno without `--allow-sys`).
 */
const giveWay = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // Then it gets its fair share.
  }
}

if (parentPort !== null) work(parentPort)
