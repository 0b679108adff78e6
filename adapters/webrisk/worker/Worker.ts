import { constants, setPriority } from "node:os"
import { type MessagePort, parentPort } from "node:worker_threads"
import type { JobReply, JobRequest, Work } from "../thread/Jobs.ts"
import { works } from "./Jobs.ts"

const work = (port: MessagePort): void => {
  giveWay()
  port.on("message", ({ id, input, name }: JobRequest) => {
    Promise.resolve(input).then((input) => workOf(name)(input)).then(
      ({ output, transfer }) => port.postMessage({ id, output } satisfies JobReply, [...transfer])
    ).catch((cause: unknown) => {
      const fault = cause instanceof Error ? cause.stack ?? cause.message : String(cause)
      port.postMessage({ id, fault } satisfies JobReply)
    })
  })
}

/** Its input is what `ThreatThread.run` was given for the job of this name. */
const workOf = (name: string): Work<unknown, unknown> => {
  const work = works.get(name)
  if (work === undefined) throw new Error(`The thread knows no job ${name}`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The job names its own work.
  return work as Work<unknown, unknown>
}

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
