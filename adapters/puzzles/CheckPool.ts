import { Worker } from "node:worker_threads"
import type { PuzzleAnswer } from "../../core/shield/Puzzle.ts"

/** Timeout in milliseconds. The largest possible challenge takes a hundredth of it, and starting a thread a tenth. */
export const checkMillisMax = 10_000
/** JavaScript heap of a thread in MiB, if the runtime limits it (Node), without the memory for hashing. */
export const threadHeapMegabytesMax = 64

export interface CheckPoolLimits {
  readonly threads: number
  /** Maximum number of queued answers. Counted in answers and not checks, because they determine the time. */
  readonly queuedAnswersMax: number
  readonly checkMillisMax: number
}

/** A check could not be performed. */
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

/** Threads that each perform one check at a time, started on demand, and a queue of checks. */
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
    // The compiled module has a different extension in the same folder.
    const name = import.meta.url.endsWith(".ts") ? "./Worker.ts" : "./Worker.js"
    const worker = new Worker(new URL(name, import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: threadHeapMegabytesMax },
      stdin: false
    })
    const thread: Thread = { worker, current: null, timer: undefined }
    this.threads.add(thread)
    let fault: unknown = "it ended"
    worker.on("message", (reply: CheckReply) => this.handleReply(thread, reply))
    // `exit` always follows.
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

  /** Handles a lost thread. A new thread starts only if checks are queued, because it could fail forever. */
  private failThread(thread: Thread, fault: CheckFault): void {
    if (!this.threads.delete(thread)) return
    clearTimeout(thread.timer)
    const { current } = thread
    // Ignore later messages of the thread.
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

/** Message to a thread: answers to the argon2id puzzles of one challenge. */
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
