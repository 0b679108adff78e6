import { EventEmitter } from "node:events"
import { syncBuiltinESMExports } from "node:module"
import workerThreads, { type Worker, type WorkerOptions } from "node:worker_threads"

/** Node's own class. `reuseWorkers` replaces the class in the imported module. */
const OwnWorker = workerThreads.Worker

const idle = new Map<string, Array<Worker>>()

/**
 * A thread that the next command reuses if it is terminated while idle. Starting one takes 0.3 s of CPU time.
 *
 * Each message except `HashMessage` answers one job. The pool's tests cover threads that are terminated while busy.
 */
class ReusedWorker extends EventEmitter {
  private readonly key: string
  private readonly worker: Worker
  private readonly answered = (message: object) => {
    if (!("sha256" in message)) this.jobs--
    this.emit("message", message)
  }
  private readonly failed = (cause: unknown) => this.emit("error", cause)
  private readonly ended = (code: number) => this.emit("exit", code)
  private jobs = 0

  constructor(url: URL, options: WorkerOptions = {}) {
    super()
    this.key = JSON.stringify([url, options])
    this.worker = idle.get(this.key)?.pop() ?? new OwnWorker(url, options)
    this.worker.on("message", this.answered).on("error", this.failed).on("exit", this.ended)
  }

  postMessage(job: unknown, transfer: ReadonlyArray<ArrayBuffer> = []): void {
    this.jobs++
    this.worker.postMessage(job, [...transfer])
  }

  ref(): void {
    this.worker.ref()
  }

  unref(): void {
    this.worker.unref()
  }

  async terminate(): Promise<number> {
    if (this.jobs > 0) return this.worker.terminate()
    this.worker.off("message", this.answered).off("error", this.failed).off("exit", this.ended)
    this.worker.unref()
    idle.set(this.key, [...idle.get(this.key) ?? [], this.worker])
    this.emit("exit", 0)
    return 0
  }
}

/** Makes all imports of `Worker` from `node:worker_threads` reuse threads. */
export const reuseWorkers = (): void => {
  Object.assign(workerThreads, { Worker: ReusedWorker })
  syncBuiltinESMExports()
}
