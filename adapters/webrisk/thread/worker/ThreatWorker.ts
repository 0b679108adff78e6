import { constants, setPriority } from "node:os"
import { type MessagePort, parentPort } from "node:worker_threads"
import { workByName } from "../../worker/Jobs.ts"
import type { JobFunction, JobReply, JobRequest } from "../Jobs.ts"

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

/** Returns the function of a job. `JobThread.run` ensures that the input has the type that the function expects. */
const workOf = (name: string): JobFunction<unknown, unknown> => {
  const work = workByName.get(name)
  if (work === undefined) throw new Error(`Unknown job ${name}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The job name determines the type of its function.
  return work as JobFunction<unknown, unknown>
}

/**
 * Lowers the thread's priority, because updates are less urgent than requests.
 *
 * On Linux, the priority applies to one thread (setpriority(2)). On other systems it would apply to the whole process,
 * so it stays unchanged. It also stays unchanged if the change is not permitted, as in Deno without `--allow-sys`.
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
