import { Worker } from "node:worker_threads"
import { FairQueue, type QueueJob, type QueueRejection } from "../../../core/queues/FairQueue.ts"
import type { QueueMetrics } from "../../../core/queues/QueueMetrics.ts"
import type { Requester } from "../../../core/queues/Requester.ts"
import {
  type HashMessage,
  limitExceededResult,
  type ResultMessage,
  type ScanRequest,
  type ScanResult
} from "./Messages.ts"

/** The part of `Worker` that the pool uses; tests provide a fake. */
export interface PoolThread {
  on(event: "message", listener: (message: HashMessage | ResultMessage) => void): unknown
  on(event: "error", listener: (cause: unknown) => void): unknown
  on(event: "exit", listener: () => void): unknown
  postMessage(job: ScanRequest, transfer: ReadonlyArray<ArrayBuffer>): void
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

/** Starts a thread with at most this heap size in MiB. */
export type StartThread = (heapMegabytesMax: number) => PoolThread

export interface WorkerPoolLimits {
  readonly workers: number
  /** Maximum time in milliseconds until a thread starts to read. Slow loading is not the document's fault. */
  readonly startMillisMax: number
  readonly readMillisMax: number
  readonly jobMillisMax: number
  readonly heapMegabytesMax: number
  readonly queuedDocumentsMax: number
  readonly queuedPerKeyMax: number
  readonly queuedBytesMax: number
}

/** A thread failed for a reason unrelated to the document. */
export class ThreadFault extends Error {}

type Outcome = ScanResult | ThreadFault

/** Returns the outcome for the document of a lost thread, given its hash if known. */
type OutcomeOf = (sha256: string | null) => Outcome

export interface Submission {
  /** Must not change until the outcome is known. */
  readonly bytes: Uint8Array
  /** True if the buffer may be transferred to the thread, which detaches it here. Copying a large document would block the server. */
  readonly isTransferable?: boolean
  /** Null or absent for the program itself. */
  readonly requester?: Requester | null
}

interface SubmittedJob extends Submission {
  readonly id: number
  readonly answer: (outcome: Outcome) => void
  /** Time by `performance.now()`. */
  readonly submittedAt: number
}

/** A document in the queue, from `submit` to its outcome. */
export type QueuedDocument = QueueJob<SubmittedJob>

interface Thread {
  readonly worker: PoolThread
  job: QueuedDocument | null
  /** Hash of the job's document, once the thread has reported it. */
  sha256: string | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Threads that each read one document at a time, with a fair queue across keys. */
export class WorkerPool {
  private readonly limits: WorkerPoolLimits
  private readonly startThread: StartThread
  private readonly threads = new Set<Thread>()
  /** Terminations in progress of threads that exceeded their time. */
  private readonly ending = new Set<Promise<unknown>>()
  /** Documents that are being read or are waiting. */
  readonly queue: FairQueue<SubmittedJob>
  private metrics: QueueMetrics | null = null
  private lastId = 0
  private isClosed = false

  constructor(limits: WorkerPoolLimits, startThread: StartThread = startWorker) {
    this.limits = limits
    this.startThread = startThread
    this.queue = new FairQueue({
      slots: limits.workers,
      waitingMax: limits.queuedDocumentsMax,
      waitingPerKeyMax: limits.queuedPerKeyMax,
      weightMax: limits.queuedBytesMax
    })
  }

  reportTo(metrics: QueueMetrics): void {
    this.metrics = metrics
  }

  /** Returns the queued document, or the reason for the rejection. */
  submit(submitted: Submission, answer: (outcome: Outcome) => void): QueuedDocument | QueueRejection {
    const item: SubmittedJob = { ...submitted, id: ++this.lastId, answer, submittedAt: performance.now() }
    const queued = this.queue.enqueue({ requester: submitted.requester ?? null, item, weight: submitted.bytes.length })
    if (typeof queued === "string") {
      this.metrics?.recordRejection(queued)
      return queued
    }
    if (queued.state === "running") this.assign(queued)
    return queued
  }

  /** Withdraws a queued document. A document that is being read is read to the end, because its thread cannot be interrupted. */
  cancel(queued: QueuedDocument): void {
    if (queued.state === "waiting") this.release(queued)
  }

  /** Terminates all threads and resolves when they have ended. Pending documents get no outcome. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const { timer } of this.threads) clearTimeout(timer)
    await Promise.all([...this.ending, ...[...this.threads].map(({ worker }) => worker.terminate())])
  }

  private takeIdleThread(): Thread | undefined {
    for (const thread of this.threads) if (thread.job === null) return thread
    return undefined
  }

  private addThread(): Thread {
    const worker = this.startThread(this.limits.heapMegabytesMax)
    const thread: Thread = { worker, job: null, sha256: null, timer: undefined }
    this.threads.add(thread)
    worker.on("message", (message) => {
      if (thread.job?.item.id !== message.id) return
      if ("sha256" in message) this.startReading(thread, message.sha256)
      else this.finish(thread, message.result)
    })
    let fault: unknown = "it ended"
    // `exit` always follows.
    worker.on("error", (cause) => fault = cause)
    worker.on(
      "exit",
      () => this.failThread(thread, (sha256) => isOutOfMemory(fault) ? limitExceeded(sha256, "memory") : faultOf(fault))
    )
    // Threads do not keep an otherwise idle process alive.
    worker.unref()
    return thread
  }

  /** Sends the document to a thread. Each running job has one. */
  private assign(queued: QueuedDocument): void {
    const thread = this.takeIdleThread() ?? this.addThread()
    const { bytes, id } = queued.item
    thread.job = queued
    thread.sha256 = null
    thread.worker.ref()
    const location = transferLocation(queued.item) ?? { buffer: new Uint8Array(bytes).buffer, from: 0 }
    const job: ScanRequest = { id, ...location, length: bytes.byteLength, readMillisMax: this.limits.readMillisMax }
    thread.worker.postMessage(job, [job.buffer])
    this.setDeadline(thread, this.limits.startMillisMax, () => faultOf("it did not begin in time"))
  }

  /** From here on, time counts against the document. */
  private startReading(thread: Thread, sha256: string): void {
    thread.sha256 = sha256
    this.setDeadline(thread, this.limits.jobMillisMax, (sha256) => limitExceeded(sha256, "time"))
  }

  private setDeadline(thread: Thread, millis: number, outcomeOf: OutcomeOf): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => {
      this.failThread(thread, outcomeOf)
      const end = thread.worker.terminate().finally(() => this.ending.delete(end))
      this.ending.add(end)
    }, millis)
  }

  private finish(thread: Thread, answer: ScanResult): void {
    const queued = thread.job!
    clearTimeout(thread.timer)
    thread.job = null
    this.release(queued)
    if (thread.job === null) thread.worker.unref()
    queued.item.answer(answer)
  }

  /** Handles a lost thread: reports the outcome of its document and passes the next document to another thread. */
  private failThread(thread: Thread, outcomeOf: OutcomeOf): void {
    if (!this.threads.delete(thread) || this.isClosed) return
    clearTimeout(thread.timer)
    // The thread's response can still arrive but is ignored, and the thread must not get another document.
    const { job } = thread
    thread.job = null
    if (job === null) return
    // Threads start only for queued documents; otherwise a thread that cannot start would be restarted forever.
    this.release(job)
    job.item.answer(outcomeOf(thread.sha256))
  }

  /** Ends a document and sends the next documents to threads. */
  private release(queued: QueuedDocument): void {
    const started = this.queue.release(queued)
    if (this.isClosed) return
    for (const next of started) {
      this.metrics?.recordWait(performance.now() - next.item.submittedAt)
      this.assign(next)
    }
  }
}

/**
 * Size of the young generation in MiB. At its limit Node lends a heap some additional megabytes in order to terminate the thread. If a
 * collection has to move more than that at once, V8 aborts the whole process (nodejs/node, issue 47224).
 */
const youngMegabytesMax = 12

export const startWorker = (heapMegabytesMax: number): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytesMax, maxYoungGenerationSizeMb: youngMegabytesMax }
  // The compiled module has a different extension in the same folder.
  const name = import.meta.url.endsWith(".ts") ? "./Worker.ts" : "./Worker.js"
  return new Worker(new URL(name, import.meta.url), { resourceLimits, stdin: false })
}

/** Returns the location of the document if its buffer may be transferred. */
const transferLocation = ({ bytes: { buffer, byteOffset }, isTransferable = false }: Submission) =>
  isTransferable && buffer instanceof ArrayBuffer ? { buffer, from: byteOffset } : null

const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof Error && "code" in fault && fault.code === "ERR_WORKER_OUT_OF_MEMORY"

const faultOf = (cause: unknown): ThreadFault => new ThreadFault("A thread that reads documents has failed", { cause })

/** Returns the outcome for an exhausted thread. Without a hash the thread had not started to read, so the document is not at fault. */
const limitExceeded = (sha256: string | null, limit: "time" | "memory"): Outcome =>
  sha256 === null ? faultOf(`it had no more ${limit} before it could begin`) : limitExceededResult(sha256, limit)
