import { type ChildProcess, fork } from "node:child_process"
import { once } from "node:events"
import { closeSync, openSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import type { RunReply, RunRequest } from "./Messages.ts"
import { childrenOf, isTestWorker, killTree, type Usage, usageOf } from "./ProcessTree.ts"

export interface TestProcessOptions {
  /** Path of the repository copy whose tests run. */
  readonly root: string
  /** `full` runs the tests of `npm run test:full`. */
  readonly mode: "test" | "full"
  /** File with the path of the running test file. */
  readonly testFile: string
  readonly log: string
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface RunLimits {
  readonly cpuSecondsMax: number
  /**
   * Maximum wall time in seconds. It is generous, because it only stops tests that wait forever without using the CPU.
   */
  readonly secondsMax: number
}

/** End of a run: a reply of the test process, or the reason why the run was stopped. */
export type RunEnd =
  | { readonly is: "ended"; readonly reply: RunReply }
  | { readonly is: "stopped"; readonly why: string }

const pollMillis = 500
const closeMillisMax = 15_000
const bytesMax = 6 * 2 ** 30
/** Maximum number of runs per process. Databases that tests leave in PostgreSQL would otherwise fill the memory. */
const runsMax = 40

/** Runs tests in a separate process. After a stopped run, the next run starts a new process. */
export class TestProcess {
  readonly #options: TestProcessOptions
  #child: Promise<ChildProcess> | null = null
  #runs = 0

  constructor(options: TestProcessOptions) {
    this.#options = options
  }

  async run(request: RunRequest, limits: RunLimits): Promise<RunEnd> {
    if (++this.#runs > runsMax) await this.close()
    this.#child ??= this.#start()
    const child = await this.#child.catch((cause: unknown) => {
      this.#child = null
      throw cause
    })
    const end = await runIn(child, request, limits)
    if (end.is === "stopped") await this.close()
    return end
  }

  /** Ends the process and the servers that its tests share. */
  async close(): Promise<void> {
    const starting = this.#child
    this.#child = null
    this.#runs = 0
    const child = await starting?.catch(() => null)
    if (child === null || child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, "exit")
    // Kills the workers, because a test in an endless loop ignores a request to stop. Vitest stops the shared servers.
    for (const worker of childrenOf(child.pid!).filter(isTestWorker)) killTree(worker)
    if (child.connected) child.send("close")
    await Promise.race([ended, delay(closeMillisMax, undefined, { ref: false })])
    killTree(child.pid!)
  }

  async #start(): Promise<ChildProcess> {
    const { env, log, mode, root, testFile } = this.#options
    const output = openSync(log, "a")
    const child = fork(join(import.meta.dirname, "RunTests.ts"), [mode], {
      cwd: root,
      env: { ...process.env, ...env, GATEHOUSE_FAULTS_TEST_FILE: testFile },
      stdio: ["ignore", output, output, "ipc"]
    })
    closeSync(output)
    await new Promise<void>((resolve, reject) => {
      child.once("message", () => resolve())
      child.once("error", reject)
      child.once("exit", (code) => reject(new Error(`The test process ended with ${code}. See ${log}.`)))
    })
    child.removeAllListeners("exit")
    return child
  }
}

const runIn = (child: ChildProcess, request: RunRequest, limits: RunLimits): Promise<RunEnd> => {
  const before = usageOf(child.pid!)
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const settle = (settled: () => void) => {
      clearInterval(poll)
      child.off("message", answered).off("exit", exited)
      settled()
    }
    const stop = (why: string) => settle(() => resolve({ is: "stopped", why }))
    const answered = (reply: RunReply | { readonly error: string }) =>
      settle(() => "error" in reply ? reject(new Error(reply.error)) : resolve({ is: "ended", reply }))
    const exited = () => stop("the test process ended")
    const poll = setInterval(() => {
      const why = exceeded(limits, before, usageOf(child.pid!), (performance.now() - startedAt) / 1_000)
      if (why !== null) stop(why)
    }, pollMillis)
    child.on("message", answered).on("exit", exited)
    child.send(request)
  })
}

const exceeded = (limits: RunLimits, before: Usage, now: Usage, seconds: number): string | null => {
  const cpuSeconds = now.cpuSeconds - before.cpuSeconds
  if (cpuSeconds > limits.cpuSecondsMax) return `more than ${Math.round(limits.cpuSecondsMax)} CPU seconds`
  if (now.bytes > bytesMax) return `more than ${bytesMax / 2 ** 30} GiB of memory`
  return seconds > limits.secondsMax ? `more than ${Math.round(limits.secondsMax)} seconds` : null
}
