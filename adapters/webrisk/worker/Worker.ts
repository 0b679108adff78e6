import { type MessagePort, parentPort } from "node:worker_threads"
import { type Job, type JobName, jobs } from "./Jobs.ts"
import type { Asked, Told } from "./Messages.ts"

const work = (port: MessagePort): void => {
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

if (parentPort !== null) work(parentPort)
