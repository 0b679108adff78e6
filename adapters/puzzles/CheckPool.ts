import { Worker } from "node:worker_threads"
import type { PuzzleAnswer } from "../../core/shield/Puzzle.ts"

/**
 * Maximum duration of a check in milliseconds. The largest possible challenge takes less than 1% of this time, and
 * starting a thread takes about 10%.
 */
export const checkMillisMax = 10_000
/** Maximum JavaScript heap of a thread in MiB, without the memory for hashing. Only Node enforces this limit. */
export const threadHeapMegabytesMax = 64

/** Module of a thread. `startThread` repeats the URL, because bundlers recognize a worker only by this form. */
export const puzzleWorkerUrl = new URL("./PuzzleWorker.ts", import.meta.url)

export interface CheckPoolLimits {
  readonly threads: number
  /** Maximum number of answers in queued checks. A check takes time in proportion to its answers. */
  readonly queuedAnswersMax: number
  readonly checkMillisMax: number
}

/** Error when a check could not be performed. */
export class CheckFault extends Error {
  override readonly name = "CheckFault"
}

interface PendingCheck extends CheckRequest {
  readonly answer: (outcome: boolean | CheckFault) => void
}

interface Thread {
  readonly worker: Worker
  current: PendingCheck | null
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Pool of threads with a queue of checks. Each thread performs one check at a time and is started on demand. */
export class CheckPool {
  private readonly limits: CheckPoolLimits
  private readonly threads = new Set<Thread>()
  private readonly queue: Array<PendingCheck> = []
  private queuedAnswers = 0
  private lastId = 0
  private isClosed = false

  constructor(limits: CheckPoolLimits) {
    this.limits = limits
  }

  /** Queues a check and returns its id; null if the queue is full. */
  submit(check: Check, answer: PendingCheck["answer"]): number | null {
    if (this.isClosed) return null
    const waiting: PendingCheck = { ...check, id: ++this.lastId, answer }
    const idle = [...this.threads].find(({ current }) => current === null)
    if (idle !== undefined) this.assign(idle, waiting)
    else if (this.threads.size < this.limits.threads) this.assign(this.startThread(), waiting)
    else if (this.queuedAnswers + check.answers.length > this.limits.queuedAnswersMax) return null
    else {
      this.queue.push(waiting)
      this.queuedAnswers += check.answers.length
    }
    return waiting.id
  }

  /** Removes a queued check. A running check is not interrupted. */
  cancel(id: number): void {
    const at = this.queue.findIndex((waiting) => waiting.id === id)
    if (at < 0) return
    for (const { answers } of this.queue.splice(at, 1)) this.queuedAnswers -= answers.length
  }

  /** Fails all queued checks and ends the threads. */
  async close(): Promise<void> {
    this.isClosed = true
    const threads = [...this.threads]
    for (const { answer } of this.queue.splice(0)) answer(new CheckFault("The puzzle checker is closed"))
    for (const thread of threads) this.failThread(thread, new CheckFault("The puzzle checker is closed"))
    await Promise.all(threads.map(({ worker }) => worker.terminate()))
  }

  private startThread(): Thread {
    const worker = new Worker(new URL("./PuzzleWorker.ts", import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMegabytesMax },
      stdin: false
    })
    const thread: Thread = { worker, current: null, timer: undefined }
    this.threads.add(thread)
    let fault: unknown = "it ended"
    worker.on("message", (reply: CheckReply) => this.handleReply(thread, reply))
    // Stores the cause for the `exit` event, which always follows.
    worker.on("error", (cause) => fault = cause)
    worker.on(
      "exit",
      () => this.failThread(thread, new CheckFault("A puzzle thread failed", { cause: fault }))
    )
    // Threads do not keep an otherwise idle process alive.
    worker.unref()
    return thread
  }

  private assign(thread: Thread, waiting: PendingCheck): void {
    const { answers, bits, id, seed } = waiting
    thread.current = waiting
    thread.worker.ref()
    thread.worker.postMessage({ id, bits, seed, answers } satisfies CheckRequest, [])
    thread.timer = setTimeout(() => {
      this.failThread(thread, new CheckFault(`A check took longer than ${this.limits.checkMillisMax} ms`))
      void thread.worker.terminate()
    }, this.limits.checkMillisMax)
  }

  private handleReply(thread: Thread, reply: CheckReply): void {
    const { current } = thread
    if (current?.id !== reply.id) return
    clearTimeout(thread.timer)
    thread.current = null
    const next = this.assignNext()
    if (next === undefined) thread.worker.unref()
    else this.assign(thread, next)
    current.answer("fault" in reply ? new CheckFault(reply.fault) : reply.right)
  }

  /**
   * Removes a failed thread and fails its check. Starts another thread only if checks are queued. Otherwise, threads
   * that always fail would be restarted forever.
   */
  private failThread(thread: Thread, fault: CheckFault): void {
    if (!this.threads.delete(thread)) return
    clearTimeout(thread.timer)
    const { current } = thread
    // Later messages of the thread are ignored.
    thread.current = null
    const next = this.assignNext()
    if (next !== undefined) this.assign(this.startThread(), next)
    current?.answer(fault)
  }

  private assignNext(): PendingCheck | undefined {
    const next = this.queue.shift()
    this.queuedAnswers -= next?.answers.length ?? 0
    return next
  }
}

/** Check of the answers to the Argon2id puzzles of one challenge. */
interface Check {
  readonly bits: number
  readonly seed: Uint8Array
  readonly answers: ReadonlyArray<PuzzleAnswer>
}

export interface CheckRequest extends Check {
  readonly id: number
}

export type CheckReply =
  | { readonly id: number; readonly right: boolean }
  | { readonly id: number; readonly fault: string }
