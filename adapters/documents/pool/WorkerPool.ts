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

/** Part of `Worker` that the pool uses. Tests provide a fake. */
export interface PoolThread {
  on(event: "message", listener: (message: HashMessage | ResultMessage) => void): unknown
  on(event: "error", listener: (cause: unknown) => void): unknown
  on(event: "exit", listener: () => void): unknown
  postMessage(job: ScanRequest, transfer: ReadonlyArray<ArrayBuffer>): void
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

/** Starts a thread whose heap has at most the given size in MiB. */
export type StartThread = (heapMegabytesMax: number) => PoolThread

export interface WorkerPoolLimits {
  readonly workers: number
  /**
   * Maximum time in milliseconds until a thread starts to read. A slower start is a fault of the thread, not of the
   * document.
   */
  readonly startMillisMax: number
  readonly readMillisMax: number
  readonly jobMillisMax: number
  readonly heapMegabytesMax: number
  readonly queuedDocumentsMax: number
  readonly queuedPerKeyMax: number
  readonly queuedBytesMax: number
}

/** Failure of a thread for a reason unrelated to the document. */
export class ThreadFault extends Error {}

type Outcome = ScanResult | ThreadFault

/** Returns the outcome for the document of a lost thread. The hash is null if the thread has not reported it. */
type OutcomeOf = (sha256: string | null) => Outcome

export interface Submission {
  /** Bytes of the document. The caller must not change them before the outcome is known. */
  readonly bytes: Uint8Array
  /**
   * True if the buffer may be transferred to the thread, which detaches it in this thread. Copying a large document
   * would block the server.
   */
  readonly isTransferable?: boolean
  /** Requester whose share of the queue is used. Null or absent if the program itself submits the document. */
  readonly requester?: Requester | null
}

interface SubmittedJob extends Submission {
  readonly id: number
  readonly answer: (outcome: Outcome) => void
  /** Time of submission, in milliseconds of `performance.now()`. */
  readonly submittedAt: number
}

/** Document in the queue, from `submit` until its outcome. */
export type QueuedDocument = QueueJob<SubmittedJob>

interface Thread {
  readonly worker: PoolThread
  job: QueuedDocument | null
  /** Hash of the job's document, once the thread has reported it. */
  sha256: string | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Runs threads that each read one document at a time. A queue shares the threads fairly among keys. */
export class WorkerPool {
  private readonly limits: WorkerPoolLimits
  private readonly startThread: StartThread
  private readonly threads = new Set<Thread>()
  /** Pending terminations of threads that exceeded a deadline. */
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

  /** Queues a document. Returns its queue entry, or the reason for the rejection. */
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

  /**
   * Withdraws a queued document. A document that is being read is read to the end, because its thread cannot be
   * interrupted.
   */
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
    // The `exit` event always follows an `error` event and handles the fault.
    worker.on("error", (cause) => fault = cause)
    worker.on(
      "exit",
      () => this.failThread(thread, (sha256) => isOutOfMemory(fault) ? limitExceeded(sha256, "memory") : faultOf(fault))
    )
    // Threads do not keep an otherwise idle process alive.
    worker.unref()
    return thread
  }

  /** Sends a document to an idle thread, or to a new thread if all are busy. */
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

  /** Starts the document's deadline: the thread has hashed the document and now reads it. */
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

  /** Handles a lost thread. Reports the outcome of its document and passes the next document to another thread. */
  private failThread(thread: Thread, outcomeOf: OutcomeOf): void {
    if (!this.threads.delete(thread) || this.isClosed) return
    clearTimeout(thread.timer)
    // Detach the job: a late response of the thread is then ignored. The thread gets no other document.
    const { job } = thread
    thread.job = null
    if (job === null) return
    // Replace the thread only for a queued document. Otherwise a thread that cannot start would be restarted forever.
    this.release(job)
    job.item.answer(outcomeOf(thread.sha256))
  }

  /** Removes a document from the queue and sends the next documents to threads. */
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
 * Size of the young generation in MiB. When a heap reaches its limit, Node adds some megabytes to it in order to
 * terminate the thread. If a garbage collection has to move more than these megabytes at once, V8 aborts the whole
 * process (nodejs/node, issue 47224).
 */
const youngMegabytesMax = 12

/** Module of a thread. `startWorker` repeats the URL, because bundlers recognize a worker only by this form. */
export const documentWorkerUrl = new URL("./DocumentWorker.ts", import.meta.url)

export const startWorker = (heapMegabytesMax: number): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytesMax, maxYoungGenerationSizeMb: youngMegabytesMax }
  return new Worker(new URL("./DocumentWorker.ts", import.meta.url), { resourceLimits, stdin: false })
}

/** Returns the location of the document, or null if its buffer must not be transferred. */
const transferLocation = ({ bytes: { buffer, byteOffset }, isTransferable = false }: Submission) =>
  isTransferable && buffer instanceof ArrayBuffer ? { buffer, from: byteOffset } : null

const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof Error && "code" in fault && fault.code === "ERR_WORKER_OUT_OF_MEMORY"

const faultOf = (cause: unknown): ThreadFault => new ThreadFault("A thread that reads documents has failed", { cause })

/**
 * Returns the outcome for a thread that exhausted a limit. Without a hash, the thread had not started to read, so the
 * document is not at fault.
 */
const limitExceeded = (sha256: string | null, limit: "time" | "memory"): Outcome =>
  sha256 === null ? faultOf(`it had no more ${limit} before it could begin`) : limitExceededResult(sha256, limit)
