import { Worker } from "node:worker_threads"
import { FairQueue, type QueueRefusal, type Turn } from "../../../core/queues/FairQueue.ts"
import type { QueueMetrics } from "../../../core/queues/QueueMetrics.ts"
import type { Requester } from "../../../core/queues/Requester.ts"
import { bombAnswer, type Done, type Hashed, type Job, type JobAnswer } from "./Messages.ts"

/** What the pool needs of a thread: `Worker` provides it, and so does a stand-in in tests. */
export interface PoolThread {
  on(event: "message", listener: (message: Hashed | Done) => void): unknown
  on(event: "error", listener: (cause: unknown) => void): unknown
  on(event: "exit", listener: () => void): unknown
  postMessage(job: Job, transfer: ReadonlyArray<ArrayBuffer>): void
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

/** Starts a thread whose heap has at most this size. */
export type StartThread = (heapMegabytesMax: number) => PoolThread

export interface WorkerPoolLimits {
  readonly workers: number
  /** How long a thread may take until it begins to read: to load what it needs is nobody's document's fault. */
  readonly startMillisMax: number
  readonly readMillisMax: number
  readonly jobMillisMax: number
  readonly heapMegabytesMax: number
  readonly queuedDocumentsMax: number
  /** Of them, of one key. */
  readonly queuedPerKeyMax: number
  readonly queuedBytesMax: number
}

/** The thread had a fault that is nobody's document's. */
export class ThreadFault extends Error {}

type Outcome = JobAnswer | ThreadFault

/** What is answered for the document of a thread that is gone, by its hash if that is known. */
type OutcomeOf = (sha256: string | null) => Outcome

export interface Submitted {
  /** They must not change until the answer. */
  readonly bytes: Uint8Array
  /** Their buffer is moved to the thread, and is gone from here: to copy a large document holds everybody up. */
  readonly isGivenAway?: boolean
  /** Null or absent: the program itself. */
  readonly requester?: Requester | null
}

interface SubmittedJob extends Submitted {
  readonly id: number
  readonly answer: (outcome: Outcome) => void
  /** By `performance.now()`. */
  readonly submittedAt: number
}

/** A document from `submit` to its answer. */
export type DocumentTurn = Turn<SubmittedJob>

interface Thread {
  readonly worker: PoolThread
  job: DocumentTurn | null
  /** Of the job's document, once the thread has said so. */
  sha256: string | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Threads that each read one document at a time, and the documents that wait for their key's turn. */
export class WorkerPool {
  private readonly limits: WorkerPoolLimits
  private readonly startThread: StartThread
  private readonly threads = new Set<Thread>()
  /** Ends of threads that took too long. */
  private readonly ending = new Set<Promise<unknown>>()
  /** The documents that are read, and those that wait. */
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

  /** Returns the document's turn, or why it got no place. */
  submit(submitted: Submitted, answer: (outcome: Outcome) => void): DocumentTurn | QueueRefusal {
    const item: SubmittedJob = { ...submitted, id: ++this.lastId, answer, submittedAt: performance.now() }
    const turn = this.queue.enter({ requester: submitted.requester ?? null, item, weight: submitted.bytes.length })
    if (typeof turn === "string") {
      this.metrics?.refused(turn)
      return turn
    }
    if (turn.state === "running") this.give(turn)
    return turn
  }

  /** Gives up a document that waits. One that is being read is read to its end: its thread cannot do anything else before. */
  withdraw(turn: DocumentTurn): void {
    if (turn.state === "waiting") this.leave(turn)
  }

  /** Resolves when every thread has ended. Documents that are being read or wait get no answer. */
  async close(): Promise<void> {
    this.isClosed = true
    for (const { timer } of this.threads) clearTimeout(timer)
    await Promise.all([...this.ending, ...[...this.threads].map(({ worker }) => worker.terminate())])
  }

  private idle(): Thread | undefined {
    for (const thread of this.threads) if (thread.job === null) return thread
    return undefined
  }

  private start(): Thread {
    const worker = this.startThread(this.limits.heapMegabytesMax)
    const thread: Thread = { worker, job: null, sha256: null, timer: undefined }
    this.threads.add(thread)
    worker.on("message", (message) => {
      if (thread.job?.item.id !== message.id) return
      if ("sha256" in message) this.begin(thread, message.sha256)
      else this.finish(thread, message.answer)
    })
    let fault: unknown = "it ended"
    // `exit` follows in any case.
    worker.on("error", (cause) => fault = cause)
    worker.on(
      "exit",
      () => this.lose(thread, (sha256) => isOutOfMemory(fault) ? tooMuch(sha256, "memory") : faultOf(fault))
    )
    // Threads do not hold up the end of a program that has nothing else to do.
    worker.unref()
    return thread
  }

  /** Sends the document to a thread. There is one for every turn that runs. */
  private give(turn: DocumentTurn): void {
    const thread = this.idle() ?? this.start()
    const { bytes, id } = turn.item
    thread.job = turn
    thread.sha256 = null
    thread.worker.ref()
    const place = movable(turn.item) ?? { buffer: new Uint8Array(bytes).buffer, from: 0 }
    const job: Job = { id, ...place, length: bytes.byteLength, readMillisMax: this.limits.readMillisMax }
    thread.worker.postMessage(job, [job.buffer])
    this.limit(thread, this.limits.startMillisMax, () => faultOf("it did not begin in time"))
  }

  /** From here on the time is that of its document. */
  private begin(thread: Thread, sha256: string): void {
    thread.sha256 = sha256
    this.limit(thread, this.limits.jobMillisMax, (sha256) => tooMuch(sha256, "time"))
  }

  private limit(thread: Thread, millis: number, outcomeOf: OutcomeOf): void {
    clearTimeout(thread.timer)
    thread.timer = setTimeout(() => {
      this.lose(thread, outcomeOf)
      const end = thread.worker.terminate().finally(() => this.ending.delete(end))
      this.ending.add(end)
    }, millis)
  }

  private finish(thread: Thread, answer: JobAnswer): void {
    const turn = thread.job!
    clearTimeout(thread.timer)
    thread.job = null
    this.leave(turn)
    if (thread.job === null) thread.worker.unref()
    turn.item.answer(answer)
  }

  /** A thread that is gone, or is being ended: its document is answered, and another thread takes the next one. */
  private lose(thread: Thread, outcomeOf: OutcomeOf): void {
    if (!this.threads.delete(thread) || this.isClosed) return
    clearTimeout(thread.timer)
    // Its answer may be on the way all the same: nobody waits for it any more, and it must not get another document.
    const { job } = thread
    thread.job = null
    if (job === null) return
    // Without one that waits none is started: a thread that cannot start would be started for ever.
    this.leave(job)
    job.item.answer(outcomeOf(thread.sha256))
  }

  /** Ends a turn; the documents whose turn has come go to threads. */
  private leave(turn: DocumentTurn): void {
    const started = this.queue.leave(turn)
    if (this.isClosed) return
    for (const next of started) {
      this.metrics?.waited(performance.now() - next.item.submittedAt)
      this.give(next)
    }
  }
}

/**
 * Of a thread's heap, what has just been made. At its limit Node lends a thread some megabytes more, to end it with; when more
 * than that has to be moved out of here at once, V8 ends the whole program instead (nodejs/node, issue 47224).
 */
const youngMegabytesMax = 12

/** Starts a thread that reads documents (`Worker.ts`). */
export const startWorker = (heapMegabytesMax: number): Worker => {
  const resourceLimits = { maxOldGenerationSizeMb: heapMegabytesMax, maxYoungGenerationSizeMb: youngMegabytesMax }
  // Compiled, the module stands beside this one under another ending.
  const name = import.meta.url.endsWith(".ts") ? "./Worker.ts" : "./Worker.js"
  return new Worker(new URL(name, import.meta.url), { resourceLimits, stdin: false })
}

/** Where the document lies, if it may be moved from there. */
const movable = ({ bytes: { buffer, byteOffset }, isGivenAway = false }: Submitted) =>
  isGivenAway && buffer instanceof ArrayBuffer ? { buffer, from: byteOffset } : null

const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof Error && "code" in fault && fault.code === "ERR_WORKER_OUT_OF_MEMORY"

const faultOf = (cause: unknown): ThreadFault => new ThreadFault("A thread that reads documents has failed", { cause })

/** A thread that did not come to the hash has not begun to read: that is nobody's document's fault. */
const tooMuch = (sha256: string | null, limit: "time" | "memory"): Outcome =>
  sha256 === null ? faultOf(`it had no more ${limit} before it could begin`) : bombAnswer(sha256, limit)
