import { createHash } from "node:crypto"
import { Worker } from "node:worker_threads"
import { finding } from "../../../core/documents/Finding.ts"
import { type Done, type Job, type JobAnswer, nothingKnown, ready } from "./Messages.ts"

export interface WorkerPoolLimits {
  readonly workers: number
  /** How long a thread may take to load what it needs, which is nobody's document's fault. */
  readonly startMillisMax: number
  readonly readMillisMax: number
  readonly jobMillisMax: number
  readonly heapMegabytesMax: number
  readonly queuedDocumentsMax: number
  readonly queuedBytesMax: number
}

/** The thread had a fault that is nobody's document's. */
export class ThreadFault extends Error {}

type Outcome = JobAnswer | ThreadFault

interface Waiting {
  readonly id: number
  readonly bytes: Uint8Array
  readonly answer: (outcome: Outcome) => void
}

interface Thread {
  readonly worker: Worker
  job: Waiting | null
  isReady: boolean
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Threads that each read one document at a time, and the documents that wait for one of them. */
export class WorkerPool {
  private readonly limits: WorkerPoolLimits
  private readonly threads = new Set<Thread>()
  private readonly queue: Array<Waiting> = []
  private queuedBytes = 0
  private lastId = 0
  private isClosed = false

  constructor(limits: WorkerPoolLimits) {
    this.limits = limits
  }

  /** Null: there is no room for another. The bytes must not change until the answer. */
  submit(bytes: Uint8Array, answer: (outcome: Outcome) => void): number | null {
    const waiting: Waiting = { id: ++this.lastId, bytes, answer }
    const idle = this.idle()
    if (idle !== undefined) this.give(idle, waiting)
    else if (this.threads.size < this.limits.workers) this.give(this.start(), waiting)
    else {
      const { queuedBytesMax, queuedDocumentsMax } = this.limits
      if (this.queue.length >= queuedDocumentsMax || this.queuedBytes + bytes.length > queuedBytesMax) return null
      this.queue.push(waiting)
      this.queuedBytes += bytes.length
    }
    return waiting.id
  }

  /** Nobody wants the answer any more. What is being read is read to its end. */
  withdraw(id: number): void {
    const at = this.queue.findIndex((waiting) => waiting.id === id)
    if (at < 0) return
    this.queuedBytes -= this.queue[at]!.bytes.length
    this.queue.splice(at, 1)
  }

  async close(): Promise<void> {
    this.isClosed = true
    for (const { timer } of this.threads) clearTimeout(timer)
    await Promise.all([...this.threads].map(({ worker }) => worker.terminate()))
  }

  private idle(): Thread | undefined {
    for (const thread of this.threads) if (thread.job === null) return thread
    return undefined
  }

  private start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: this.limits.heapMegabytesMax }
    // Compiled, the module stands beside this one under another ending.
    const name = import.meta.url.endsWith(".ts") ? "./Worker.ts" : "./Worker.js"
    const worker = new Worker(new URL(name, import.meta.url), { resourceLimits, stdin: false })
    const thread: Thread = { worker, job: null, isReady: false, timer: undefined }
    this.threads.add(thread)
    this.limit(thread, this.limits.startMillisMax, () => faultOf("it did not start in time"))
    worker.on("message", (message: Done | typeof ready) => {
      if (message === ready) this.begin(thread)
      else if (thread.job?.id === message.id) this.finish(thread, message.answer)
    })
    let fault: unknown = "it ended"
    // `exit` follows in any case.
    worker.on("error", (cause) => fault = cause)
    worker.on(
      "exit",
      () => this.lose(thread, (bytes) => isOutOfMemory(fault) ? tooMuch(bytes, "memory") : faultOf(fault))
    )
    // Threads do not hold up the end of a program that has nothing else to do.
    worker.unref()
    return thread
  }

  private give(thread: Thread, waiting: Waiting): void {
    thread.job = waiting
    thread.worker.ref()
    const job: Job = { id: waiting.id, bytes: waiting.bytes, readMillisMax: this.limits.readMillisMax }
    thread.worker.postMessage(job, [])
    if (thread.isReady) this.limitJob(thread)
  }

  /** From here on the time is that of its document. */
  private begin(thread: Thread): void {
    clearTimeout(thread.timer)
    thread.isReady = true
    if (thread.job !== null) this.limitJob(thread)
  }

  private limitJob(thread: Thread): void {
    this.limit(thread, this.limits.jobMillisMax, (bytes) => tooMuch(bytes, "time"))
  }

  private limit(thread: Thread, millis: number, outcomeOf: (bytes: Uint8Array) => Outcome): void {
    thread.timer = setTimeout(() => {
      this.lose(thread, outcomeOf)
      void thread.worker.terminate()
    }, millis)
  }

  private finish(thread: Thread, answer: JobAnswer): void {
    const { answer: tell } = thread.job!
    clearTimeout(thread.timer)
    thread.job = null
    const next = this.next()
    if (next === undefined) thread.worker.unref()
    else this.give(thread, next)
    tell(answer)
  }

  /** A thread that is gone, or is being ended: its document is answered, and another thread takes the next one. */
  private lose(thread: Thread, outcomeOf: (bytes: Uint8Array) => Outcome): void {
    if (!this.threads.delete(thread) || this.isClosed) return
    clearTimeout(thread.timer)
    // Without one that waits none is started: a thread that cannot start would be started for ever.
    const next = this.next()
    if (next !== undefined) this.give(this.start(), next)
    thread.job?.answer(outcomeOf(thread.job.bytes))
  }

  private next(): Waiting | undefined {
    const next = this.isClosed ? undefined : this.queue.shift()
    this.queuedBytes -= next?.bytes.length ?? 0
    return next
  }
}

const isOutOfMemory = (fault: unknown): boolean =>
  fault instanceof Error && "code" in fault && fault.code === "ERR_WORKER_OUT_OF_MEMORY"

const faultOf = (cause: unknown): ThreadFault => new ThreadFault("A thread that reads documents has failed", { cause })

const tooMuch = (bytes: Uint8Array, limit: "time" | "memory"): JobAnswer => ({
  sha256: createHash("sha256").update(bytes).digest("hex"),
  ...nothingKnown,
  findings: [finding("RESOURCE_BOMB", 60, `Reading it takes more ${limit} than a document may`, "document")]
})
