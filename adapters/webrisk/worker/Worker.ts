import { constants, setPriority } from "node:os"
import { type MessagePort, parentPort } from "node:worker_threads"
import type { JobReply, JobRequest, Work } from "../thread/Jobs.ts"
import { workByName } from "./Jobs.ts"

const serve = (port: MessagePort): void => {
  lowerPriority()
  port.on("message", ({ id, input, name }: JobRequest) => {
    Promise.resolve(input).then((input) => workOf(name)(input)).then(
      ({ output, transfer }) => port.postMessage({ id, output } satisfies JobReply, [...transfer])
    ).catch((cause: unknown) => {
      const fault = cause instanceof Error ? cause.stack ?? cause.message : String(cause)
      port.postMessage({ id, fault } satisfies JobReply)
    })
  })
}

/** The input type is that of the job with this name, as passed to `ThreatThread.run`. */
const workOf = (name: string): Work<unknown, unknown> => {
  const work = workByName.get(name)
  if (work === undefined) throw new Error(`Unknown job ${name}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The job name determines the type of its function.
  return work as Work<unknown, unknown>
}

/**
 * Lowers the thread's priority, because updates are less urgent than requests. On Linux the priority applies to one thread
 * (setpriority(2)). Elsewhere it would apply to the whole process, so it stays unchanged, as it does if the change is not permitted (Deno
 * without `--allow-sys`).
 */
const lowerPriority = (): void => {
  if (process.platform !== "linux") return
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // The thread then runs at normal priority.
  }
}

if (parentPort !== null) serve(parentPort)
