import { Context, Effect, Layer } from "effect"
import { Worker } from "node:worker_threads"
import type { Job, JobReply, JobRequest } from "./Jobs.ts"

/** Timeout of a job in milliseconds: four million entries take seconds on a busy machine. */
export const jobMillisMax = 120_000
/** Maximum heap of the thread in MiB, without the buffers. */
export const jobHeapMegabytesMax = 1_024
/** Milliseconds after which an idle thread is ended to free its memory, because updates are minutes apart. */
export const threadIdleMillisMax = 10_000

/** Failure of the thread because of a bug or the machine. The requested job has no result. */
export class ThreadFault extends Error {
  override readonly name = "ThreadFault"
}

/** Module of the thread. `startWorker` repeats the URL, because bundlers recognize a worker only by this form. */
export const threatWorkerUrl = new URL("./worker/ThreatWorker.ts", import.meta.url)

interface QueuedJob extends JobRequest {
  readonly transfer: ReadonlyArray<ArrayBuffer>
  readonly resolve: (output: never) => void
  readonly reject: (fault: ThreadFault) => void
}

/**
 * Thread that processes complete threat lists, one job at a time. It starts on demand and ends when idle. A thread that
 * fails or hangs is replaced.
 */
export class JobThread {
  private readonly jobMillisMax: number
  private readonly queue: Array<QueuedJob> = []
  private current: QueuedJob | null = null
  private worker: Worker | null = null
  /** Pending terminations of threads that are no longer used. */
  private readonly ending = new Set<Promise<unknown>>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private lastId = 0

  constructor(options: { readonly jobMillisMax?: number } = {}) {
    this.jobMillisMax = options.jobMillisMax ?? jobMillisMax
  }

  run<I, A>({ name }: Job<I, A>, input: I, transfer: ReadonlyArray<ArrayBuffer> = []): Promise<A> {
    return new Promise<A>((resolve, reject) => {
      this.queue.push({ id: ++this.lastId, name, input, transfer, resolve, reject })
      if (this.current === null) this.runNext()
    })
  }

  /** Resolves when every thread has ended, so that no file is written afterwards. */
  async close(): Promise<void> {
    for (const waiting of this.queue.splice(0)) waiting.reject(new ThreadFault("The thread was closed"))
    this.endWorker(new ThreadFault("The thread was closed"))
    await Promise.all(this.ending)
  }

  private runNext(): void {
    clearTimeout(this.timer)
    const next = this.queue.shift()
    if (next === undefined) {
      this.worker?.unref()
      this.timer = setTimeout(() => this.endWorker(new ThreadFault("idle")), threadIdleMillisMax)
      this.timer.unref()
      return
    }
    const worker = this.worker ??= this.startWorker()
    this.current = next
    worker.ref()
    const { id, input, name, transfer } = next
    worker.postMessage({ id, name, input } satisfies JobRequest, [...transfer])
    this.timer = setTimeout(
      () => this.endWorker(new ThreadFault(`${name} took longer than ${this.jobMillisMax} ms`)),
      this.jobMillisMax
    )
  }

  private startWorker(): Worker {
    const resourceLimits = { maxOldGenerationSizeMb: jobHeapMegabytesMax }
    const worker = new Worker(new URL("./worker/ThreatWorker.ts", import.meta.url), { resourceLimits, stdin: false })
    let fault: unknown = "it ended"
    worker.on("message", (reply: JobReply) => {
      const { current } = this
      if (current?.id !== reply.id) return
      this.current = null
      if ("fault" in reply) current.reject(new ThreadFault(reply.fault))
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The reply belongs to the request with its id.
      else current.resolve(reply.output as never)
      this.runNext()
    })
    // Only stores the error, because `exit` always follows.
    worker.on("error", (cause) => fault = cause)
    worker.on("exit", () => {
      if (this.worker === worker) this.endWorker(new ThreadFault(`The thread failed: ${String(fault)}`))
    })
    return worker
  }

  /** Ends the thread. Queued jobs run on a new thread. */
  private endWorker(fault: ThreadFault): void {
    const { current, worker } = this
    clearTimeout(this.timer)
    this.worker = null
    this.current = null
    current?.reject(fault)
    if (worker !== null) {
      const end = worker.terminate().finally(() => this.ending.delete(end))
      this.ending.add(end)
    }
    if (this.queue.length > 0) this.runNext()
  }
}

/** The thread that all sources of a program share. */
export class ThreatThread extends Context.Service<ThreatThread, JobThread>()(
  "gatehouse/adapters/webrisk/ThreatThread"
) {
  static readonly layer: Layer.Layer<ThreatThread> = Layer.effect(
    ThreatThread,
    Effect.acquireRelease(Effect.sync(() => new JobThread()), (thread) => Effect.promise(() => thread.close()))
  )
}
